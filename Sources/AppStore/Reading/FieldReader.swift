package import JSONValues
package import Purchases

/// Reads the fields of one object: null and empty texts are absent, numbers stand for texts and the reverse.
package struct FieldReader {
    /// The most bytes that an identifier can have.
    package static let identifierLimit = 256
    /// The most bytes that any other field that is kept can have.
    package static let textLimit = 10_000

    /// The object's members.
    package let members: [String: JSONValue]
    /// Where the object stands in its document; empty for the document itself.
    package let path: String

    /// Reads an object; throws `wrong_type` when it is none.
    package init(_ value: JSONValue, path: String = "") throws(DocumentProblem) {
        guard let members = value.object else {
            let place = path.isEmpty ? "the document" : path
            throw DocumentProblem(
                .wrongType, "\(place) is \(value.typeName), not an object: send it as it came")
        }
        (self.members, self.path) = (members, path)
    }

    /// The place of a field, in words for people.
    package func place(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The value of a field that is there.
    package func value(_ key: String) -> JSONValue? {
        guard let value = members[key], value != .null, value != .string("") else { return nil }
        return value
    }

    /// A text of at most `textLimit` bytes; throws `wrong_type`, `too_large` or `bad_value`.
    package func text(_ key: String) throws(DocumentProblem) -> String? {
        guard let text = try rawText(key) else { return nil }
        guard text.utf8.count <= FieldReader.textLimit else {
            throw problem(
                .tooLarge, key: key, "is longer than \(FieldReader.textLimit) bytes", remedy: "shorten it")
        }
        guard !text.utf8.contains(0) else {
            throw problem(.badValue, key: key, "contains a NUL character", remedy: "remove it")
        }
        return text
    }

    /// An identifier of at most 256 bytes without control characters; throws `wrong_type` or `bad_value`.
    package func identifier(_ key: String) throws(DocumentProblem) -> String? {
        guard let text = try rawText(key) else { return nil }
        try FieldReader.requireIdentifier(text, at: place(key))
        return text
    }

    /// The token that the app gave the App Store with a purchase, in lower case; throws as `identifier`.
    func accountToken(_ key: String) throws(DocumentProblem) -> PersonIdentifier? {
        try identifier(key).map { PersonIdentifier($0.lowercased()) }
    }

    /// Requires what identifiers have in common; throws `bad_value`.
    static func requireIdentifier(_ text: String, at place: String) throws(DocumentProblem) {
        guard text.utf8.count <= identifierLimit else {
            throw DocumentProblem(
                .badValue, "\(place) is longer than \(identifierLimit) bytes: send the id as it came")
        }
        // Ids are plain letters and digits nearly always, and bytes are read faster than scalars.
        guard
            text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
                || !text.unicodeScalars.contains(where: isControl)
        else {
            throw DocumentProblem(.badValue, "\(place) contains control characters: send the id as it came")
        }
    }

    /// Whether a scalar is a control character: C0, DEL or C1.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// The first of several identifiers that is there; throws as `identifier`.
    package func identifier(amongst keys: String...) throws(DocumentProblem) -> String? {
        for key in keys { if let found = try identifier(key) { return found } }
        return nil
    }

    /// The id of a line item; documents with numbers write a missing one as 0; throws as `identifier`.
    package func lineItem(_ key: String) throws(DocumentProblem) -> WebOrderLineItemID? {
        guard let id = try identifier(key), id != "0" else { return nil }
        return WebOrderLineItemID(id)
    }

    /// A yes or no, as `"1"`, `"true"`, 1 or true; nil for words that are neither; throws `wrong_type`.
    package func flag(_ key: String) throws(DocumentProblem) -> Bool? {
        if case .bool(let flag)? = value(key) { return flag }
        switch try rawText(key)?.lowercased() {
        case "1", "true": return true
        case "0", "false": return false
        default: return nil
        }
    }

    /// A whole number, as a number or its text; throws `wrong_type` or `bad_value`.
    package func integer(_ key: String) throws(DocumentProblem) -> Int? {
        guard let text = try rawText(key) else { return nil }
        guard let number = Int(text) else {
            throw problem(.badValue, key: key, "is not a whole number", remedy: "send the number as it came")
        }
        return number
    }

    /// A moment; see `DateField` for how it may be written; throws `bad_date` or `wrong_type`.
    ///
    /// Apple repeats it in Los Angeles time as `…_pst`; where nothing but that is there, it is refused by its name.
    package func date(_ key: String) throws(DocumentProblem) -> Instant? {
        var isThere = false
        for name in [key + "_ms", key] {
            guard let value = value(name) else { continue }
            isThere = true
            if let instant = try DateField(value, of: self, name).instant { return instant }
        }
        guard isThere || value(key + "_pst") == nil else {
            throw problem(
                .badDate, key: key + "_pst", "stands alone, and Los Angeles has one hour twice in autumn",
                remedy: "send \(key)_ms with it, as it came")
        }
        return nil
    }

    /// A moment in the one field of that name, as `date` reads it; throws `bad_date` or `wrong_type`.
    package func moment(_ key: String) throws(DocumentProblem) -> Instant? {
        try value(key).flatMap { value throws(DocumentProblem) in try DateField(value, of: self, key).instant
        }
    }

    /// A problem with a field.
    package func problem(
        _ reason: RejectionReason, key: String, _ what: String, remedy: String
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
            throw problem(
                .wrongType, key: key, "is \(other.typeName), not a text", remedy: "send the field as it came")
        }
    }
}

