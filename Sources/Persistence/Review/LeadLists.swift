package import Purchases

/// A list that leads look at: what no rule can decide alone.
package enum LeadList: String, Hashable, Sendable, CaseIterable {
    /// Charges of tickets that a person said had ended, and no fact shows how.
    case closedWithoutProof = "without-proof"
    /// Made good, and Apple gave the money back as well.
    case refundedAndMadeGood = "refunded"
    /// Made good, and then delivered after all.
    case deliveredAfterMakeGood = "delivered-late"
    /// Open losses of the queue that neither the review nor the balance counts.
    case notCounted = "not-counted"
    /// Chains that two customers claim, while nobody has decided between them.
    case twoCustomers = "two-customers"
    /// Grants that hold and that no charge and no stated kindness accounts for.
    case accessWithoutSource = "no-source"
    /// Purchases that nothing but the app's own word says were delivered.
    case byWord = "by-word"
    /// Tokens of purchases outside the App Store that Apple says the app did not report.
    case unreportedTokens = "external-tokens"
    /// What the server bridged while the App Store could not be asked.
    case bridges
}

/// How much each list of leads holds.
package struct LeadListCounts: Hashable, Sendable {
    /// Charges that the App Store knows of and no app reported as delivered.
    package let silentLosses: SilentLossCount
    /// The lists, each with its count.
    package let lists: [LeadList: CappedCount]
    /// Refunds that customers asked Apple for and that can still be answered.
    package let refunds: CappedCount

    package init(
        silentLosses: SilentLossCount, lists: [LeadList: CappedCount],
        refunds: CappedCount
    ) {
        (self.silentLosses, self.lists, self.refunds) = (silentLosses, lists, refunds)
    }

    /// How much a list holds.
    package func count(of list: LeadList) -> CappedCount { lists[list] ?? CappedCount(0) }
}

/// A row of a list of leads.
package enum LeadListRow: Hashable, Sendable {
    /// A ticket that was made good or credited, the grants given with it, and when the money was given back if it was.
    case ticket(Ticket, grants: [Grant], refundedAt: Instant?)
    /// A chain and everything that claims it.
    case chain(DisputedChain)
    /// A grant, with the customer's name as far as it is known, and whether its ticket is unproved.
    case grant(Grant, customerName: PersonName?)
    /// A purchase that only the app says was delivered.
    case delivery(UnconfirmedDelivery)
    /// A token that was not reported.
    case token(UnreportedToken)
    /// A ticket that is closed without proof.
    case closed(ClosedWithoutProof)
}

/// A ticket of which a person said how it ended, and no fact shows it.
package struct ClosedWithoutProof: Hashable, Sendable {
    /// What the App Store's record tells of the charge since then: not yet what became of it.
    package enum Record: Hashable, Sendable {
        /// It shows the charge, since a moment.
        case charge(TransactionID, since: Instant)
        /// It shows that Apple gave a part of the money back at a moment.
        case refundInPart(TransactionID, at: Instant)
    }

    package let ticket: Ticket
    /// Why, by who said it first; nil where nothing was written.
    package internal(set) var note: CustomerNote?
    /// What the record tells since; nil for nothing.
    package let record: Record?

    /// A ticket, with what was written and what came since.
    package init(_ ticket: Ticket, note: CustomerNote?, record: Record?) {
        (self.ticket, self.note, self.record) = (ticket, note, record)
    }
}

/// A chain that several customers claim.
package struct DisputedChain: Hashable, Sendable {
    package let id: ChainID
    /// Whose it is by the rule of owners.
    package let owner: AppUserID?
    /// The owner's name, as far as it is known.
    package internal(set) var ownerName: PersonName?
    /// The others who claim it, by name.
    package let others: [AppUserID]
    /// The product bought last.
    package let product: ProductID?
    package let lastPurchase: Instant?

    /// A chain and who claims it.
    package init(
        id: ChainID, owner: AppUserID?, ownerName: PersonName?, others: [AppUserID], product: ProductID?,
        lastPurchase: Instant?
    ) {
        (self.id, self.owner, self.ownerName) = (id, owner, ownerName)
        (self.others, self.product, self.lastPurchase) = (others, product, lastPurchase)
    }
}

