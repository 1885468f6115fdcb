extension Route {
    /// The screen that is opened; the form of a grant gets an id of its own, so that sending it twice grants once.
    func screen(newID: () -> String) -> any Screen {
        switch self {
        case .search: CustomersScreen(.search)
        case .recordOrder(let draft): OrderScreen(draft)
        case .customer(let id, let asOf): CustomerScreen(id, asOf: asOf)
        case .chain(let id, let environment, let asOf): ChainScreen(id, environment, asOf: asOf)
        case .documents(let chain, let document): DocumentsScreen(chain, selecting: document)
        case .document(let id): DocumentScreen(id)
        case .event(let event): EventScreen(event)
        case .makeGood(let subject): MakeGoodScreen(subject, key: newID())
        case .attach(let chain): AttachScreen(chain)
        case .revoke(let grant): RevokeScreen(grant)
        case .note(let subject): NoteScreen(subject)
        case .ticket(let id): TicketScreen(id)
        case .ticketEntry(let event): TicketEntryScreen(event)
        case .tickets(let query, let queue): TicketsScreen(query, queue: queue)
        case .wordDeliveries: WordDeliveriesScreen()
        case .silentLosses: SilentLossesScreen()
        case .resolve(let subject): ResolveScreen(subject)
        case .openTicket(let customer): OpenTicketScreen(customer)
        case .auditEntry(let row, let form): AuditEntryScreen(row, as: form)
        }
    }
}
