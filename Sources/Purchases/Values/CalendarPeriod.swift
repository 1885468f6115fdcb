/// A length of calendar time such as `P1M` or `P7D`, added in UTC with the day clamped to the month's last.
///
/// Source: ISO 8601 durations of years, months, weeks and days, as the product catalogue and grants use them.
package struct CalendarPeriod: Hashable, Codable, Sendable, CustomStringConvertible {
    /// Months, a year being twelve.
    package let months: Int
    /// Days, a week being seven.
    package let days: Int

    /// A period of months and days; a period of neither does not exist.
    package init?(months: Int = 0, days: Int = 0) {
        guard months >= 0, days >= 0, months + days > 0, months <= 12_000, days <= 366_000 else { return nil }
        (self.months, self.days) = (months, days)
    }

    /// Reads an ISO 8601 duration of whole years, months, weeks and days; nil for anything else.
    package init?(_ text: String) {
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
    package var description: String {
        let monthText = months == 0 ? "" : months % 12 == 0 ? "\(months / 12)Y" : "\(months)M"
        return "P" + monthText + (days == 0 ? "" : "\(days)D")
    }
}

/// Kept as its ISO 8601 text.
extension CalendarPeriod: RawRepresentable {
    /// Reads an ISO 8601 duration; nil for anything else.
    package init?(rawValue: String) { self.init(rawValue) }

    package var rawValue: String { description }
}

extension Instant {
    /// The moment a period later, the period taken `count` times at once (31 January + P1M × 2 = 31 March).
    ///
    /// A period that leaves the calendar of documents ends with it, in the year 9999.
    package func adding(_ period: CalendarPeriod, times count: Int = 1) -> Instant {
        // Counts come from documents; more than these reach past the year 9999 by any period.
        let count = min(max(count, 0), 3_000_000)
        let moved = CivilDate(daysSince1970: dayCount).adding(months: period.months * count)
        let days = Int64(moved.daysSince1970 + period.days * count)
        return min(.latest, Instant(milliseconds: days * TimeLength.days(1).count + Int64(timeOfDay)))
    }
}

/// A day of the Gregorian calendar in UTC, and the arithmetic between such days and a count of days.
///
/// The proleptic Gregorian calendar is a closed formula, so calendar rules stay pure and free of locale and zone.
package struct CivilDate: Hashable, Sendable {
    /// The year, 1 to 9999 in documents.
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// A day that exists; nil for 30 February and its kind.
    package init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.length(ofMonth: month, year: year) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that many days after 1970-01-01.
    package init(daysSince1970: Int) {
        // Years are counted from March so that the leap day is the last of its year.
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days after 1970-01-01 the day is.
    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day that many months later, moved back to the month's last day where it would not exist.
    package func adding(months: Int) -> CivilDate {
        let count = year * 12 + (month - 1) + months
        let (newYear, newMonth) = (Int((Double(count) / 12).rounded(.down)), ((count % 12) + 12) % 12 + 1)
        let newDay = min(day, CivilDate.length(ofMonth: newMonth, year: newYear))
        return CivilDate(year: newYear, month: newMonth, day: newDay) ?? self
    }

    /// How many days a month has.
    package static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
