/// A day of the Gregorian calendar in UTC, and the arithmetic between such days and a count of days.
///
/// The proleptic Gregorian calendar is a closed formula, so calendar rules stay pure and free of locale and zone.
public struct CivilDate: Hashable, Sendable {
    /// The year, 1 to 9999 in documents.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// A day that exists; nil for 30 February and its kind.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.length(ofMonth: month, year: year) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The day that many days after 1970-01-01.
    public init(daysSince1970: Int) {
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
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day that many months later, moved back to the month's last day where it would not exist.
    public func adding(months: Int) -> CivilDate {
        let count = year * 12 + (month - 1) + months
        let (newYear, newMonth) = (Int((Double(count) / 12).rounded(.down)), ((count % 12) + 12) % 12 + 1)
        let newDay = min(day, CivilDate.length(ofMonth: newMonth, year: newYear))
        return CivilDate(year: newYear, month: newMonth, day: newDay) ?? self
    }

    /// How many days a month has.
    public static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
