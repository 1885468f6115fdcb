public import Purchases

/// Reads the fields of one object: null and empty texts are absent, numbers stand for texts and the reverse.
public struct FieldReader {
    /// The most bytes that an identifier can have.
    public static let identifierLimit = 256
    /// The most bytes that any other field that is kept can have.
    public static let textLimit = 10_000

    /// The object's members.
    public let members: [String: JSONValue]
    /// Where the object stands in its document; empty for the document itself.
    public let path: String

    /// Reads an object; throws `wrong_type` when it is none.
    public init(_ value: JSONValue, path: String = "") throws(DocumentProblem) {
        guard let members = value.object else {
            let place = path.isEmpty ? "the document" : path
            throw DocumentProblem(
                .wrongType, "\(place) is \(value.typeName), not an object: send it as it came")
        }
        (self.members, self.path) = (members, path)
    }

    /// The place of a field, in words for people.
    public func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The value of a field that is there.
    public func value(_ key: String) -> JSONValue? {
        guard let value = members[key], value != .null, value != .string("") else { return nil }
        return value
    }

    /// A text of at most `textLimit` bytes; throws `wrong_type`, `too_large` or `bad_value`.
    public func text(_ key: String) throws(DocumentProblem) -> String? {
        guard let text = try rawText(key) else { return nil }
        guard text.utf8.count <= FieldReader.textLimit else {
            throw problem(.tooLarge, key, "is longer than \(FieldReader.textLimit) bytes", "shorten it")
        }
        guard !text.utf8.contains(0) else {
            throw problem(.badValue, key, "contains a NUL character", "remove it")
        }
        return text
    }

    /// An identifier of at most 256 bytes without control characters; throws `wrong_type` or `bad_value`.
    public func identifier(_ key: String) throws(DocumentProblem) -> String? {
        guard let text = try rawText(key) else { return nil }
        guard text.utf8.count <= FieldReader.identifierLimit else {
            throw problem(
                .badValue, key, "is longer than \(FieldReader.identifierLimit) bytes",
                "send the id as it came")
        }
        // Ids are plain letters and digits nearly always, and bytes are read faster than scalars.
        guard
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
                || !text.unicodeScalars.contains(where: FieldReader.isControl)
        else {
            throw problem(.badValue, key, "contains control characters", "send the id as it came")
        }
        return text
    }

    /// Whether a scalar is a control character: C0, DEL or C1.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// The first of several identifiers that is there; throws as `identifier`.
    public func identifier(amongst keys: String...) throws(DocumentProblem) -> String? {
        for key in keys { if let found = try identifier(key) { return found } }
        return nil
    }

    /// The id of a line item; documents with numbers write a missing one as 0; throws as `identifier`.
    func lineItem(_ key: String) throws(DocumentProblem) -> WebOrderLineItemID? {
        guard let id = try identifier(key), id != "0" else { return nil }
        return WebOrderLineItemID(id)
    }

    /// A yes or no, as `"1"`, `"true"`, 1 or true; nil for words that are neither; throws `wrong_type`.
    public func flag(_ key: String) throws(DocumentProblem) -> Bool? {
        if case .bool(let flag)? = value(key) { return flag }
        switch try rawText(key)?.lowercased() {
        case "1", "true": return true
        case "0", "false": return false
        default: return nil
        }
    }

    /// A whole number, as a number or its text; throws `wrong_type` or `bad_value`.
    public func integer(_ key: String) throws(DocumentProblem) -> Int? {
        guard let text = try rawText(key) else { return nil }
        guard let number = Int(text) else {
            throw problem(.badValue, key, "is not a whole number", "send the number as it came")
        }
        return number
    }

    /// A moment; see `DateField` for how it may be written; throws `bad_date` or `wrong_type`.
    public func date(_ key: String) throws(DocumentProblem) -> Instant? {
        for name in [key + "_ms", key] {
            guard let value = value(name) else { continue }
            if let instant = try DateField(value, of: self, name).instant { return instant }
        }
        return nil
    }

    /// A problem with a field.
    public func problem(
        _ reason: RejectionReason, _ key: String, _ what: String, _ remedy: String
    ) -> DocumentProblem {
        DocumentProblem(reason, "\(place(key)) \(what): \(remedy)")
    }

    /// The value of a field that is documented as a list; an empty object in its place is no list at all.
    func listed(_ key: String) -> JSONValue? {
        guard let value = value(key), value != .object([:]) else { return nil }
        return value
    }

    private func rawText(_ key: String) throws(DocumentProblem) -> String? {
        switch value(key) {
        case nil: return nil
        case .string(let text)?: return text
        case .integer(let number)?: return String(number)
        case .digits(let digits)?: return digits
        case .number(let number)?: return String(number)
        case let other?:
            throw problem(.wrongType, key, "is \(other.typeName), not a text", "send the field as it came")
        }
    }
}
