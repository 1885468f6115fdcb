/// The places of the console that have commands of their own.
public enum KeyContext: String, CaseIterable, Hashable, Sendable {
    /// The list of customers.
    case customers = "Customers"
    /// The list of customers while the search box has the focus.
    case searching = "Customers, typing in the search box"
    /// A customer.
    case customer = "Customer"
    /// A chain.
    case chain = "Chain"
    /// One entry of a customer's timeline.
    case event = "Timeline entry"
    /// The three queues of tickets.
    case tickets = "Tickets"
    /// The charges that no app reported as delivered.
    case silentLosses = "Silent losses"
    /// What was delivered by the app's word alone.
    case wordDeliveries = "Delivered by word"
    /// A ticket.
    case ticket = "Ticket"
    /// One entry of a ticket's timeline.
    case ticketEntry = "Ticket's timeline entry"
    /// The documents that speak of a chain.
    case documents = "Documents"
    /// One document.
    case document = "Document"
    /// The forms: make good, attach, take back, note, resolve, open a ticket.
    case form = "Forms"
    /// The audit log.
    case audit = "Audit"
    /// One entry of the audit log.
    case auditEntry = "Audit entry"
}
