/// The facts that decide a failed purchase's group.
///
/// Source: the criteria of the commission (seed 003): charged, paid-until moved, transaction finished, limited attempts.
public struct TicketFacts: Hashable, Codable, Sendable {
    /// The customer was charged.
    public let charged: TicketFact
    /// The customer got it in time.
    public let extended: TicketFact
    /// The payment transaction was closed.
    public let finished: TicketFact
    /// No tries are left.
    public let exhausted: TicketFact

    /// The facts of a failed purchase.
    public init(charged: TicketFact, extended: TicketFact, finished: TicketFact, exhausted: TicketFact) {
        (self.charged, self.extended) = (charged, extended)
        (self.finished, self.exhausted) = (finished, exhausted)
    }

    /// The group that facts give: the table of the three groups; nil when there is no failed purchase.
    public static func group(charged: Bool, extended: Bool, finished: Bool, exhausted: Bool) -> ErrorGroup? {
        guard charged else { return .notCharged }
        if extended { return nil }
        return finished || exhausted ? .lossOfFunds : .undelivered
    }

    /// The group that these facts give; nil when there is no failed purchase.
    public var group: ErrorGroup? {
        TicketFacts.group(
            charged: charged.value, extended: extended.value, finished: finished.value,
            exhausted: exhausted.value)
    }

    /// Whether the open payment transaction keeps the customer from buying the product again.
    public var blocksRepurchase: Bool { charged.value && !finished.value }
}