/// A token of purchases outside the App Store, as a notification says that the app did not report it.
///
/// Apple does not send that one was reported, and names the days within which it has to be on its regional pages only.
package struct UnreportedToken: Hashable, Sendable {
    package let token: ExternalPurchaseToken
    package let environment: AppStoreEnvironment
    /// The app; nil when Apple does not say.
    package let bundleID: BundleID?
    /// When Apple made the notification.
    package let noticedAt: Instant
    /// The row of the document that carried it.
    package let document: Int64

    /// A token, and the notification that speaks of it.
    package init(
        _ token: ExternalPurchaseToken, in environment: AppStoreEnvironment, of bundleID: BundleID?,
        noticedAt: Instant, document: Int64
    ) {
        (self.token, self.environment, self.bundleID) = (token, environment, bundleID)
        (self.noticedAt, self.document) = (noticedAt, document)
    }
}

/// A page of a list of leads.
package struct LeadListPage: Hashable, Sendable {
    package let list: LeadList
    /// The rows: what came last first, deliveries by word with the oldest charge first.
    package internal(set) var rows: [LeadListRow]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?

    package init(_ list: LeadList, rows: [LeadListRow], next: String?) {
        (self.list, self.rows, self.next) = (list, rows, next)
    }
}

/// How much each list of leads holds, counted no further than ``CappedCount/cap``.
package struct LeadListCountsQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> LeadListCounts {
        let lists = LeadListReading(db: reading.db, now: reading.now)
        return LeadListCounts(
            silentLosses: try SilentLossCountQuery().page(in: reading),
            lists: Dictionary(
                uniqueKeysWithValues: try LeadList.allCases.map { ($0, try lists.count(of: $0)) }),
            refunds: try RefundTable.openCount(at: reading.now, in: reading.db).count)
    }
}

/// How much one list of leads holds, counted no further than ``CappedCount/cap``.
package struct LeadListCountQuery: StoreQuery {
    let list: LeadList

    package init(of list: LeadList) { self.list = list }

    package func page(in reading: StoreReading) throws -> CappedCount {
        try LeadListReading(db: reading.db, now: reading.now).count(of: list)
    }
}

/// A list of leads.
///
/// Refused as usage: an `after` that no page gave.
package struct LeadListQuery: StoreQuery {
    let list: LeadList
    package let after: String?
    let limit: Int

    package init(_ list: LeadList, after: String? = nil, limit: Int = 50) {
        (self.list, self.after, self.limit) = (list, after, limit)
    }

    package func page(in reading: StoreReading) throws -> LeadListPage {
        try LeadListReading(db: reading.db, now: reading.now).page(of: list, after: after, limit: limit)
    }
}

/// Reads the lists of leads, each from an index that holds little else.
struct LeadListReading {
    let db: Connection
    /// The moment of the list: grants hold at it.
    let now: Instant

    /// How much a list holds.
    func count(of list: LeadList) throws -> CappedCount {
        if list == .byWord {
            let deliveries = UnconfirmedDeliveryReading(db: db, now: now)
            return CappedCount(try deliveries.count(atMost: CappedCount.cap + 1))
        }
        let found: Int? = try db.value(
            "SELECT count(*) FROM (\(rows(of: list)) LIMIT ?3) counted",
            [Int64.max, now.milliseconds, CappedCount.cap + 1])
        return CappedCount(found ?? 0)
    }

    /// A page of a list.
    func page(of list: LeadList, after: String?, limit: Int) throws -> LeadListPage {
        if list == .byWord {
            let page = try UnconfirmedDeliveryReading(db: db, now: now)
                .page(after: after.map(UnconfirmedDeliveryReading.place), limit: limit)
            return LeadListPage(list, rows: page.deliveries.map { .delivery($0) }, next: page.next)
        }
        let before = try after.map(Self.place) ?? .max
        let found: [Int64] = try db.values(
            "\(rows(of: list)) ORDER BY 1 DESC LIMIT ?3", [before, now.milliseconds, limit + 1])
        return LeadListPage(
            list, rows: try found.prefix(limit).compactMap { try row($0, of: list) },
            next: found.count > limit ? String(found[limit - 1]) : nil)
    }

