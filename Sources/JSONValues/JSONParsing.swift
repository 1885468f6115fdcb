public import Foundation

extension JSONValue {
    /// How deep lists and objects may be nested; real documents stay below ten.
    public static let depthLimit = 200

    /// Reads one JSON value from UTF-8.
    ///
    /// Foundation's parser does the work; depth and encoding are checked before, since it recurses and guesses.
    ///
    /// - Throws: `JSONParsingError`.
    public init(parsing bytes: Data) throws(JSONParsingError) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .invalidUTF8 }
        guard JSONValue.depth(of: bytes) <= JSONValue.depthLimit else { throw .tooDeep }
        self = JSONValue(converting: try JSONValue.foundationObject(bytes))
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

    /// The deepest nesting of brackets outside strings.
    private static func depth(of bytes: Data) -> Int { bytes.withUnsafeBytes { depth(of: $0) } }

    private static func depth(of bytes: UnsafeRawBufferPointer) -> Int {
        var (depth, deepest, place) = (0, 0, bytes.startIndex)
        while place < bytes.endIndex {
            switch bytes[place] {
            case 0x22: place = end(ofStringAt: place, in: bytes)
            case 0x5B, 0x7B:
                depth += 1
                deepest = max(deepest, depth)
            case 0x5D, 0x7D: depth -= 1
            default: break
            }
            place += 1
        }
        return deepest
    }

    /// Where the string ends that begins at a place: at its closing quote, else with the bytes.
    ///
    /// Signed texts are strings of ten thousand letters, and the C library looks at many at a time.
    private static func end(ofStringAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        guard let base = bytes.baseAddress else { return start }
        var from = start + 1
        while from < bytes.count, let found = memchr(base + from, 0x22, bytes.count - from) {
            let quote = base.distance(to: UnsafeRawPointer(found))
            var backslashes = 0
            while quote - backslashes - 1 > start, bytes[quote - backslashes - 1] == 0x5C { backslashes += 1 }
            if backslashes.isMultiple(of: 2) { return quote }
            from = quote + 1
        }
        return bytes.count
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
public enum JSONParsingError: Error, Hashable, Sendable {
    /// They are not UTF-8.
    case invalidUTF8
    /// Their lists and objects are nested deeper than `JSONValue.depthLimit`.
    case tooDeep
    /// They are not JSON, or only a part of it; the parser gave up near that character, where it says.
    case notJSON(near: Int?)
}
