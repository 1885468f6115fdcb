package import Purchases

/// Says moments and lengths of time the way a person reads them, in UTC.
package struct TimeText: Hashable, Sendable {
    /// The moment of reading: its own year is left out.
    package let now: Instant

    /// Words as of a moment.
    package init(now: Instant) { self.now = now }

    /// Keeps a moment and a length on one line.
    private static let blank = "\u{A0}"
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A day: `11 Aug`, with its year when that is not the present one.
    package func day(_ instant: Instant) -> String {
        let date = TimeText.civil(instant)
        let day = "\(date.day)\(TimeText.blank)\(TimeText.month(date.month))"
        return date.year == TimeText.civil(now).year ? day : "\(day)\(TimeText.blank)\(date.year)"
    }

    /// A day and its time: `11 Aug 19:41`.
    package func moment(_ instant: Instant) -> String {
        "\(day(instant))\(TimeText.blank)\(TimeText.clock(instant))"
    }

    /// A person who reads at that moment.
    package var reader: Reader { .person(at: now) }

    /// A day in figures, as dates are typed: `2021-08-11`.
    package static func date(_ instant: Instant) -> String {
        let date = civil(instant)
        return "\(padded(date.year, to: 4))-\(padded(date.month, to: 2))-\(padded(date.day, to: 2))"
    }

    /// The time of day: `19:41`.
    package static func clock(_ instant: Instant) -> String {
        let minutes = timeOfDay(instant) / 60_000
        return "\(padded(minutes / 60, to: 2)):\(padded(minutes % 60, to: 2))"
    }

    /// The time of day to the second: `19:41:58`.
    package static func exactClock(_ instant: Instant) -> String {
        "\(clock(instant)):\(padded(timeOfDay(instant) / 1000 % 60, to: 2))"
    }

    /// A moment to the second: `2021-08-11 19:41:58 UTC`.
    package static func exact(_ instant: Instant) -> String { "\(date(instant)) \(exactClock(instant)) UTC" }

    /// A length: `7 d`, `2 d 3 h`, `5 min`; never more than two units.
    package static func length(_ length: TimeLength) -> String {
        let seconds = max(0, length.wholeSeconds)
        let units = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min")]
        let shown = units.filter { $0.0 > 0 }.prefix(2).map { "\($0.0)\(blank)\($0.1)" }
        return shown.isEmpty ? "\(seconds)\(blank)s" : shown.joined(separator: blank)
    }

    /// A length in its greatest unit alone: `11 d`, `5 h`, `40 min`.
    package static func age(_ length: TimeLength) -> String {
        let seconds = max(0, length.wholeSeconds)
        let units = [(seconds / 86_400, "d"), (seconds / 3600, "h"), (seconds / 60, "min")]
        let unit = units.first { $0.0 > 0 } ?? (0, "min")
        return "\(unit.0)\(blank)\(unit.1)"
    }

    /// The short English name of a month, from 1.
    package static func month(_ number: Int) -> String { months[(number + 11) % 12] }

    /// The day of a moment in UTC.
    package static func civil(_ instant: Instant) -> CivilDate {
        let ofDay = Int64(timeOfDay(instant))
        return CivilDate(daysSince1970: Int((instant.milliseconds - ofDay) / TimeLength.days(1).count))
    }

    private static func timeOfDay(_ instant: Instant) -> Int {
        let day = TimeLength.days(1).count
        return Int(((instant.milliseconds % day) + day) % day)
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Money {
    /// The amount with its currency, for example `9.99 EUR` or `66 000 KRW`; a catalogue's price is marked as such.
    ///
    /// Thousands are kept apart by a blank at which no line is broken.
    package var shown: String { "\(shownAmount) \(currency)\(isListPrice ? " (list)" : "")" }

    /// The same without the currency, for a table that names it once: `66 000`.
    package var shownAmount: String {
        let parts = amount.split(separator: ".", maxSplits: 1)
        let whole = parts.first.map(Money.grouped) ?? ""
        return whole + (parts.count > 1 ? ".\(parts[1])" : "")
    }

    /// Digits in groups of three from their end, a sign before them.
    private static func grouped(_ digits: Substring) -> String {
        let sign = digits.hasPrefix("-") ? "-" : ""
        let bare = digits.dropFirst(sign.count)
        let groups = stride(from: bare.count, to: 0, by: -3).map { end in
            let first = max(0, end - 3)
            return String(bare.dropFirst(first).prefix(end - first))
        }
        return sign + groups.reversed().joined(separator: "\u{A0}")
    }
}
