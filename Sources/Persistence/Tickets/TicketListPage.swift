/// A page of tickets.
public struct TicketListPage: Hashable, Sendable {
    /// The tickets, in the order of their queue.
    public let tickets: [Ticket]
    /// What to give as `after` for the next page; nil at the end.
    public let next: String?
}
