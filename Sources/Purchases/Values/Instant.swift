package import Foundation

/// A moment in UTC, in whole milliseconds since 1970, the unit of every date that the App Store sends.
package struct Instant: Hashable, Comparable, Codable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package let milliseconds: Int64

    /// The moment that many milliseconds after 1970-01-01T00:00:00Z.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The moment nearest to a Foundation date.
    package init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// Reads a moment from its bare number of milliseconds.
    package init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the moment as its bare number of milliseconds.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The first moment that a document may speak of: the millisecond after 1970 began, since 0 means absent.
    package static let earliest = Instant(milliseconds: 1)

    /// The last moment that a document may speak of: the end of the year 9999.
    package static let latest = Instant(milliseconds: 253_402_300_799_999)

    /// Whether the moment lies in the years that a document may speak of (1970 to 9999).
    package var isPlausible: Bool { self >= .earliest && self <= .latest }

    /// The same moment as a Foundation date.
    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// Orders moments by time.
    package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// The moment a duration later.
    package static func + (instant: Instant, duration: TimeLength) -> Instant {
        Instant(milliseconds: instant.milliseconds &+ duration.count)
    }

    /// The moment a duration earlier.
    package static func - (instant: Instant, duration: TimeLength) -> Instant {
        Instant(milliseconds: instant.milliseconds &- duration.count)
    }

    /// The time between two moments.
    package static func - (left: Instant, right: Instant) -> TimeLength {
        TimeLength(left.milliseconds &- right.milliseconds)
    }
}

extension Instant: CustomStringConvertible {
    /// The moment as RFC 3339 in UTC, with milliseconds only when they are not zero.
    package var description: String {
        let (day, time) = (CivilDate(daysSince1970: dayCount), timeOfDay)
        let (seconds, fraction) = (time / 1000, time % 1000)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        Instant.append(day.year, width: 4, mark: "-", to: &text)
        Instant.append(day.month, width: 2, mark: "-", to: &text)
        Instant.append(day.day, width: 2, mark: "T", to: &text)
        Instant.append(seconds / 3600, width: 2, mark: ":", to: &text)
        Instant.append(seconds / 60 % 60, width: 2, mark: ":", to: &text)
        Instant.append(seconds % 60, width: 2, mark: fraction == 0 ? "Z" : ".", to: &text)
        if fraction != 0 { Instant.append(fraction, width: 3, mark: "Z", to: &text) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads RFC 3339 (`2021-08-11T19:41:58Z`, fractions and offsets allowed) or a bare date, which is 00:00Z.
    ///
    /// Nil for anything else, and for years outside 1970 to 9999. What is finer than a millisecond is cut off.
    package init?(_ text: String) {
        var reader = InstantReader(text)
        guard let parsed = reader.read(), parsed.isPlausible || parsed.milliseconds == 0 else { return nil }
        self = parsed
    }

    /// Whether a text would be a moment if it named its zone: `2021-08-11T19:41:58`, with a blank in place of the T or
    /// without seconds, too.
    package static func isWithoutZone(_ text: String) -> Bool {
        let time = String(text.map { $0 == " " ? "T" : $0 })
        return Instant(time + "Z") != nil || Instant(time + ":00Z") != nil
    }

    /// The midnight that ends its day in UTC.
    package var endOfDay: Instant {
        Instant(milliseconds: milliseconds - Int64(timeOfDay) + TimeLength.days(1).count)
    }

    /// The whole days since 1970-01-01, counted down for moments before it.
    package var dayCount: Int { Int((milliseconds - Int64(timeOfDay)) / TimeLength.days(1).count) }

    /// The milliseconds since the day began.
    var timeOfDay: Int {
        let dayLength = TimeLength.days(1).count
        return Int(((milliseconds % dayLength) + dayLength) % dayLength)
    }

    /// Bytes instead of joined texts: a timeline writes thousands of moments.
    private static func append(
        _ number: Int, width: Int, mark: Unicode.Scalar, to text: inout [UInt8]
    ) {
        let digits = String(number).utf8
        for _ in 0..<max(0, width - digits.count) { text.append(UInt8(ascii: "0")) }
        text.append(contentsOf: digits)
        text.append(UInt8(ascii: mark))
    }
}

/// Reads a moment from its text, field by field, in whole numbers.
///
/// Source: RFC 3339. Foundation's parser takes trailing text and rolls impossible fields over, and its fractions are
/// not exact to the millisecond.
struct InstantReader {
    private var rest: Substring.UTF8View

    /// A reader at the start of a text.
    init(_ text: String) { rest = Substring(text).utf8 }

    /// The moment that the text gives; nil when it gives none, or more.
    mutating func read() -> Instant? {
        guard let day = readDay() else { return nil }
        let midnight = Instant(milliseconds: Int64(day.daysSince1970) * TimeLength.days(1).count)
        if rest.isEmpty { return midnight }
        guard skip("T") || skip("t"), let time = readTime(), let offset = readOffset(), rest.isEmpty else {
            return nil
        }
        return midnight + time - offset
    }

    private mutating func readDay() -> CivilDate? {
        guard let year = number(of: 4), skip("-"), let month = number(of: 2), skip("-"),
            let day = number(of: 2)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    private mutating func readTime() -> TimeLength? {
        guard let hour = number(of: 2), hour < 24, skip(":"), let minute = number(of: 2), minute < 60,
            skip(":"), let second = number(of: 2), second < 60, let fraction = readFraction()
        else { return nil }
        return .seconds(Int64(hour * 3600 + minute * 60 + second)) + fraction
    }

    private mutating func readFraction() -> TimeLength? {
        guard skip(".") else { return .zero }
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        let thousandths = (digits.map { Int64($0) - 0x30 } + [0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
        return TimeLength(thousandths)
    }

    private mutating func readOffset() -> TimeLength? {
        if skip("Z") || skip("z") { return .zero }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(of: 2), hours < 24, skip(":"),
            let minutes = number(of: 2), minutes < 60
        else { return nil }
        return .seconds(Int64(hours * 3600 + minutes * 60) * (isWest ? -1 : 1))
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, UInt32(byte) == character.value else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func number(of count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}

/// A length of time in whole milliseconds; a day is always 24 hours.
package struct TimeLength: Hashable, Comparable, Codable, Sendable {
    /// How many milliseconds.
    package let count: Int64

    /// That many milliseconds.
    package init(_ count: Int64) { self.count = count }

    package static func seconds(_ count: Int64) -> TimeLength { TimeLength(count * 1000) }

    package static func hours(_ count: Int64) -> TimeLength { .seconds(count * 3600) }

    /// That many days of 24 hours.
    package static func days(_ count: Int64) -> TimeLength { .hours(count * 24) }

    /// No time at all.
    package static let zero = TimeLength(0)

    /// How many whole days of 24 hours fit in.
    package var wholeDays: Int { Int(count / TimeLength.days(1).count) }

    /// How many whole seconds fit in.
    package var wholeSeconds: Int { Int(count / 1000) }

    /// Orders lengths of time, shorter first.
    package static func < (left: TimeLength, right: TimeLength) -> Bool { left.count < right.count }

    /// Both lengths one after the other.
    package static func + (left: TimeLength, right: TimeLength) -> TimeLength {
        TimeLength(left.count + right.count)
    }

    /// The first length without the second.
    package static func - (left: TimeLength, right: TimeLength) -> TimeLength {
        TimeLength(left.count - right.count)
    }
}
