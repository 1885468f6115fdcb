/// A length of calendar time such as `P1M` or `P7D`, added in UTC with the day clamped to the month's last.
///
/// Source: ISO 8601 durations of years, months, weeks and days, as the product catalogue and grants use them.
public struct CalendarPeriod: Hashable, Codable, Sendable, CustomStringConvertible {
    /// Months, a year being twelve.
    public let months: Int
    /// Days, a week being seven.
    public let days: Int

    /// A period of months and days; a period of neither does not exist.
    public init?(months: Int = 0, days: Int = 0) {
        guard months >= 0, days >= 0, months + days > 0, months <= 12_000, days <= 366_000 else { return nil }
        (self.months, self.days) = (months, days)
    }

    /// Reads an ISO 8601 duration of whole years, months, weeks and days; nil for anything else.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
        var (months, days) = (0, 0)
        var units = Substring("YMWD")
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 6, let count = Int(digits), let unit = rest.popFirst(),
                let position = units.firstIndex(of: unit)
            else { return nil }
            units = units[units.index(after: position)...]
            switch unit {
            case "Y": months += count * 12
            case "M": months += count
            case "W": days += count * 7
            default: days += count
            }
        }
        self.init(months: months, days: days)
    }

    /// The period as an ISO 8601 duration.
    public var description: String {
        let monthText = months == 0 ? "" : months % 12 == 0 ? "\(months / 12)Y" : "\(months)M"
        return "P" + monthText + (days == 0 ? "" : "\(days)D")
    }

    /// Reads the period from its ISO 8601 text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let period = CalendarPeriod(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not an ISO 8601 duration")
        }
        self = period
    }

    /// Writes the period as its ISO 8601 text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Instant {
    /// The moment a period later, the period taken `count` times at once (31 January + P1M × 2 = 31 March).
    ///
    /// A period that leaves the calendar of documents ends with it, in the year 9999.
    public func adding(_ period: CalendarPeriod, times count: Int = 1) -> Instant {
        // Counts come from documents; more than these reach past the year 9999 by any period.
        let count = min(max(count, 0), 3_000_000)
        let moved = CivilDate(daysSince1970: dayCount).adding(months: period.months * count)
        let days = Int64(moved.daysSince1970 + period.days * count)
        return min(.latest, Instant(milliseconds: days * TimeLength.days(1).count + Int64(timeOfDay)))
    }
}
