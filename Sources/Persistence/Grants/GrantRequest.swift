public import Purchases

/// What an agent wants to give.
public struct GrantRequest: Hashable, Codable, Sendable {
    /// When a grant is to end.
    public enum Term: Hashable, Codable, Sendable {
        /// Days or calendar months after its start.
        case period(CalendarPeriod)
        /// Never.
        case lifetime
        /// After as long as the ticket's transaction would have lasted; never, for a product without end.
        case lost
        /// At a moment.
        case until(Instant)

        /// A length as it is typed.
        public init(_ length: GrantLength) {
            switch length {
            case .period(let period): self = .period(period)
            case .lifetime: self = .lifetime
            case .lost: self = .lost
            }
        }
    }

    /// When a grant is to start.
    public enum Start: Hashable, Codable, Sendable {
        /// At once.
        case now
        /// When present access ends.
        case after
        /// At a moment.
        case at(Instant)
    }

    /// Who gets it.
    public var customer: AppUserID
    /// What is given.
    public var entitlement: EntitlementID
    /// When it ends.
    public var term: Term
    /// When it starts.
    public var start: Start
    /// The reason code.
    public var reason: String
    /// What the agent wrote.
    public var note: String?
    /// The ticket that it makes good.
    public var ticket: TicketID?
    /// The helpdesk's case.
    public var reference: String?
    /// Whether to give it though it adds no time.
    public var evenIfNothingIsGained: Bool

    /// A wish to give something; what makes a ticket good starts after present access, so that it is given back whole.
    public init(
        customer: AppUserID, entitlement: EntitlementID, term: Term, start: Start? = nil, reason: String,
        note: String? = nil, ticket: TicketID? = nil, reference: String? = nil,
        evenIfNothingIsGained: Bool = false
    ) {
        self.customer = customer
        self.entitlement = entitlement
        self.term = term
        self.start = start ?? (ticket == nil ? .now : .after)
        self.reason = reason
        self.note = note
        self.ticket = ticket
        self.reference = reference
        self.evenIfNothingIsGained = evenIfNothingIsGained
    }
}