    private static func place(_ text: String) throws -> Int64 {
        guard let row = Int64(text) else { throw StoreError.invalid(.cursor(text)) }
        return row
    }

    /// The rows of a list below `?1`, as of `?2`. Where no moment is needed, a condition that always holds names `?2`
    /// all the same, since both are bound.
    private func rows(of list: LeadList) -> String {
        switch list {
        case .closedWithoutProof:
            """
            SELECT DISTINCT ticket_id FROM charges INDEXED BY charges_without_proof
            WHERE standing = 'closed_without_proof' AND ticket_id < ?1 AND CAST(?2 AS BIGINT) IS NOT NULL
              AND environment IN (SELECT environment FROM served_environments)
            """
        case .refundedAndMadeGood: Self.tickets(after: "refunded")
        case .deliveredAfterMakeGood: Self.tickets(after: "delivered")
        case .notCounted: Self.notCounted
        case .twoCustomers:
            """
            SELECT id FROM chains INDEXED BY chains_disputed WHERE is_disputed = 1 AND id < ?1
              AND CAST(?2 AS BIGINT) IS NOT NULL AND environment IN (SELECT environment FROM served_environments)
            """
        case .accessWithoutSource: Self.grants
        case .byWord: "SELECT id FROM attempts WHERE outcome = 'by_word' AND id < ?1 AND charged_ms <= ?2"
        case .unreportedTokens:
            """
            SELECT id FROM notifications INDEXED BY notifications_by_type
            WHERE type = 'EXTERNAL_PURCHASE_TOKEN' AND subtype = 'UNREPORTED' AND id < ?1 AND signed_ms <= ?2
              AND purchase_token IS NOT NULL AND environment IN (SELECT environment FROM served_environments)
            """
        case .bridges:
            """
            SELECT id FROM grants INDEXED BY grants_bridges
            WHERE reason = 'bridge' AND id < ?1 AND granted_at_ms <= ?2
            """
        }
    }

    private static func tickets(after aftermath: String) -> String {
        """
        SELECT id FROM tickets INDEXED BY tickets_aftermath WHERE aftermath = '\(aftermath)' AND id < ?1
          AND CAST(?2 AS BIGINT) IS NOT NULL AND merged_into IS NULL
          AND environment IN (SELECT environment FROM served_environments)
        """
    }

    /// Open losses that only somebody's word tells, and those of environments whose money does not count.
    private static let notCounted = """
        SELECT id FROM tickets INDEXED BY tickets_unproved
        WHERE is_unproved = 1 AND "group" = 3 AND resolution IS NULL AND merged_into IS NULL AND id < ?1
        UNION ALL
        SELECT id FROM tickets INDEXED BY tickets_losses
        WHERE "group" = 3 AND resolution IS NULL AND is_unproved = 0 AND merged_into IS NULL AND id < ?1
          AND environment IN (SELECT v.column1 FROM (VALUES \(otherEnvironments)) v
            WHERE v.column1 NOT IN \(SettingTable.moneyEnvironments))
          AND CAST(?2 AS BIGINT) IS NOT NULL
        """

    private static let otherEnvironments = AppStoreEnvironment.known.map { "('\($0.rawValue)')" }
        .joined(separator: ", ")

    /// Grants that are not over: without a ticket and for a reason that says that something was paid, or with a ticket
    /// whose charge only somebody's word tells.
    private static let grants = """
        SELECT id FROM grants INDEXED BY grants_without_ticket
        WHERE ticket_id IS NULL AND revoked_at_ms IS NULL AND id < ?1 AND (ends_at_ms IS NULL OR ends_at_ms > ?2)
          AND reason NOT IN ('goodwill', 'test')
        UNION ALL
        SELECT g.id FROM tickets t INDEXED BY tickets_unproved CROSS JOIN grants g ON g.ticket_id = t.id
        WHERE t.is_unproved = 1 AND g.revoked_at_ms IS NULL AND g.id < ?1 AND g.reason <> 'bridge'
          AND (g.ends_at_ms IS NULL OR g.ends_at_ms > ?2)
        """

