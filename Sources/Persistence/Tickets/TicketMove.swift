public import Purchases

/// A ticket's move between groups, or into and out of its end.
public struct TicketMove: Hashable, Sendable {
    /// The group before; nil when it was in no queue.
    public let from: ErrorGroup?
    /// The group after; nil when it left the queues.
    public let to: ErrorGroup?
    /// When what moved it happened.
    public let at: Instant
    /// When we learned it.
    public let learnedAt: Instant
    /// What moved it, in words.
    public let because: String
    /// How it ended, when it did.
    public let resolution: TicketResolution?
    /// Who moved it; nil when the facts did.
    public let agent: AgentName?
}
