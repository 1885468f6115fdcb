import Persistence
import Purchases

/// A screen that can be opened.
enum Route: Equatable, Sendable {
    /// A search over the screen in front.
    case search
    /// A customer, as of a moment or now.
    case customer(AppUserID, asOf: Instant?)
    /// A chain, as of a moment or now; without an environment that of Production first.
    case chain(OriginalTransactionID, AppStoreEnvironment?, asOf: Instant?)
    /// The documents that speak of a chain, one of them selected.
    case documents(OriginalTransactionID, selecting: Int64?)
    /// One document.
    case document(Int64)
    /// One entry of a customer's timeline.
    case event(TimelineEvent)
    /// The form that makes good.
    case makeGood(MakeGoodSubject)
    /// The form that attaches a chain.
    case attach(ChainKey)
    /// The form that records an order id on a chain.
    case recordOrder(OrderDraft)
    /// The form that takes a grant back.
    case revoke(Grant)
    /// The form that writes a note, or says why a ticket is taken up again.
    case note(NoteSubject)
    /// A ticket.
    case ticket(TicketID)
    /// One entry of a ticket's timeline.
    case ticketEntry(TicketEvent)
    /// Tickets that pass a filter, one queue of them.
    case tickets(TicketQuery, ErrorGroup)
    /// The charges that no app reported as delivered.
    case silentLosses
    /// What was delivered by the app's word alone.
    case wordDeliveries
    /// The form that resolves a ticket.
    case resolve(ResolveSubject)
    /// The form that opens a ticket for a customer.
    case openTicket(AppUserID)
    /// One entry of the audit log.
    case auditEntry(AuditEntry, as: AuditEntryScreen.Form)
}
