internal import Purchases

/// A charge as customers speak of it: how much, and on which day.
///
/// `9.99 EUR 13 Nov`, `9,99 € am 13.11.`, `2026-11-13 $4.99`. Whatever else stands in the text makes it something else, but
/// for little words.
struct SearchCharge: Hashable, Sendable {
    /// The amount in thousandths.
    let milliunits: Int64
    /// The currency's ISO 4217 code; nil when the text names none.
    let currency: String?
    /// The days that may be meant, counted from 1970 in UTC, the likeliest first.
    let days: [Int]

    private static let mostBytes = 64

    /// Reads a text; nil when it is not an amount and a day.
    init?(_ text: String, at now: Instant) {
        guard text.utf8.count <= SearchCharge.mostBytes else { return nil }
        var words = ChargeWords()
        for word in text.lowercased().split(whereSeparator: \.isWhitespace) {
            guard words.take(word.trimming(while: { "(),;:".contains($0) })) else { return nil }
        }
        guard let days = words.takeDays(), let amount = words.amount else { return nil }
        (milliunits, currency) = (amount, words.currency)
        self.days = days.compactMap { $0.count(notAfter: now.dayCount + 1) }
        guard !self.days.isEmpty else { return nil }
    }

    /// What was found: the amount in the currency of a charge, and the day.
    func text(in currency: String, on day: Int) -> String {
        let date = Instant(milliseconds: Int64(day) * TimeLength.days(1).count).description.prefix(10)
        let money = Money(milliunits: milliunits, currency: currency)
        return "\(money.amount) \(currency.isEmpty ? "" : currency + " ")on \(date)"
    }

    /// The queries that find it, tickets first: ?1 the day, ?2 the amount, ?3 how many rows, ?4 the moment of access, ?5 the
    /// currency or NULL.
    static let queries = [
        """
        \(MatchRow.selection(matchedOn: "'charge'", text: "coalesce(x.currency, '')", ticket: "x.id"))
        FROM tickets x LEFT JOIN customers u ON u.id = x.customer_id
        WHERE coalesce(x.charged_at_ms, x.waiting_since_ms) >= CAST(?1 AS BIGINT) * 86400000
          AND coalesce(x.charged_at_ms, x.waiting_since_ms) < (CAST(?1 AS BIGINT) + 1) * 86400000
          AND x.price_milliunits = ?2 AND (CAST(?5 AS TEXT) IS NULL OR x.currency = ?5) AND x.merged_into IS NULL
        ORDER BY coalesce(x.charged_at_ms, x.waiting_since_ms), x.id LIMIT ?3
        """,
        """
        \(MatchRow.selection(
            matchedOn: "'charge'", text: "coalesce(x.currency, '')", chain: "c", ticket: "x.ticket_id"))
        FROM charges x LEFT JOIN transactions t ON t.id = x.id LEFT JOIN chains c ON c.id = t.chain_id
        LEFT JOIN attempts a ON a.id = x.attempt
        LEFT JOIN customers u ON u.id = coalesce(\(PayerTable.whoPaid), a.customer_id)
        WHERE x.day = ?1 AND x.milliunits = ?2 AND (CAST(?5 AS TEXT) IS NULL OR x.currency = ?5)
        ORDER BY x.id LIMIT ?3
        """,
    ]
}

/// A day of the calendar, with or without its year.
private struct ChargeDay: Hashable {
    let day: Int
    let month: Int
    var year: Int?

    /// The day if there is such a one; two digits of a year are of this century.
    init?(_ day: Int, month: Int, year: Int? = nil) {
        let whole = year.map { $0 < 100 ? 2000 + $0 : $0 }
        guard CivilDate(year: whole ?? 2000, month: month, day: day) != nil else { return nil }
        (self.day, self.month, self.year) = (day, month, whole)
    }

    /// Counted from 1970; without a year the latest such day that is not after `last`.
    func count(notAfter last: Int) -> Int? {
        let present = CivilDate(daysSince1970: last).year
        let years = year.map { [$0] } ?? (0...8).map { present - $0 }
        let days = years.compactMap { CivilDate(year: $0, month: month, day: day)?.daysSince1970 }
        return days.first { year != nil || $0 <= last }
    }
}

