package import Purchases

/// One entry of the merged timeline, on two clocks: when it happened, and when we learned it.
package struct TimelineEvent: Hashable, Sendable {
    /// What an entry is about.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A purchase or a renewal.
        case purchase
        case refund
        /// A loss of family sharing.
        case familyRevoke = "family_revoke"
        /// A notification by the App Store.
        case notification
        /// A make-good.
        case grant
        /// A make-good taken back.
        case grantRevoked = "grant_revoked"
        /// Access that the server gave while the App Store could not be asked.
        case bridge
        /// Such access that was ended.
        case bridgeEnded = "bridge_ended"
        /// A note by an agent.
        case note
        /// A chain that an agent moved.
        case attach
        /// A purchase attempt that the app reported.
        case report
        /// A ticket that was opened, moved or resolved.
        case ticket
        /// A refund that the customer asked Apple for, and what Apple was told of it.
        case refundRequest = "refund_request"
    }

    /// Where an entry comes from.
    package enum Source: String, Hashable, Sendable {
        case appStore = "app_store"
        case agent
        case app
    }

    /// How a purchase came about.
    package enum PurchaseKind: Hashable, Sendable {
        /// It was paid for, or taken for nothing.
        case bought
        /// It was a free trial.
        case trial
        /// It is shared by family.
        case shared
    }

    /// What happened.
    package enum Content: Hashable, Sendable {
        /// The App Store told of a purchase, without end when `until` is nil.
        case purchase(PurchaseKind, of: ProductID, until: Instant?)
        /// Apple gave money back.
        case refund(of: ProductID)
        /// Family Sharing no longer provides it.
        case familyRevoke(of: ProductID)
        /// The App Store sent a notification.
        case notification(StoreNotification)
        /// An agent granted it.
        case granted(Grant)
        /// A grant was taken back.
        case grantRevoked(Grant)
        /// An agent wrote a note.
        case noted(CustomerNote)
        /// An agent attached a chain to a customer.
        case attached(chain: OriginalTransactionID, to: AppUserID?)
        /// The app reported an attempt; nil when it did not say what to buy.
        case reported(product: ProductID?)
        /// A ticket was opened, moved or resolved.
        case moved(TicketMove, ticket: TicketID)
        /// Something else was done to a ticket.
        case worked(TicketWorkEntry, ticket: TicketID)
        /// A refund was asked for, answered or left unanswered.
        case refundRequested(RefundStep, of: RefundRequest)
    }

    package let happenedAt: Instant
    package let learnedAt: Instant
    package internal(set) var content: Content
    /// The transaction, the grant, the chain: what to look at.
    package let reference: String?
    /// The document that told it; nil for what no document told.
    package let evidence: Evidence?

    init(
        happenedAt: Instant, learnedAt: Instant, content: Content, reference: String?,
        evidence: Evidence? = nil
    ) {
        self.happenedAt = happenedAt
        self.learnedAt = learnedAt
        self.content = content
        self.reference = reference
        self.evidence = evidence
    }

    package var kind: Kind {
        switch content {
        case .purchase: .purchase
        case .refund: .refund
        case .familyRevoke: .familyRevoke
        case .notification: .notification
        case .granted(let grant): grant.isBridge ? .bridge : .grant
        case .grantRevoked(let grant): grant.isBridge ? .bridgeEnded : .grantRevoked
        case .noted: .note
        case .attached: .attach
        case .reported: .report
        case .moved, .worked: .ticket
        case .refundRequested: .refundRequest
        }
    }

    /// Where it comes from.
    package var source: Source {
        switch content {
        case .purchase, .refund, .familyRevoke, .notification: .appStore
        case .granted, .grantRevoked, .noted, .attached: .agent
        case .reported: .app
        case .moved(let move, _): move.agent == nil ? .app : .agent
        case .worked: .agent
        case .refundRequested(.asked, _), .refundRequested(.askedAgain, _): .appStore
        case .refundRequested: .agent
        }
    }
}

/// Merges what the App Store told and what agents did into one timeline. `CustomerPage` hands it everything; the words
/// are in Wording's `Timelines.swift`.
enum TimelineBuilder {
    /// The entries of a customer, oldest first. `moves` are entries made already: chains that were attached
    /// (`CustomerPage`), and all of `TicketHistory`.
    static func events(
        chains: [ChainPage], grants: [Grant], notes: [CustomerNote], moves: [TimelineEvent] = [],
        refunds: [RefundTask] = []
    ) -> [TimelineEvent] {
        var events: [TimelineEvent] = []
        for page in chains { append(page, beside: refunds, to: &events) }
        for task in refunds {
            events += task.steps.map { step in
                TimelineEvent(
                    happenedAt: step.at, learnedAt: step.learnedAt,
                    content: .refundRequested(step.what, of: task.request),
                    reference: task.request.transaction.rawValue)
            }
        }
        events += grants.flatMap(TimelineBuilder.events) + moves
        events += notes.map(TimelineBuilder.event)
        let order = events.indices.sorted { left, right in
            let happened = (events[left].happenedAt, events[right].happenedAt)
            return happened.0 != happened.1 ? happened.0 < happened.1 : left < right
        }
        return order.map { events[$0] }
    }

