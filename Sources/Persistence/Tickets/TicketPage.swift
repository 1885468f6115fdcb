public import Purchases

/// Everything about one ticket at a moment, read at once.
public struct TicketPage: Sendable {
    /// The moment that the page shows.
    public let at: Instant
    /// The ticket.
    public let ticket: Ticket
    /// Whose it is; nil while nobody knows.
    public let customer: Customer?
    /// The facts with their evidence.
    public let facts: TicketFacts
    /// The purchase attempts that the app reported, the earliest first.
    public let attempts: [PurchaseAttempt]
    /// Everything that happened, oldest first.
    public let events: [TicketEvent]
    /// Its moves between groups, oldest first.
    public let moves: [TicketMove]
    /// What agents wrote, oldest first.
    public let notes: [CustomerNote]
    /// The grants given with it, revoked ones too.
    public let grants: [Grant]
    /// The tickets of the same cause in the same stretch of time.
    public let similar: SimilarTickets
    /// The time that the customer paid for and did not get; nil when nothing tells.
    public let lost: Span?
    /// What it says was paid and not delivered.
    public let owed: OwedPurchase
    /// How long the customer waited for what came late but in time; nil when nobody waited.
    public let waited: TimeLength?
    /// What the bought product unlocks.
    public let entitlements: [EntitlementID]
    /// How it ends when that is followed; nil when the advice is to wait, to look or to ask.
    public let expectedEnd: TicketResolution?
    /// What to do, in one sentence.
    public let nextStep: String
    /// What the alarm command said; nil when none was run.
    public let alarm: Alarm?
}
