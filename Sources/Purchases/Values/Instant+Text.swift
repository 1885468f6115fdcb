extension Instant: CustomStringConvertible {
    /// The moment as RFC 3339 in UTC, with milliseconds only when they are not zero.
    public var description: String {
        let (day, time) = (CivilDate(daysSince1970: dayCount), timeOfDay)
        let (seconds, fraction) = (time / 1000, time % 1000)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        Instant.append(day.year, 4, "-", to: &text)
        Instant.append(day.month, 2, "-", to: &text)
        Instant.append(day.day, 2, "T", to: &text)
        Instant.append(seconds / 3600, 2, ":", to: &text)
        Instant.append(seconds / 60 % 60, 2, ":", to: &text)
        Instant.append(seconds % 60, 2, fraction == 0 ? "Z" : ".", to: &text)
        if fraction != 0 { Instant.append(fraction, 3, "Z", to: &text) }
        return String(decoding: text, as: UTF8.self)
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
    var dayCount: Int { Int((milliseconds - Int64(timeOfDay)) / TimeLength.days(1).count) }

    /// The milliseconds since the day began.
    var timeOfDay: Int {
        let dayLength = TimeLength.days(1).count
        return Int(((milliseconds % dayLength) + dayLength) % dayLength)
    }

    /// Bytes instead of joined texts: a timeline writes thousands of moments.
    private static func append(
        _ number: Int, _ width: Int, _ mark: Unicode.Scalar, to text: inout [UInt8]
    ) {
        let digits = String(number).utf8
        for _ in 0..<max(0, width - digits.count) { text.append(UInt8(ascii: "0")) }
        text.append(contentsOf: digits)
        text.append(UInt8(ascii: mark))
    }
}
