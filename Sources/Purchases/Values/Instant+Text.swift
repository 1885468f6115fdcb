import Foundation

extension Instant: CustomStringConvertible {
    /// The moment as RFC 3339 in UTC, with milliseconds only when they are not zero.
    public var description: String {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: milliseconds % 1000 != 0)
        return date.formatted(style)
    }

    /// Reads RFC 3339 (`2021-08-11T19:41:58Z`, fractions and offsets allowed) or a bare date, which is 00:00Z.
    ///
    /// Nil for anything else, and for years outside 1970 to 9999.
    public init?(_ text: String) {
        guard let parsed = Instant.parse(text), parsed.isPlausible || parsed.milliseconds == 0 else {
            return nil
        }
        self = parsed
    }

    private static func parse(_ text: String) -> Instant? {
        guard text.utf8.count <= 40, text.utf8.count >= 10 else { return nil }
        if text.utf8.count == 10 {
            return parseDateTime(text + "T00:00:00Z")
        }
        return parseDateTime(text)
    }

    private static func parseDateTime(_ text: String) -> Instant? {
        let upper = text.uppercased()
        guard upper.dropFirst(10).first == "T" else { return nil }
        if let date = try? Date(upper, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: false)) {
            return exact(upper, date)
        }
        let strategy = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? Date(upper, strategy: strategy)).flatMap { exact(upper, $0) }
    }

    /// The parser rolls impossible fields over (30 February); such a text is no time.
    private static func exact(_ text: String, _ date: Date) -> Instant? {
        let digits = text.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard digits.count == 3, let days = CivilDate(year: digits[0], month: digits[1], day: digits[2])
        else {
            return nil
        }
        let distance = abs(date.timeIntervalSince1970 - Double(days.daysSince1970) * 86_400)
        return distance < 3 * 86_400 ? Instant(date) : nil
    }
}