/// The words of a text that may name a charge, as they are read one after the other.
private struct ChargeWords {
    private enum Part: Hashable {
        case number(Int)
        case amount(Int64)
        case month(Int)
        case days([ChargeDay])
        /// `13.11`: an amount, or a day.
        case either(Int64, ChargeDay)
    }

    private(set) var currency: String?
    private var parts: [Part] = []

    private static let symbols: [Character: String?] = [
        "€": "EUR", "£": "GBP", "₩": "KRW", "₹": "INR", "₺": "TRY", "₽": "RUB", "₫": "VND",
        // Of several countries.
        "$": nil, "¥": nil,
    ]
    private static let little: Set<Substring> = [
        "on", "at", "of", "the", "for", "from", "am", "vom", "den", "um", "für", "von",
    ]
    private static let months: [[String]] = [
        ["jan"], ["feb"], ["mar", "mär", "mrz"], ["apr"], ["may", "mai"], ["jun"], ["jul"], ["aug"], ["sep"],
        ["oct", "okt"], ["nov"], ["dec", "dez"],
    ]
    private static let monthNames: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "sept",
        "october",
        "november", "december", "januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember",
    ]

    /// Takes the next word; false when it has no place in the name of a charge.
    mutating func take(_ word: Substring) -> Bool {
        if let sign = word.first(where: { ChargeWords.symbols[$0] != nil }) {
            guard currency == nil else { return false }
            currency = ChargeWords.symbols[sign] ?? nil
            let rest = word.trimming { $0 == sign }
            guard !rest.contains(sign) else { return false }
            return rest.isEmpty || take(rest)
        }
        if word.isEmpty || ChargeWords.little.contains(word) { return true }
        if let part = ChargeWords.part(word) {
            parts.append(part)
            return true
        }
        if word == "euro" || word == "euros" { return takeCurrency("EUR") }
        guard word.count == 3, word.allSatisfy({ ("a"..."z").contains($0) }) else { return false }
        return takeCurrency(word.uppercased())
    }

    private mutating func takeCurrency(_ code: String) -> Bool {
        guard currency == nil else { return false }
        currency = code
        return true
    }

    /// What is left when the day was taken: the amount; nil when that is none, or more than one.
    var amount: Int64? {
        guard parts.count == 1, let part = parts.first else { return nil }
        switch part {
        case .number(let number): return Int64(number) * 1000
        case .amount(let amount), .either(let amount, _): return amount
        case .month, .days: return nil
        }
    }

    /// Takes out what names the day; nil when nothing does.
    mutating func takeDays() -> [ChargeDay]? {
        if let place = parts.firstIndex(where: { if case .month = $0 { true } else { false } }) {
            return takeDay(around: place)
        }
        if let place = parts.firstIndex(where: { if case .days = $0 { true } else { false } }) {
            guard case .days(let days) = parts.remove(at: place) else { return nil }
            return days
        }
        if let place = parts.lastIndex(where: { if case .either = $0 { true } else { false } }) {
            guard case .either(_, let day) = parts.remove(at: place) else { return nil }
            return [day]
        }
        return nil
    }

    /// The number before a month, or behind it, and the year behind these.
    private mutating func takeDay(around place: Int) -> [ChargeDay]? {
        guard case .month(let month) = parts[place] else { return nil }
        var (first, last) = (place, place)
        var day: Int?
        if place > 0, case .number(let number) = parts[place - 1], number <= 31 {
            (day, first) = (number, place - 1)
        } else if place + 1 < parts.count, case .number(let number) = parts[place + 1], number <= 31 {
            (day, last) = (number, place + 1)
        }
        var year: Int?
        if last + 1 < parts.count, case .number(let number) = parts[last + 1], (1970...9999).contains(number)
        {
            (year, last) = (number, last + 1)
        }
        parts.removeSubrange(first...last)
        return day.flatMap { ChargeDay($0, month: month, year: year) }.map { [$0] }
    }

    private static func part(_ word: Substring) -> Part? {
        if let days = slashed(word) ?? hyphened(word) { return .days(days) }
        if let month = month(word) { return .month(month) }
        if let ending = ["st", "nd", "rd", "th", "."].first(where: { word.hasSuffix($0) }),
            let number = number(word.dropLast(ending.count), digits: 1...2)
        {
            return .number(number)
        }
        if let number = number(word, digits: 1...4) { return .number(number) }
        let (day, amount) = (dotted(word), amount(word))
        switch (day, amount) {
        case (let day?, let amount?): return .either(amount, day)
        case (let day?, nil): return .days([day])
        case (nil, let amount?): return .amount(amount)
        case (nil, nil): return nil
        }
    }

    private static func month(_ word: Substring) -> Int? {
        let name = word.hasSuffix(".") ? word.dropLast() : word
        guard name.count == 3 || monthNames.contains(String(name)) else { return nil }
        return months.firstIndex { $0.contains { name.hasPrefix($0) } }.map { $0 + 1 }
    }

    /// `13.11.`, `13.11.2026` and `13.11`.
    private static func dotted(_ word: Substring) -> ChargeDay? {
        let numbers = (word.hasSuffix(".") ? word.dropLast() : word).split(
            separator: ".", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), let day = number(numbers[0], digits: 1...2),
            let month = number(numbers[1], digits: 1...2)
        else { return nil }
        guard numbers.count == 3 else { return ChargeDay(day, month: month) }
        return number(numbers[2], digits: 2...4).flatMap { ChargeDay(day, month: month, year: $0) }
    }

    /// `13/11` and `11/13/2026`: where both are possible, the day may be the first number and the second.
    private static func slashed(_ word: Substring) -> [ChargeDay]? {
        let numbers = word.split(separator: "/", omittingEmptySubsequences: false)
        guard (2...3).contains(numbers.count), let first = number(numbers[0], digits: 1...2),
            let second = number(numbers[1], digits: 1...2)
        else { return nil }
        let year = numbers.count == 3 ? number(numbers[2], digits: 2...4) : nil
        guard numbers.count == 2 || year != nil else { return nil }
        let days = [ChargeDay(first, month: second, year: year), ChargeDay(second, month: first, year: year)]
        let there = days.compactMap { $0 }
        return there.isEmpty ? nil : first == second ? [there[0]] : there
    }

    /// `2026-11-13`.
    private static func hyphened(_ word: Substring) -> [ChargeDay]? {
        let numbers = word.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 3, let year = number(numbers[0], digits: 4...4),
            let month = number(numbers[1], digits: 1...2), let day = number(numbers[2], digits: 1...2)
        else { return nil }
        return ChargeDay(day, month: month, year: year).map { [$0] }
    }

    /// `9.99`, `9,99`, `1.299,00` and `66,000`: a sign before one or two digits at the end parts cents, another thousands.
    private static func amount(_ word: Substring) -> Int64? {
        let groups = word.split(omittingEmptySubsequences: false) { ".,'’".contains($0) }
        let isPlain = groups.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        guard word.utf8.count <= 16, isPlain, let last = groups.last else { return nil }
        let hasCents = groups.count > 1 && last.count <= 2
        let whole = hasCents ? groups.dropLast() : groups[...]
        guard whole.dropFirst().allSatisfy({ $0.count == 3 }), let units = Int64(whole.joined()),
            units < 1_000_000_000_000
        else { return nil }
        let cents = hasCents ? (Int64(last) ?? 0) * (last.count == 1 ? 100 : 10) : 0
        return units * 1000 + cents
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}

extension Substring {
    /// Without what passes at its beginning and its end.
    fileprivate func trimming(while passes: (Character) -> Bool) -> Substring {
        let rest = drop(while: passes)
        guard let last = rest.lastIndex(where: { !passes($0) }) else { return rest[rest.endIndex...] }
        return rest[...last]
    }
}
