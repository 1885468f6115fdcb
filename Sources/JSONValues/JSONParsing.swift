package import Foundation

extension JSONValue {
    /// How deep lists and objects may be nested; real documents stay below ten.
    package static let depthLimit = 200

    /// Reads one JSON value from UTF-8, in which at most so many values may stand.
    ///
    /// Foundation's parser does the work; depth, number and encoding are checked before, since it recurses, makes a
    /// hundred bytes of every value, and guesses.
    ///
    /// - Throws: `JSONParsingError`.
    package init(parsing bytes: Data, valueLimit: Int = .max) throws(JSONParsingError) {
        self = JSONValue(converting: try JSONValue.foundationObject(bytes, valueLimit: valueLimit))
    }

    /// Whether bytes are a list with something in it.
    ///
    /// - Throws: `JSONParsingError`, as reading them does.
    static func isFilledList(_ bytes: Data, valueLimit: Int) throws(JSONParsingError) -> Bool {
        (try foundationObject(bytes, valueLimit: valueLimit) as? [Any])?.isEmpty == false
    }

    private static func foundationObject(_ bytes: Data, valueLimit: Int) throws(JSONParsingError) -> Any {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .invalidUTF8 }
        let shape = JSONShape(of: bytes)
        guard shape.depth <= JSONValue.depthLimit else { throw .tooDeep }
        guard shape.values <= valueLimit else { throw .tooMany }
        return try foundationObject(bytes)
    }

    private static func foundationObject(_ bytes: Data) throws(JSONParsingError) -> Any {
        do {
            return try JSONSerialization.jsonObject(with: bytes, options: .fragmentsAllowed)
        } catch {
            throw .notJSON(near: place(error))
        }
    }

    /// Where the parser gave up; nothing else of its words, since they may quote the document.
    private static func place(_ error: any Error) -> Int? {
        let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? ""
        guard words.contains("around character"), let digits = words.split(separator: " ").last else {
            return nil
        }
        return Int(digits.prefix(while: \.isNumber))
    }

    /// The most digits of a number that Foundation's parser keeps exactly.
    private static let digitLimit = 38

    /// Whether a number's text is all digits, few enough that none was rounded away.
    private static func areKept(digits text: String) -> Bool {
        let digits = text.utf8.drop { $0 == 0x2D }
        return digits.count <= digitLimit && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static let booleanType = ObjectIdentifier(type(of: NSNumber(value: true)))

    private init(converting value: Any) {
        switch value {
        case let text as String: self = .string(text)
        case let members as [String: Any]: self = .object(members.mapValues(JSONValue.init(converting:)))
        case let elements as [Any]: self = .array(elements.map(JSONValue.init(converting:)))
        case let number as NSNumber: self.init(converting: number)
        default: self = .null
        }
    }

    private init(converting number: NSNumber) {
        if ObjectIdentifier(type(of: number)) == JSONValue.booleanType {
            self = .bool(number.boolValue)
        } else if let whole = Int64(number.stringValue) {
            self = .integer(whole)
        } else if JSONValue.areKept(digits: number.stringValue) {
            self = .digits(number.stringValue)
        } else {
            // A number of many digits is rounded once by its text, but differently by each other way to a double.
            let rounded = Double(number.stringValue) ?? number.doubleValue
            self = Int64(exactly: rounded).map(JSONValue.integer) ?? .number(rounded)
        }
    }
}

/// What keeps bytes from being read as JSON.
package enum JSONParsingError: Error, Hashable, Sendable {
    /// They are not UTF-8.
    case invalidUTF8
    /// Their lists and objects are nested deeper than `JSONValue.depthLimit`.
    case tooDeep
    /// More values stand in them than may.
    case tooMany
    /// They are not JSON, or only a part of it; the parser gave up near that character, where it says.
    case notJSON(near: Int?)
}
