import Persistence
import Purchases

/// What is asked of the store, as data.
enum StoreRequest: Equatable, Sendable {
    /// Customers and chains that fit a text.
    case search(String, at: Instant)
    /// Customers that pass a filter in order, so many from a place on.
    case people(CustomersFilter, after: CustomersCursor?, count: Int, at: Instant)
    /// Everything about a customer.
    case customer(AppUserID, at: Instant)
    /// Everything about a chain; without an environment that of Production first.
    case chain(OriginalTransactionID, AppStoreEnvironment?, at: Instant)
    /// The documents that speak of a chain, newest first, from a place on.
    case documents(OriginalTransactionID, after: Int64?)
    /// One document with its body.
    case document(Int64)
    /// The audit log, newest first, from a place on.
    case audit(after: Int64?, AuditFilter)
    /// Tickets that pass a filter in the order of their queue, so many from a place on.
    case tickets(TicketFilter, after: String?, count: Int, at: Instant)
    /// The incident among young tickets, as a queue sees it.
    case incident(ErrorGroup, at: Instant)
    /// Everything about a ticket.
    case ticket(TicketID, at: Instant)
    /// How many tickets wait in each queue.
    case ticketCounts(at: Instant)
    /// How many losses no ticket stands for.
    case silentLossCount(at: Instant)
    /// The losses that no ticket stands for, so many from a place on.
    case silentLosses(after: String?, count: Int, at: Instant)
    /// What was delivered by the app's word alone, so many purchases from a place on.
    case wordDeliveries(after: String?, count: Int, at: Instant)
    /// How many purchases that are.
    case wordDeliveryCount(at: Instant)
    /// What a grant would do.
    case previewGrant(GrantRequest, at: Instant)
    /// Make good.
    case grant(GrantRequest, key: String, at: Instant)
    /// What attaching a chain would do.
    case previewAttach(AttachDraft, at: Instant)
    /// Attach a chain.
    case attach(AttachDraft, at: Instant)
    /// Record an order id on a chain.
    case recordOrder(OrderDraft, at: Instant)
    /// Take a grant back.
    case revoke(RevokeDraft, at: Instant)
    /// Keep a note.
    case note(NoteDraft, at: Instant)
    /// Do something to a ticket.
    case work(TicketWork, at: Instant)
    /// Note that personal data is taken out, and give it back then.
    case reveal(RevealDraft, at: Instant)

    /// Requests of one kind by one screen supersede each other.
    enum Kind: Hashable, Sendable {
        case search, people, customer, chain, documents, document, audit, tickets, incident, ticket,
            ticketCounts, silentLossCount, silentLosses, wordDeliveries, wordDeliveryCount,
            preview,
            write
    }

    /// Its kind.
    var kind: Kind {
        switch self {
        case .search: .search
        case .people: .people
        case .customer: .customer
        case .chain: .chain
        case .documents: .documents
        case .document: .document
        case .audit: .audit
        case .tickets: .tickets
        case .incident: .incident
        case .ticket: .ticket
        case .ticketCounts: .ticketCounts
        case .silentLossCount: .silentLossCount
        case .silentLosses: .silentLosses
        case .wordDeliveries: .wordDeliveries
        case .wordDeliveryCount: .wordDeliveryCount
        case .previewGrant, .previewAttach: .preview
        case .grant, .attach, .recordOrder, .revoke, .note, .work, .reveal: .write
        }
    }

    /// The ticket that it changes or would change; nil when it changes none.
    var ticket: TicketID? {
        switch self {
        case .grant(let request, _, _), .previewGrant(let request, _): request.ticket
        case .work(let work, _): work.ticket
        default: nil
        }
    }

    /// The text that it searches for; nil when it searches for none.
    var searchText: String? {
        if case .search(let text, _) = self { text } else { nil }
    }

    /// Whether it changes the store: such a request is never superseded.
    var isWrite: Bool { kind == .write }
}
