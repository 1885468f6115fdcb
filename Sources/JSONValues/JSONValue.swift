/// A JSON value as a document carried it, before anything is made of it.
package enum JSONValue: Hashable, Sendable {
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
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named values.
    case object([String: JSONValue])

    /// The named values, when it is an object.
    package var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements, when it is a list.
    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The text, when it is one.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a member that is there and is not null.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members[key], value != .null else { return nil }
        return value
    }

    /// Its type, in words for people.
    package var typeName: String {
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

extension JSONValue {
    /// The one text of this value: keys sorted, no spaces, UTF-8, whole numbers without a fraction.
    package var canonicalText: String {
        var bytes: [UInt8] = []
        appendCanonical(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func appendCanonical(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let flag): bytes.append(contentsOf: (flag ? "true" : "false").utf8)
        case .integer(let whole): bytes.append(contentsOf: String(whole).utf8)
        case .digits(let digits): bytes.append(contentsOf: digits.utf8)
        case .number(let number): bytes.append(contentsOf: "\(number)".utf8)
        case .string(let text): JSONValue.append(text, to: &bytes)
        case .array(let elements): JSONValue.append(elements, to: &bytes)
        case .object(let members): JSONValue.append(members, to: &bytes)
        }
    }

    private static func append(_ elements: [JSONValue], to bytes: inout [UInt8]) {
        bytes.append(0x5B)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            element.appendCanonical(to: &bytes)
        }
        bytes.append(0x5D)
    }

    private static func append(_ members: [String: JSONValue], to bytes: inout [UInt8]) {
        bytes.append(0x7B)
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { bytes.append(0x2C) }
            append(member.key, to: &bytes)
            bytes.append(0x3A)
            member.value.appendCanonical(to: &bytes)
        }
        bytes.append(0x7D)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        var text = text
        text.withUTF8 { letters in
            if needsEscape(letters) {
                for letter in letters { append(letter, to: &bytes) }
            } else {
                bytes.append(contentsOf: letters)
            }
        }
        bytes.append(0x22)
    }

    /// Whether one of them needs an escape; without a way out of the loop, so that many are looked at at a time.
    private static func needsEscape(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0
        for letter in letters {
            found |= letter < 0x20 || letter == 0x22 || letter == 0x5C ? 1 : 0
        }
        return found != 0
    }

    private static func append(_ letter: UInt8, to bytes: inout [UInt8]) {
        switch letter {
        case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, letter])
        case 0..<0x20: bytes.append(contentsOf: escape(letter))
        default: bytes.append(letter)
        }
    }

    private static func escape(_ control: UInt8) -> [UInt8] {
        let digits = String(control, radix: 16)
        return Array(("\\u00" + (digits.count == 1 ? "0" : "") + digits).utf8)
    }
}
