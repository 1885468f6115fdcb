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