    private static func event(_ note: CustomerNote) -> TimelineEvent {
        TimelineEvent(
            happenedAt: note.at, learnedAt: note.at, content: .noted(note),
            reference: note.ticket?.rawValue ?? note.reference)
    }

    /// A notification that is told as a refund request is not told twice.
    private static func append(
        _ page: ChainPage, beside refunds: [RefundTask], to events: inout [TimelineEvent]
    ) {
        for transaction in page.chain.transactions { append(transaction, of: page, to: &events) }
        let told = RefundTask.notifications(page.notifications, toldBeside: refunds)
        events += StoreNotification.distinctEvents(told).map { event($0, of: page) }
    }

    private static func append(
        _ transaction: Transaction, of page: ChainPage, to events: inout [TimelineEvent]
    ) {
        let id = transaction.shownID(in: page.chain.id).rawValue
        let product = transaction.productID
        let kind: TimelineEvent.PurchaseKind =
            transaction.isTrial ? .trial : transaction.ownership == .familyShared ? .shared : .bought
        events.append(
            TimelineEvent(
                happenedAt: transaction.purchasedAt, learnedAt: transaction.knownAt,
                content: .purchase(kind, of: product, until: transaction.expiresAt), reference: id,
                evidence: page.evidence.of(transaction)))
        guard let revocation = transaction.revocation, let way = transaction.revocationKind else { return }
        events.append(
            TimelineEvent(
                happenedAt: revocation.at, learnedAt: transaction.revocationKnownAt ?? transaction.knownAt,
                content: way == .familyRevoke ? .familyRevoke(of: product) : .refund(of: product),
                reference: id, evidence: page.evidence.ofRevocation(of: transaction)))
    }

    private static func event(_ notification: StoreNotification, of page: ChainPage) -> TimelineEvent {
        TimelineEvent(
            happenedAt: notification.signedAt, learnedAt: notification.receivedAt ?? notification.signedAt,
            content: .notification(notification),
            reference: notification.charge?.rawValue ?? page.chain.id.original.rawValue,
            evidence: page.evidence.of(notification))
    }

    private static func events(_ grant: Grant) -> [TimelineEvent] {
        let given = TimelineEvent(
            happenedAt: grant.grantedAt, learnedAt: grant.grantedAt, content: .granted(grant),
            reference: grant.id.rawValue)
        guard let revokedAt = grant.revokedAt else { return [given] }
        let revoked = TimelineEvent(
            happenedAt: revokedAt, learnedAt: revokedAt, content: .grantRevoked(grant),
            reference: grant.id.rawValue)
        return [given, revoked]
    }
}

/// What a customer's timeline tells of failed purchases.
enum TicketHistory {
    /// How many entries of each kind (reports, moves, deeds, skips) there are at most, the oldest.
    private static let most = 1000

    /// The attempts that failed, each with the newest report of it, and the moves, deeds and skips of the customer's
    /// tickets.
    static func events(ofCustomer customer: Int64, in db: Connection) throws -> [TimelineEvent] {
        try reports(customer, in: db) + moves(customer, in: db) + deeds(customer, in: db)
    }

    private static func deeds(_ customer: Int64, in db: Connection) throws -> [TimelineEvent] {
        try TicketWorkTable.all(ofCustomer: customer, limit: most, in: db).map { ticket, entry in
            TimelineEvent(
                happenedAt: entry.at, learnedAt: entry.at, content: .worked(entry, ticket: ticket),
                reference: ticket.rawValue)
        }
    }

    private static func reports(_ customer: Int64, in db: Connection) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT a.product_id, a.ticket_id, a.first_event_ms, a.received_ms, d.id, d.kind, d.checked FROM attempts a
            LEFT JOIN documents d ON d.id = (
              SELECT r.id FROM attempt_documents l JOIN documents r ON r.id = l.document_id WHERE l.attempt = a.id
              ORDER BY r.document_ms DESC, r.sha256 DESC LIMIT 1)
            WHERE a.customer_id = ? AND a.ticket_id IS NOT NULL ORDER BY a.first_event_ms, a.id LIMIT ?
            """, [customer, most]
        ) { row in
            let (happened, received): (Instant?, Instant) = (row[2], try row[3])
            return TimelineEvent(
                happenedAt: happened ?? received, learnedAt: received,
                content: .reported(product: row[0]), reference: String(try row[1] as Int64),
                evidence: try (row[4] as Int64?).map { _ in try EvidenceQuery.evidence(row, after: 4) })
        }
    }

    private static func moves(_ customer: Int64, in db: Connection) throws -> [TimelineEvent] {
        try db.map(
            """
            SELECT m.ticket_id, \(TicketMoveTable.columns) FROM tickets t JOIN ticket_moves m ON m.ticket_id = t.id
            WHERE t.customer_id = ? ORDER BY m.happened_ms, m.id LIMIT ?
            """, [customer, most]
        ) { row in
            let (ticket, move) = (String(try row[0] as Int64), try TicketMove(row, after: 1))
            return TimelineEvent(
                happenedAt: move.at, learnedAt: move.learnedAt,
                content: .moved(move, ticket: TicketID(ticket)), reference: ticket)
        }
    }
}
