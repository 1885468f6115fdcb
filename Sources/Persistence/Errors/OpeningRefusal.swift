public import Purchases

/// Why no ticket is opened. Its code is `conflict`.
public enum OpeningRefusal: Hashable, Sendable {
    /// The purchase was delivered.
    case delivered
    /// The charge has this ticket.
    case hasTicket(TicketID)
    /// The transaction is no silent loss.
    case noSilentLoss(TransactionID)
}
