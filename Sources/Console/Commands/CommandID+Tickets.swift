import Widgets

extension CommandID {
    /// Goes to a customer's ticket.
    static let ticket: CommandID = "ticket.show"
    /// Claims a ticket, or gives it back.
    static let claim: CommandID = "ticket.claim"
    /// Claims the next ticket and opens it.
    static let workNext: CommandID = "ticket.next"
    /// Shows the tickets with the same cause.
    static let similar: CommandID = "ticket.similar"
    /// Shows the tickets of an incident.
    static let incident: CommandID = "ticket.incident"
    /// Shows the charges that no app reported as delivered.
    static let silentLosses: CommandID = "ticket.silent"
    /// Lists what was delivered by the app's word alone.
    static let wordDeliveries: CommandID = "ticket.byWord"
    /// Opens the ticket's customer.
    static let ticketCustomer: CommandID = "ticket.customer"
    /// Opens the form that resolves a ticket.
    static let resolve: CommandID = "ticket.resolve"
    /// Opens the form that takes a ticket up again.
    static let reopen: CommandID = "ticket.reopen"
    /// Opens the form that opens a ticket.
    static let openTicket: CommandID = "ticket.open"
}
