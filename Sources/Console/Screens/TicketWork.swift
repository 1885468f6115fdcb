import Persistence
import Purchases

/// What an agent does to tickets.
enum TicketWork: Hashable, Sendable {
    /// Claim a ticket.
    case claim(TicketID)
    /// Give a claimed ticket back to its queue.
    case release(TicketID)
    /// Claim the next one.
    case next
    /// End a ticket that was seen at a version.
    case resolve(TicketID, ResolveRequest, version: Int)
    /// Take a resolved ticket up again, and why.
    case reopen(TicketID, note: String, reference: String?)
    /// Write a note.
    case note(TicketID, String, reference: String?)
    /// Open a ticket for what a customer told.
    case open(OpenTicketRequest)
    /// Open a ticket for a charge that no app reported as delivered.
    case openSilent(TransactionID)

    /// The ticket; nil while nobody knows which.
    var ticket: TicketID? {
        switch self {
        case .claim(let id), .release(let id), .resolve(let id, _, _), .reopen(let id, _, _),
            .note(let id, _, _):
            id
        case .next, .open, .openSilent: nil
        }
    }
}
