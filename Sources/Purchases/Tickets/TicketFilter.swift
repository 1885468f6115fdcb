/// Which tickets a list shows, as it is typed: `group:3 age>2d cause:21005 agent:none`. The words themselves stand in
/// `TicketFilterWords.swift`.
package struct TicketFilter: Hashable, Sendable {
    /// Who works on a ticket, or to whom it was handed.
    package enum Holder: Hashable, Sendable {
        case nobody
        /// Whoever looks at the list.
        case me
        case agent(AgentName)
    }

    /// By when a ticket is to be ended.
    package enum Due: String, Hashable, Sendable, CaseIterable {
        /// Its time is over.
        case overdue
        /// By the end of the present day in UTC, what is overdue included.
        case today
    }

    /// The group; any when nil.
    package var group: ErrorGroup?
    /// The state; any when nil.
    package var state: TicketState?
    /// Whether only tickets that are still in a queue are shown.
    package var isUnresolvedOnly = false
    /// How it ended; any when nil.
    package var resolution: TicketResolution?
    /// The cause; any when nil.
    package var cause: TicketCause?
    /// The product; any when nil.
    package var product: ProductID?
    /// The customer; any when nil.
    package var customer: AppUserID?
    /// The app's version; any when nil.
    package var appVersion: String?
    /// Who works on it; anybody when nil.
    package var holder: Holder?
    /// To whom it was handed; anybody or nobody when nil.
    package var assignee: Holder?
    /// By when it is to be ended; at any time when nil.
    package var due: Due?
    /// Whom it waits for; anybody or nobody when nil.
    package var waitingFor: WaitingParty?
    /// Only tickets that somebody passed over, or only others.
    package var isSkipped: Bool?
    /// Only tickets of which only an agent's word says that they were charged, or only others.
    package var isUnproved: Bool?
    /// The helpdesk's case, whatever its case of letters; any when nil.
    package var reference: String?
    /// Only tickets that wait longer.
    package var olderThan: TimeLength?
    /// Only tickets that wait less long.
    package var youngerThan: TimeLength?
    /// Only tickets that wait since this moment or later.
    package var since: Instant?
    /// Only tickets that waited before this moment.
    package var until: Instant?
    /// Only tickets whose open transaction blocks buying again, or only others.
    package var blocksRepurchase: Bool?
    /// Only tickets after whose make-good the money or the goods came after all.
    package var isAftermathOnly = false

    /// Which losses of funds, as the review counts them; losses and all other tickets when nil.
    package var loss: LossChoice?
    /// On which days in UTC it was charged; on any when nil.
    package var charged: ChargedDays?
    /// The storefront; any when nil.
    package var storefront: String?
    /// The incident; any and none when nil.
    package var incident: IncidentID?
    /// The currency, three letters; any and none when nil.
    package var currency: String?
    /// What is known of the price; whatever it is when nil.
    package var price: Price?

    /// Every ticket.
    package init() {}
}

extension TicketFilter {
    /// What is wrong with a filter as it was typed.
    package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The part that makes no sense.
        package let part: String

        /// What is wrong and what to do.
        package var description: String {
            "\(part) filters nothing: use \(TicketFilter.syntax)"
        }
    }

    /// Everything that can be typed.
    package static let syntax = Word.allCases.map(\.form).joined(separator: ", ")

    /// Reads a filter as it is typed at `now`, parts separated by blanks; an empty one shows every ticket.
    ///
    /// - Throws: ``Problem`` for the first part that makes no sense.
    package init(parsing text: String, at now: Instant) throws(Problem) {
        self.init()
        for part in text.split(whereSeparator: \.isWhitespace) { try take(String(part), at: now) }
    }

    private mutating func take(_ part: String, at now: Instant) throws(Problem) {
        guard let mark = part.firstIndex(where: { ":<>".contains($0) }),
            let word = Word(rawValue: part[..<mark].lowercased())
        else { throw Problem(part: part) }
        let value = String(part[part.index(after: mark)...])
        let isUnderstood =
            switch (word, part[mark]) {
            case (.age, ">"): take(age: value, into: \.olderThan)
            case (.age, "<"): take(age: value, into: \.youngerThan)
            case (.age, _): false
            case (_, ":"): !value.isEmpty && take(word, value: value, at: now)
            default: false
            }
        guard isUnderstood else { throw Problem(part: part) }
    }

    private mutating func take(_ word: Word, value: String, at now: Instant) -> Bool {
        switch word {
        case .group: take(Int(value).flatMap(ErrorGroup.init), into: \.group)
        case .state: takeState(value)
        case .resolution: take(TicketResolution(rawValue: value), into: \.resolution)
        case .due: take(Due(rawValue: value), into: \.due)
        case .waiting: take(WaitingParty(rawValue: value), into: \.waitingFor)
        case .since: take(TimePhrase(value)?.instant(at: now), into: \.since)
        case .until: take(TimePhrase(value)?.instant(at: now), into: \.until)
        case .blocks: take(TicketFilter.answer(value), into: \.blocksRepurchase)
        case .skipped: take(TicketFilter.answer(value), into: \.isSkipped)
        case .unproved: take(TicketFilter.answer(value), into: \.isUnproved)
        case .cause: take(TicketCause(value), into: \.cause)
        case .product: take(ProductID(value), into: \.product)
        case .customer: take(AppUserID(value), into: \.customer)
        case .version: take(value, into: \.appVersion)
        case .agent: take(TicketFilter.holder(value), into: \.holder)
        case .assigned: take(TicketFilter.holder(value), into: \.assignee)
        case .ref: take(value, into: \.reference)
        case .after: takeAftermath(value)
        case .loss: take(LossChoice(rawValue: value), into: \.loss)
        case .charged: take(ChargedDays(value, at: now), into: \.charged)
        case .storefront: take(value, into: \.storefront)
        case .incident: take(IncidentID(value), into: \.incident)
        case .currency: take(value.uppercased(), into: \.currency)
        case .price: take(Price(rawValue: value), into: \.price)
        case .age: false
        }
    }

    private mutating func take<Value>(
        _ value: Value?, into field: WritableKeyPath<TicketFilter, Value?>
    ) -> Bool {
        self[keyPath: field] = value
        return value != nil
    }

    private mutating func take(
        age text: String, into field: WritableKeyPath<TicketFilter, TimeLength?>
    ) -> Bool {
        take(TicketFilter.age(text), into: field)
    }

    private mutating func takeState(_ value: String) -> Bool {
        isUnresolvedOnly = value == "unresolved"
        state = TicketState(rawValue: value)
        return isUnresolvedOnly || state != nil
    }

    private mutating func takeAftermath(_ value: String) -> Bool {
        isAftermathOnly = value == TicketResolution.madeGood.rawValue
        return isAftermathOnly
    }

    private static func answer(_ value: String) -> Bool? { ["yes": true, "no": false][value] }

    private static func holder(_ value: String) -> Holder {
        switch value {
        case "none": .nobody
        case "me": .me
        default: .agent(AgentName(value))
        }
    }

    /// Reads an age such as `90m`, `6h`, `2d` or `3w`; nil for anything else.
    private static func age(_ text: String) -> TimeLength? {
        guard let unit = text.last, let count = Int64(text.dropLast()), (0...100_000).contains(count) else {
            return nil
        }
        switch unit {
        case "m": return .seconds(count * 60)
        case "h": return .hours(count)
        case "d": return .days(count)
        case "w": return .days(count * 7)
        default: return nil
        }
    }
}
