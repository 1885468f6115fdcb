/// A moment as people type it: `yesterday`, `1 May`, `3d ago`, `2026-05-01` or RFC 3339, all in UTC.
///
/// A day means its first moment, a time of day may follow it (`1 May 14:00`). A day without a year is the latest such
/// day that is not in the future: whoever asks for 25 Dec in November means the one that was. Case does not count, and
/// where blanks cannot stand, as inside a filter, dashes may: `1-May`, `3d-ago`.
package struct TimePhrase: Hashable, Sendable {
    /// What can be typed, for hints and refusals.
    package static let examples = "yesterday, 1 May, 2026-05-01, 3d ago or 2026-05-01T12:00:00Z"

    /// The years that may be named, as in RFC 3339 elsewhere.
    private static let years = 1970...9999
    /// How far back from the present a length may reach: beyond it lies no App Store.
    private static let reach = TimeLength.days(20_000)
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]

    private enum Day: Hashable {
        case exact(Instant)
        case now
        case daysAgo(Int)
        case before(TimeLength)
        case calendar(day: Int, month: Int, year: Int?)
    }

    private let day: Day
    private let timeOfDay: TimeLength

    /// Reads a phrase; nil when it names no moment. Which moment it is depends on the present, whether it is one does not.
    package init?(_ text: String) {
        let typed = text.filter { !$0.isWhitespace }
        if let instant = Instant(typed) ?? Instant(typed + ":00Z") ?? Instant(typed + "Z") {
            (day, timeOfDay) = (.exact(instant), .zero)
            return
        }
        guard !typed.hasPrefix("-") else { return nil }
        var words = text.lowercased().split { $0.isWhitespace || $0 == "," || $0 == "-" }.map(String.init)
        let clock = words.count > 1 ? words.last.flatMap(TimePhrase.clock) : nil
        if clock != nil { words.removeLast() }
        guard let day = TimePhrase.day(words) else { return nil }
        switch day {
        case .now where clock != nil, .before where clock != nil: return nil
        default: (self.day, timeOfDay) = (day, clock ?? .zero)
        }
    }

    /// The moment that is meant, for somebody who speaks at `now`.
    package func instant(at now: Instant) -> Instant {
        let today = now.dayCount
        return switch day {
        case .exact(let instant): instant
        case .now: now
        case .before(let length): now - length
        case .daysAgo(let days): TimePhrase.midnight(today - days) + timeOfDay
        case .calendar(let day, let month, let year):
            TimePhrase.midnight(TimePhrase.dayCount(day, month: month, year: year, notAfter: today))
                + timeOfDay
        }
    }

    private static func day(_ words: [String]) -> Day? {
        switch words {
        case ["now"]: return .now
        case ["today"]: return .daysAgo(0)
        case ["yesterday"]: return .daysAgo(1)
        default: break
        }
        if words.last == "ago" { return ago(words.dropLast().joined()) }
        guard (2...3).contains(words.count) else { return nil }
        let year = words.count == 3 ? number(words[2], digits: 4...4) : nil
        guard words.count == 2 || year.map(years.contains) == true else { return nil }
        let (first, second) = (words[0], words[1])
        if let month = month(second), let day = ordinal(first) {
            return calendar(day, month: month, year: year)
        }
        if let month = month(first), let day = ordinal(second) {
            return calendar(day, month: month, year: year)
        }
        return nil
    }

    /// A day of the calendar; without a year one that exists in some year.
    private static func calendar(_ day: Int, month: Int, year: Int?) -> Day? {
        // 2000 was a leap year: what exists in any year existed then.
        guard CivilDate(year: year ?? 2000, month: month, day: day) != nil else { return nil }
        return .calendar(day: day, month: month, year: year)
    }

    /// A length before now, such as `3d`, `2 weeks` or `90min`; days and weeks too go back by the clock.
    private static func ago(_ text: String) -> Day? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int64(digits), (0...100_000).contains(count) else { return nil }
        let length: TimeLength? =
            switch text.dropFirst(digits.count) {
            case "m", "min", "mins", "minute", "minutes": .seconds(count * 60)
            case "h", "hour", "hours": .hours(count)
            case "d", "day", "days": .days(count)
            case "w", "week", "weeks": .days(count * 7)
            default: nil
            }
        return length.flatMap { $0 <= reach ? .before($0) : nil }
    }

    /// A month by its name or the first three letters or more of it.
    private static func month(_ word: String) -> Int? {
        guard word.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(word) }.map { $0 + 1 }
    }

    /// A day of the month: `1`, `01` or `1st`.
    private static func ordinal(_ word: String) -> Int? {
        let ending = ["st", "nd", "rd", "th"].first { word.hasSuffix($0) }
        return number(String(word.dropLast(ending?.count ?? 0)), digits: 1...2)
    }

    /// A time of day as `14:00`.
    private static func clock(_ word: String) -> TimeLength? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let hours = number(parts[0], digits: 1...2), hours < 24,
            let minutes = number(parts[1], digits: 2...2), minutes < 60
        else { return nil }
        return .seconds(Int64(hours * 3600 + minutes * 60))
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// The day meant, counted from 1970; without a year the latest such day that is not after `today`.
    private static func dayCount(_ day: Int, month: Int, year: Int?, notAfter today: Int) -> Int {
        let present = CivilDate(daysSince1970: today).year
        // Eight years always hold a 29 February, also around a century that leaps none.
        let candidates = year.map { [$0] } ?? (0...8).map { present - $0 }
        let days = candidates.lazy.compactMap {
            CivilDate(year: $0, month: month, day: day)?.daysSince1970
        }
        return days.first { year != nil || $0 <= today } ?? today
    }

    private static func midnight(_ days: Int) -> Instant {
        Instant(milliseconds: Int64(days) * TimeLength.days(1).count)
    }
}
