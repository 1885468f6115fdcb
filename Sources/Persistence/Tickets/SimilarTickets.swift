public import Purchases

/// Tickets of one cause in one stretch of time: an outage, not thirty misfortunes.
public struct SimilarTickets: Hashable, Sendable {
    /// How many there are beside the ticket itself.
    public let count: CappedCount
    /// Since when; nil when there are none.
    public let since: Instant?
}
