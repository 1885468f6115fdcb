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

/// A chain to be attached to a customer.
struct AttachDraft: Hashable, Sendable {
    /// The chain.
    var chain: ChainID
    /// The customer.
    var customer: AppUserID
    /// The reason code.
    var reason: String
}

/// A grant to be taken back.
struct RevokeDraft: Hashable, Sendable {
    /// The grant.
    var grant: GrantID
    /// The reason code.
    var reason: String
    /// What the agent wrote; nil for nothing.
    var note: String?
}

/// A note to be kept.
struct NoteDraft: Hashable, Sendable {
    /// About whom.
    var customer: AppUserID
    /// What.
    var text: String
    /// The helpdesk's case; nil for none.
    var reference: String?
}

/// Personal data to be taken out, as the audit log notes it.
struct RevealDraft: Hashable, Sendable {
    /// Whose.
    var customer: AppUserID
    /// Which field, as the audit log calls it.
    var field: String
    /// Which, in words.
    var label: String
    /// What it says.
    var text: String
}

/// An order id that is to be recorded on a chain.
struct OrderDraft: Hashable, Sendable {
    /// The order id, as the customer's e-mail receipt has it.
    var order: OrderID
    /// The chain that it paid for.
    var chain: OriginalTransactionID

    /// A draft; what is not known yet is empty.
    init(order: OrderID? = nil, chain: OriginalTransactionID? = nil) {
        (self.order, self.chain) = (order ?? OrderID(""), chain ?? OriginalTransactionID(""))
    }
}
