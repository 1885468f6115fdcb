/// A text that grows byte by byte: making documents up must cost little beside taking them in.
struct ByteText {
    /// What was written so far, as UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Writes a text.
    mutating func write(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a text.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Writes a number, with zeros before it up to a width.
    mutating func write(_ number: Int64, width: Int = 1) {
        var (rest, digits) = (number.magnitude, 0)
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            digits += 1
        } while rest > 0 || digits < width
        bytes[start...].reverse()
    }

    /// Writes a moment as receipts do, `2021-08-04 19:41:58 Etc/GMT`, or as RFC 3339.
    mutating func write(_ milliseconds: Int64, separator: StaticString, zone: StaticString) {
        let seconds = milliseconds / 1000
        let (year, month, day) = ByteText.date(ofDay: seconds / 86_400)
        write(year, width: 4)
        write("-")
        write(month, width: 2)
        write("-")
        write(day, width: 2)
        write(separator)
        write(seconds % 86_400 / 3600, width: 2)
        write(":")
        write(seconds % 3600 / 60, width: 2)
        write(":")
        write(seconds % 60, width: 2)
        write(zone)
    }

    /// The date of a day after 1970 began, in the Gregorian calendar counted from March on.
    private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth)
    }
}
