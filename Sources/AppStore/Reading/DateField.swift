import Purchases

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
                    .wrongType, key, "is \(value.typeName), not a date", "send the field as it came")
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
        fields.problem(.badDate, key, "is no date in the years 1970 to 9999", "send the field as it came")
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
