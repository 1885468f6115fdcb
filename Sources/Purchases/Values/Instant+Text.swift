extension Instant: CustomStringConvertible {
    /// The moment as RFC 3339 in UTC, with milliseconds only when they are not zero.
    public var description: String {
        let (day, time) = (CivilDate(daysSince1970: dayCount), timeOfDay)
        let (seconds, fraction) = (time / 1000, time % 1000)
        return "\(Instant.padded(day.year, 4))-\(Instant.padded(day.month, 2))-\(Instant.padded(day.day, 2))T"
            + "\(Instant.padded(seconds / 3600, 2)):\(Instant.padded(seconds / 60 % 60, 2)):"
            + Instant.padded(seconds % 60, 2) + (fraction == 0 ? "" : "." + Instant.padded(fraction, 3)) + "Z"
    }

    /// Reads RFC 3339 (`2021-08-11T19:41:58Z`, fractions and offsets allowed) or a bare date, which is 00:00Z.
    ///
    /// Nil for anything else, and for years outside 1970 to 9999. What is finer than a millisecond is cut off.
    public init?(_ text: String) {
        var reader = InstantReader(text)
        guard let parsed = reader.read(), parsed.isPlausible || parsed.milliseconds == 0 else { return nil }
        self = parsed
    }

    /// The whole days since 1970-01-01, counted down for moments before it.
    var dayCount: Int { Int((milliseconds - Int64(timeOfDay)) / Milliseconds.days(1).count) }

    /// The milliseconds since the day began.
    var timeOfDay: Int {
        let dayLength = Milliseconds.days(1).count
        return Int(((milliseconds % dayLength) + dayLength) % dayLength)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
