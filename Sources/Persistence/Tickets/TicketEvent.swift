public import Purchases

/// One entry of a ticket's timeline: what the app reported, what the store knows, and what agents did.
public struct TicketEvent: Hashable, Sendable {
    /// What an entry tells.
    public enum Content: Hashable, Sendable {
        /// An event that the app reported, of an attempt.
        case reported(PurchaseEvent, attempt: AttemptID)
        /// The App Store charged for a transaction.
        case charged(TransactionID)
        /// The store learned of the charge.
        case known(TransactionID)
        /// The period that was paid for ended.
        case periodEnded(TransactionID)
        /// Apple gave the money back.
        case refunded(TransactionID)
        /// A notification by the App Store about the chain: type, and subtype behind a slash.
        case notification(String)
        /// The ticket moved.
        case moved(TicketMove)
        /// An agent wrote a note.
        case noted(String, agent: AgentName)
        /// An agent granted something with it.
        case granted(Grant)
        /// An alarm went out.
        case alarmed
    }

    /// When it happened.
    public let happenedAt: Instant
    /// When we learned it.
    public let learnedAt: Instant
    /// What it tells.
    public let content: Content
}
