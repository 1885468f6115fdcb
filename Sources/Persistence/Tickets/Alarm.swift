public import Purchases

/// An alarm about a loss of funds: one a ticket.
public struct Alarm: Hashable, Sendable {
    /// The ticket.
    public let ticket: TicketID
    /// When it was raised.
    public let at: Instant
    /// When somebody took it to deliver it; nil while it waits.
    public let takenAt: Instant?
    /// When it was delivered; nil when it was not.
    public let deliveredAt: Instant?
    /// Why it could not be delivered.
    public let failure: String?
}