/// Fields that several of Apple's formats have.
extension FieldReader {
    /// An identifier that must be there; throws the reason when it is missing, else as `identifier`.
    func required(
        _ key: String, else reason: RejectionReason = .missingID
    ) throws(DocumentProblem) -> String {
        if let value = try identifier(key) { return value }
        throw problem(reason, key: key, "is missing", remedy: "send the whole document")
    }

    /// How many were bought; Apple's most is 10, the limit only keeps calendar arithmetic within bounds.
    func quantity(_ key: String) throws(DocumentProblem) -> Int? {
        try FieldReader.quantity(try integer(key), at: place(key))
    }

    /// A number that says how many were bought; nil without one; throws `bad_value`.
    static func quantity(_ number: Int?, at place: String) throws(DocumentProblem) -> Int? {
        guard let number, number != 0 else { return nil }
        guard (1...1000).contains(number) else {
            throw DocumentProblem(
                .badValue, "\(place) is not within 1 and 1000: send the field as it came")
        }
        return number
    }

    /// Whether it was bought or is shared by family; nil for words that are neither.
    func ownership(_ key: String) throws(DocumentProblem) -> Ownership? {
        switch try text(key) {
        case "FAMILY_SHARED": .familyShared
        case "PURCHASED": .purchased
        default: nil
        }
    }

    /// The elements of a list; none when it is not there or an empty object; throws `wrong_type` when it is no list.
    func list(_ key: String) throws(DocumentProblem) -> [JSONValue] {
        guard let value = listed(key) else { return [] }
        guard let elements = value.array else {
            throw problem(
                .wrongType, key: key, "is \(value.typeName), not a list", remedy: "send the field as it came")
        }
        return elements
    }

    /// The identifiers of a list; nil when it is not there; throws `wrong_type`, else as `identifier`.
    func identifiers(_ key: String) throws(DocumentProblem) -> [String]? {
        guard listed(key) != nil else { return nil }
        var identifiers: [String] = []
        for (index, value) in try list(key).enumerated() {
            let place = "\(key)[\(index)]"
            guard let text = value.string else {
                throw problem(
                    .wrongType, key: place, "is \(value.typeName), not a text",
                    remedy: "send the field as it came")
            }
            try FieldReader.requireIdentifier(text, at: self.place(place))
            identifiers.append(text)
        }
        return identifiers
    }

