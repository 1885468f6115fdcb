/// A JSON value as a document carried it, before anything is made of it.
public enum JSONValue: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number; `1.0` is one too.
    case integer(Int64)
    /// A whole number beyond 64 bits, by its digits: ids may be that long.
    case digits(String)
    /// A number with a fraction, or one of more digits than any id has.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named values.
    case object([String: JSONValue])

    /// The named values, when it is an object.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements, when it is a list.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, when it is one.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a member that is there and is not null.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
        return value
    }

    /// Its type, in words for people.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .digits, .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
