import Purchases

/// What a note is about.
enum NoteSubject: Hashable, Sendable {
    /// A customer.
    case customer(AppUserID)
    /// A ticket.
    case ticket(TicketID)
    /// A resolved ticket: why it is taken up again.
    case reopening(TicketID)

    /// What the form is called.
    var title: String {
        if case .reopening = self { "Reopen" } else { "Note" }
    }

    /// What stands before the name of what it is about.
    var words: String {
        if case .reopening = self { "Take up again " } else { "Note on " }
    }

    /// The name of what it is about.
    var name: String {
        switch self {
        case .customer(let id): id.rawValue
        case .ticket(let id), .reopening(let id): "ticket \(id)"
        }
    }

    /// What keeps the note.
    func request(_ text: String, reference: String?, at now: Instant) -> StoreRequest {
        switch self {
        case .customer(let id):
            .note(NoteDraft(customer: id, text: text, reference: reference), at: now)
        case .ticket(let id): .work(.note(id, text, reference: reference), at: now)
        case .reopening(let id): .work(.reopen(id, note: text, reference: reference), at: now)
        }
    }
}