    /// The object in a field; nil when there is none; throws `wrong_type`.
    func object(_ key: String) throws(DocumentProblem) -> FieldReader? {
        guard let value = value(key) else { return nil }
        return try FieldReader(value, path: place(key))
    }

    /// The objects of a list; none when it is not there; throws `wrong_type`.
    func objects(_ key: String) throws(DocumentProblem) -> [FieldReader] {
        var objects: [FieldReader] = []
        for (index, value) in try list(key).enumerated() {
            objects.append(try FieldReader(value, path: place("\(key)[\(index)]")))
        }
        return objects
    }
}

/// Reads a moment in one of the ways Apple and apps write one.
///
/// Milliseconds as a text or a number, with a fraction too (Xcode); `2021-08-04 19:41:58 Etc/GMT`; RFC 3339.
/// Source: Apple, `purchase_date_ms` and `purchase_date`; iOS 6 receipts put milliseconds into `expires_date`.
struct DateField {
    private let value: JSONValue
    private let fields: FieldReader
    private let key: String

    /// A date's value and the field that it stands in.
    init(_ value: JSONValue, of fields: FieldReader, _ key: String) {
        (self.value, self.fields, self.key) = (value, fields, key)
    }

    /// The moment; nil when it is empty or zero; throws `bad_date` or `wrong_type`.
    var instant: Instant? {
        get throws(DocumentProblem) {
            switch value {
            case .null: return nil
            case .integer(let milliseconds): return try plausible(milliseconds)
            case .digits: throw bad
            case .number(let milliseconds): return try plausible(whole(milliseconds))
            case .string(let text): return try instant(text)
            default:
                throw fields.problem(
                    .wrongType, key: key, "is \(value.typeName), not a date",
                    remedy: "send the field as it came")
            }
        }
    }

    private func instant(_ text: String) throws(DocumentProblem) -> Instant? {
        let trimmed = text.drop { $0 == " " }
        guard !trimmed.isEmpty else { return nil }
        if let milliseconds = Int64(trimmed) { return try plausible(milliseconds) }
        if trimmed.utf8.count <= 40, let milliseconds = Double(trimmed) {
            return try plausible(whole(milliseconds))
        }
        if let moment = DateField.greenwich(text) ?? Instant(text) {
            return try plausible(moment.milliseconds)
        }
        guard !Instant.isWithoutZone(String(trimmed)) else {
            throw fields.problem(
                .badDate, key: key, "is a time without a zone",
                remedy: "end it with Z for UTC, or with an offset such as +02:00")
        }
        throw bad
    }

    private func whole(_ milliseconds: Double) throws(DocumentProblem) -> Int64 {
        guard let whole = Int64(exactly: milliseconds.rounded()) else { throw bad }
        return whole
    }

    private func plausible(_ milliseconds: Int64) throws(DocumentProblem) -> Instant? {
        guard milliseconds != 0 else { return nil }
        let instant = Instant(milliseconds: milliseconds)
        guard instant.isPlausible else { throw bad }
        return instant
    }

    private var bad: DocumentProblem {
        fields.problem(
            .badDate, key: key, "is no date in the years 1970 to 9999", remedy: "send the field as it came")
    }

    /// Reads `YYYY-MM-DD HH:MM:SS Etc/GMT`.
    private static func greenwich(_ text: String) -> Instant? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 3, ["Etc/GMT", "GMT", "UTC", "Etc/UTC"].contains(parts[2]),
            let date = numbers(parts[0], separator: "-"), date[0] >= 1, date[0] <= 9999,
            let time = numbers(parts[1], separator: ":"), time[0] < 24, time[1] < 60, time[2] < 60,
            let day = CivilDate(year: date[0], month: date[1], day: date[2])
        else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + Int64(time[0] * 3600 + time[1] * 60 + time[2])
        return Instant(milliseconds: seconds * 1000)
    }

    private static func numbers(_ text: Substring, separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
        return parts.count == 3 && numbers.count == 3 ? numbers : nil
    }
}