    private func row(_ id: Int64, of list: LeadList) throws -> LeadListRow? {
        switch list {
        case .closedWithoutProof: try closed(id).map { .closed($0) }
        case .refundedAndMadeGood, .deliveredAfterMakeGood, .notCounted: try ticket(id)
        case .twoCustomers: try chain(id).map { .chain($0) }
        case .accessWithoutSource, .bridges: try grant(id)
        case .byWord: nil
        case .unreportedTokens: try token(id).map { .token($0) }
        }
    }

    private func ticket(_ row: Int64) throws -> LeadListRow? {
        guard let ticket = try TicketTable.at(row, in: db) else { return nil }
        let refundedAt: Instant? = try db.value(
            """
            SELECT x.revoked_at_ms FROM tickets t JOIN transactions x ON x.id = t."transaction"
            WHERE t.id = ? AND t.aftermath = 'refunded'
            """, [row])
        let grants = try GrantTable.all(ofTicket: row, in: db).filter { !$0.isBridge }
        return .ticket(ticket, grants: grants, refundedAt: refundedAt)
    }

    private func closed(_ row: Int64) throws -> ClosedWithoutProof? {
        guard let ticket = try TicketTable.at(row, in: db), let end = ticket.resolvedAt else { return nil }
        let note = try db.first(
            "\(CustomerNote.selection) WHERE n.ticket_id = ? AND n.at_ms = ? ORDER BY n.id DESC LIMIT 1",
            [row, end]
        ) { try CustomerNote($0) }
        let record = try db.first(
            """
            SELECT x.transaction_id, x.known_ms, x.revoked_at_ms FROM tickets t JOIN transactions x ON x.id = t."transaction"
            WHERE t.id = ?
            """, [row]
        ) { found -> ClosedWithoutProof.Record? in
            let (id, known): (TransactionID, Instant) = (try found[0], try found[1])
            if let revokedAt: Instant = found[2] { return .refundInPart(id, at: revokedAt) }
            return known > end ? .charge(id, since: known) : nil
        }
        return ClosedWithoutProof(ticket, note: note, record: record ?? nil)
    }

    private func chain(_ row: Int64) throws -> DisputedChain? {
        let owners = try ClaimTable.all(ofChain: row, in: db).compactMap(\.customer)
        return try db.first(
            """
            SELECT c.original_transaction_id, c.environment, u.app_user_id, u.name, c.product_id, c.last_purchase_ms
            FROM chains c LEFT JOIN customers u ON u.id = c.customer_id WHERE c.id = ?
            """, [row]
        ) { found in
            let owner: AppUserID? = found[2]
            return DisputedChain(
                id: ChainID(try found[0], in: try found[1]), owner: owner, ownerName: found[3],
                others: Set(owners).filter { $0 != owner }.sorted(), product: found[4],
                lastPurchase: found[5])
        }
    }

    private func grant(_ row: Int64) throws -> LeadListRow? {
        guard let grant = try GrantTable.find(GrantID(row: row), in: db) else { return nil }
        let name: PersonName? = try db.value(
            "SELECT name FROM customers WHERE app_user_id = ?", [grant.customer])
        return .grant(grant, customerName: name)
    }

    private func token(_ row: Int64) throws -> UnreportedToken? {
        try db.first(
            """
            SELECT n.purchase_token, n.environment, d.bundle_id, n.signed_ms, n.document_id
            FROM notifications n JOIN documents d ON d.id = n.document_id WHERE n.id = ?
            """, [row]
        ) { found in
            guard let token: ExternalPurchaseToken = try found.json(0) else { throw found.damage(at: 0) }
            return UnreportedToken(
                token, in: try found[1], of: found[2], noticedAt: try found[3], document: try found[4])
        }
    }
}
