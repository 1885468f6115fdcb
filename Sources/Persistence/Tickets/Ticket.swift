public import Purchases

/// A failed purchase as support sees it: one charge, or one attempt that never was charged.
public struct Ticket: Hashable, Codable, Sendable {
    /// What came after a ticket was made good, which leads look at.
    public enum Aftermath: String, Hashable, Codable, Sendable {
        /// The purchase was delivered after all.
        case delivered
        /// Apple gave the money back after all.
        case refunded
    }

    /// Its name.
    public let id: TicketID
    /// Its group; of one that is resolved, the last.
    public internal(set) var group: ErrorGroup
    /// How far the work on it is.
    public internal(set) var state: TicketState
    /// Whose it is; nil while nobody knows.
    public internal(set) var customer: AppUserID?
    /// The customer's name, as far as it is known.
    public internal(set) var customerName: String?
    /// What was bought.
    public internal(set) var product: ProductID?
    /// Where it was bought.
    public internal(set) var environment: AppStoreEnvironment
    /// The chain.
    public internal(set) var originalTransactionID: OriginalTransactionID?
    /// The transaction.
    public internal(set) var transactionID: TransactionID?
    /// What it cost; nil when nothing tells.
    public internal(set) var money: Money?
    /// Whether a free trial was taken, so that no money is lost; found when it is read, and not kept.
    public internal(set) var isTrial: Bool = false
    /// When it was charged; nil when it was not.
    public internal(set) var chargedAt: Instant?
    /// Since when the customer waits, whatever the device's clock said; queues are ordered by it.
    public internal(set) var waitingSince: Instant
    /// When the ticket was opened.
    public internal(set) var openedAt: Instant
    /// Why it failed.
    public internal(set) var cause: TicketCause
    /// How many verifications failed.
    public internal(set) var attempts: Int
    /// After how many none are left.
    public internal(set) var attemptLimit: Int
    /// Whether the open payment transaction keeps the customer from buying the product again.
    public internal(set) var blocksRepurchase: Bool
    /// The app's version that made the purchase.
    public internal(set) var appVersion: String?
    /// The storefront, three letters.
    public internal(set) var storefront: String?
    /// Whether a grant makes it good.
    public internal(set) var isMadeGood: Bool
    /// Who works on it.
    public internal(set) var claimedBy: AgentName?
    /// Since when.
    public internal(set) var claimedAt: Instant?
    /// Whom it was handed to.
    public internal(set) var assignedTo: AgentName?
    /// When the customer was written to.
    public internal(set) var contactedAt: Instant?
    /// Until when an answer is waited for.
    public internal(set) var waitingUntil: Instant?
    /// When it has to be done.
    public internal(set) var dueAt: Instant?
    /// How it ended.
    public internal(set) var resolution: TicketResolution?
    /// When it ended.
    public internal(set) var resolvedAt: Instant?
    /// Who ended it; nil when the facts did.
    public internal(set) var resolvedBy: AgentName?
    /// How many of a consumable were credited.
    public internal(set) var creditedQuantity: Int?
    /// The helpdesk's case.
    public internal(set) var reference: String?
    /// What came after it was made good.
    public internal(set) var aftermath: Aftermath?
    /// The ticket that it turned out to be a duplicate of.
    public internal(set) var mergedInto: TicketID?
    /// The attempt that superseded it.
    public internal(set) var supersededBy: AttemptID?
    /// Counts its changes, so that nobody acts on news not seen.
    public internal(set) var version: Int

    /// Whether it is still in a queue.
    public var isUnresolved: Bool { state != .resolved }

    /// What happened, in a few words: its group's, but what cost nothing is never called a loss of money.
    public var title: String {
        guard group > .notCharged, money?.milliunits == 0 else { return group.title }
        return isTrial ? "Trial not delivered" : "Free, not delivered"
    }
}
