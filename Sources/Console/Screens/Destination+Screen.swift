extension Destination {
    /// The screen that is opened; the form of a grant gets an id of its own, so that sending it twice grants once.
    func screen(newID: () -> String) -> any Screen {
        switch self {
        case .customer(let id, let asOf): CustomerScreen(id, asOf: asOf)
        case .chain(let id, let environment, let asOf): ChainScreen(id, environment, asOf: asOf)
        case .documents(let chain, let moment): DocumentsScreen(chain, of: moment)
        case .document(let id): DocumentScreen(id)
        case .event(let event): EventScreen(event)
        case .makeGood(let subject): MakeGoodScreen(subject, key: newID())
        case .attach(let chain): AttachScreen(chain)
        case .revoke(let grant): RevokeScreen(grant)
        case .note(let customer): NoteScreen(customer)
        case .auditEntry(let row): AuditEntryScreen(row)
        }
    }
}
