import Purchases

extension StoreError {
    /// There is no ticket of that name.
    static func unknownTicket(_ id: TicketID) -> StoreError {
        StoreError(.notFound, "there is no ticket \(id)", remedy: "see `makegood tickets`")
    }

    /// A ticket was resolved before, and by whom.
    static func resolved(_ ticket: Ticket) -> StoreError {
        let how = ticket.resolution?.title ?? "resolved"
        let by = ticket.resolvedBy.map { " by \($0)" } ?? ""
        let at = ticket.resolvedAt.map { " at \($0)" } ?? ""
        return StoreError(
            .conflict, "ticket \(ticket.id) is \(how)\(by)\(at)",
            remedy: "see `makegood ticket show \(ticket.id)`")
    }
}
