package import Purchases

/// A later renewal that was asked for one chain. `askMassExtension` below asks for everybody who has a product,
/// `IncidentExtensions.swift` for each chain of an incident; `Server/Workers/ExtensionQuestions.swift` sends them.
package struct ExtensionAnswer: Hashable, Sendable {
    package let preview: ExtensionPreview
    /// What is asked of the App Store.
    package let asked: AskedRow
}

extension Store {
    /// Asks the App Store to renew a chain later; the same that waits already is answered as it is, and so is what was
    /// asked for under the same key, whatever came of it.
    ///
    /// What is sent is decided and kept here, so that a server that is killed sends the same again.
    ///
    /// - Throws: `StoreError`: not found for an unknown chain; usage for what is not 1 to 90 days; conflict where a rule of
    ///   Apple's stands against it, another extension of the chain waits, or the key was used for another; refused by role;
    ///   busy.
    @discardableResult
    package func askExtension(
        of chain: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, _ wish: ExtensionTerms,
        key: String? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> ExtensionAnswer {
        try write(.extend, by: agent, at: now) { writing in
            let db = writing.db
            let reading = try ExtensionReading(db: db, rules: SettingTable.accessRules(db), now: now)
            let subject = try reading.subject(chain, in: environment)
            let preview = subject.preview(wish, at: now)
            let known = try ExtensionAsking.known(.extend, about: chain.rawValue, key: key, in: db) {
                $0.extensionWish == wish
            }
            if let known {
                return .nothing(ExtensionAnswer(preview: preview, asked: known))
            }
            let order = try ExtensionAsking.order(subject, preview, for: nil, key: key, in: db)
            let asked = try ExtensionAsking.ask(order, of: subject, in: writing)
            let about: [AuditSubject] = [.chain(chain)] + (subject.owner.map { [.customer($0)] } ?? [])
            var details = ExtensionDetails(.extend, chain.rawValue, wish)
            (details.requestIdentifier, details.customer) = (order.requestIdentifier, subject.owner)
            return .done(
                ExtensionAnswer(preview: preview, asked: asked),
                try AuditDraft(asked.id.rawValue, about: [.asked(asked.id)] + about, details))
        }
    }

    /// Asks the App Store to renew the subscriptions of everybody who has a product later, in all storefronts or in some.
    ///
    /// It reaches every active subscriber of the product, whether this store knows of them or not.
    ///
    /// - Throws: `StoreError`: not found for a product of which no subscription is known, and for an unknown incident;
    ///   usage for what is not 1 to 90 days; conflict where another waits for the product, or the key was used for
    ///   another; refused by role; busy.
    @discardableResult
    package func askMassExtension(
        of product: ProductID, _ wish: ExtensionTerms, storefronts: [String] = [],
        for incident: IncidentID? = nil, key: String? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> AskedRow {
        try write(.extend, by: agent, at: now) { writing in
            let db = writing.db
            let reach = try MassExtensionReach(of: product, in: storefronts, for: incident, at: now, db: db)
            guard ExtensionRule.lengths.contains(wish.days) else {
                throw StoreError.invalid(.extensionLength(days: wish.days))
            }
            let known = try ExtensionAsking.known(.massExtend, about: product.rawValue, key: key, in: db) {
                guard let order = $0.massExtensionOrder else { return false }
                return order.wish == wish && order.storefronts == reach.storefronts
                    && order.incident == incident
            }
            if let known { return .nothing(known) }
            let order = MassExtensionOrder(
                wish, as: try ExtensionAsking.identifier(of: product.rawValue, in: db),
                in: reach.environment, storefronts: reach.storefronts, for: incident, key: key)
            let row = try AppStoreRequestTable.ask(
                .massExtend, about: product.rawValue, arguments: ColumnText.json(order), by: agent, at: now,
                in: db)
            let asked = try ExtensionAsking.row(row, in: db)
            try writing.changed(.asked, asked.id.rawValue)
            if let incident { try writing.changed(.incident, incident.rawValue) }
            var details = ExtensionDetails(.massExtend, product.rawValue, wish)
            (details.requestIdentifier, details.incident) = (order.requestIdentifier, incident)
            details.storefronts = reach.storefronts.isEmpty ? nil : reach.storefronts
            let about = incident.map { [AuditSubject.incident($0)] } ?? []
            return .done(
                asked, try AuditDraft(asked.id.rawValue, about: [.asked(asked.id)] + about, details))
        }
    }
}

/// Whom an extension of everybody who has a product would reach, as far as this store knows.
///
/// Refused: as not found a product of which no subscription is known; as usage what is no storefront's code.
package struct MassExtensionReachQuery: HiddenQuery {
    let product: ProductID
    let storefronts: [String]
    let incident: IncidentID?

    package init(of product: ProductID, in storefronts: [String] = [], for incident: IncidentID? = nil) {
        (self.product, self.storefronts, self.incident) = (product, storefronts, incident)
    }

    package func page(in reading: StoreReading) throws -> MassExtensionReach {
        try MassExtensionReach(
            of: product, in: storefronts, for: incident, at: reading.now, db: reading.db)
    }
}

/// Whom an extension of everybody who has a product reaches.
package struct MassExtensionReach: Hashable, Sendable {
    package let product: ProductID
    /// Where it is sold: Production where the store serves it.
    package let environment: AppStoreEnvironment
    /// In which storefronts; empty for all.
    package let storefronts: [String]
    /// How many active subscriptions to it this store knows, in all storefronts: Apple may have more.
    package let known: CappedCount
    /// How many chains of the product were renewed later for the incident one by one, or wait for it: they get it again.
    package let renewed: Int
    /// What was asked for all of them already, and has not come to its end.
    package let waiting: AppStoreRequest?
    /// What was asked for all of them in the last 365 days, and may have been done though nobody asks any more; nil for
    /// nothing.
    package let unsettled: AppStoreRequestID?
}

extension MassExtensionReach {
    /// Counts them.
    init(
        of product: ProductID, in storefronts: [String], for incident: IncidentID?, at now: Instant,
        db: Connection
    ) throws {
        let rules = try SettingTable.accessRules(db)
        let isSold = rules.catalog.products[product].map { $0.kind == .autoRenewable } ?? false
        guard
            try isSold
                || db.exists(
                    "SELECT 1 FROM chains WHERE product_id = ? AND auto_renew IS NOT NULL", [product])
        else { throw StoreError.unknown(.subscription(product)) }
        let environment =
            rules.servedEnvironments.contains(.production) ? AppStoreEnvironment.production : .sandbox
        let count: Int? = try db.value(
            """
            SELECT count(*) FROM (
              SELECT 1 FROM chains c JOIN status_periods s ON s.chain_id = c.id AND s.from_ms <= ?1
                AND (s.until_ms IS NULL OR s.until_ms > ?1) AND s.status = 'active'
              WHERE c.product_id = ?2 AND c.environment = ?3 LIMIT ?4) counted
            """, [now, product, environment, CappedCount.cap + 1])
        self.init(
            product: product, environment: environment,
            storefronts: try Set(storefronts.map(MassExtensionReach.storefront)).sorted(),
            known: CappedCount(count ?? 0),
            renewed: try incident.map { try MassExtensionReach.renewed(with: product, for: $0, in: db) } ?? 0,
            waiting: try AppStoreRequestTable.waitingRequest(.massExtend, about: product.rawValue, in: db),
            unsettled: try MassExtensionReach.unsettled(with: product, at: now, in: db))
    }

    private static func unsettled(
        with product: ProductID, at now: Instant, in db: Connection
    ) throws -> AppStoreRequestID? {
        let row: Int64? = try db.value(
            """
            SELECT id FROM requests WHERE subject = ? AND kind = 'mass_extend' AND state = 'cancelled'
              AND effect IS NOT NULL AND ended_at_ms > ? ORDER BY id DESC LIMIT 1
            """, [product, now - ExtensionRule.year])
        return row.map { AppStoreRequestID(String($0)) }
    }

    private static func renewed(
        with product: ProductID, for incident: IncidentID, in db: Connection
    ) throws -> Int {
        let family = try IncidentTable.family(of: IncidentTable.find(incident, in: db).number, in: db)
        return try db.value(
            """
            SELECT count(DISTINCT c.id) FROM requests r CROSS JOIN chains c ON c.original_transaction_id = r.subject
            WHERE \(AppStoreRequestTable.ofIncidents(family)) AND r.kind = 'extend'
              AND \(AppStoreRequestTable.mayHold) AND c.product_id = ?
              AND c.environment = json_extract(r.arguments, '$.environment')
            """, family.values + [product]) ?? 0
    }

    /// A storefront's code as Apple writes it.
    ///
    /// Source: ISO 3166-1 alpha-3.
    private static func storefront(_ text: String) throws -> String {
        let code = text.uppercased()
        guard code.count == 3, code.allSatisfy({ ("A"..."Z").contains($0) }) else {
            throw StoreError.invalid(.storefront(text))
        }
        return code
    }
}

/// What writes of extensions share.
enum ExtensionAsking {
    /// What was asked for under a key, or waits, where it is the same; nil when it is to be asked for.
    static func known(
        _ kind: AppStoreRequest.Kind, about subject: String, key: String?, in db: Connection,
        isSame: (AppStoreRequest) -> Bool
    ) throws -> AskedRow? {
        if let key {
            let row: Int64? = try db.value(
                """
                SELECT id FROM requests WHERE subject = ? AND kind = ? AND json_extract(arguments, '$.key') = ?
                ORDER BY id LIMIT 1
                """, [subject, kind, key])
            if let row {
                let found = try self.row(row, in: db)
                guard isSame(found.request) else { throw StoreError.taken(.requestKey(key)) }
                return found
            }
        }
        guard let waiting = try AppStoreRequestTable.waiting(kind, about: subject, in: db) else { return nil }
        let found = try row(waiting, in: db)
        guard isSame(found.request) else { throw StoreError.asking(.extensionWaits(found.id)) }
        return found
    }

    /// What the App Store is to be told of a chain; refuses what a rule stands against.
    static func order(
        _ subject: ExtensionSubject, _ preview: ExtensionPreview, for incident: IncidentID?, key: String?,
        in db: Connection
    ) throws -> ExtensionOrder {
        let original = subject.chain.original
        if case .badLength(let days)? = preview.obstacles.first {
            throw StoreError.invalid(.extensionLength(days: days))
        }
        let identifier = try identifier(of: original.rawValue, in: db)
        guard preview.obstacles.isEmpty,
            let order = subject.order(preview.wish, as: identifier, for: incident, key: key)
        else { throw StoreError.asking(.notExtensible(original, preview.obstacles)) }
        return order
    }

    static func ask(
        _ order: ExtensionOrder, of subject: ExtensionSubject, in writing: StoreTransaction
    ) throws -> AskedRow {
        let original = subject.chain.original.rawValue
        let row = try AppStoreRequestTable.ask(
            .extend, about: original, arguments: ColumnText.json(order), by: writing.agent, at: writing.now,
            in: writing.db)
        try writing.changed(.asked, String(row))
        try writing.changed(.chain, original)
        return try self.row(row, in: writing.db)
    }

    /// What was asked for, by its row.
    static func row(_ row: Int64, in db: Connection) throws -> AskedRow {
        guard let request = try AppStoreRequestTable.at(row, in: db) else {
            throw StoreError.store(.unaudited)
        }
        return AskedRow(request: request, tries: try AskedTable.tries(of: request.id, in: db))
    }

    /// The name by which Apple knows a request: a UUID that no other request of any store has, since it follows from the
    /// log's head; the same store asks with the same one.
    ///
    /// Source: Apple, `requestIdentifier`: a UUID. RFC 9562: version 8 is made as its maker likes.
    static func identifier(of subject: String, in db: Connection) throws -> String {
        let head: String? = try db.value("SELECT hash FROM audit ORDER BY sequence DESC LIMIT 1")
        var digits = Array(ColumnText.digest(of: "\(head ?? "") extend \(subject)").prefix(32))
        // The version, 8, and the variant of a UUID.
        (digits[12], digits[16]) = ("8", "a")
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return parts.joined(separator: "-")
    }
}

/// What the audit log tells of an extension.
struct ExtensionDetails: Encodable {
    let kind: String
    let subject: String
    let days: Int
    let reason: ExtensionReason
    var requestIdentifier: String?
    var customer: AppUserID?
    var incident: IncidentID?
    var chains: Int?
    var storefronts: [String]?

    private enum CodingKeys: String, CodingKey {
        case kind, subject, days, reason, requestIdentifier, incident, chains, storefronts
        case customer = "appUserId"
    }

    /// A wish about a chain, a product or an incident.
    init(_ kind: AppStoreRequest.Kind, _ subject: String, _ wish: ExtensionTerms) {
        (self.kind, self.subject) = (kind.rawValue, subject)
        (days, reason) = (wish.days, wish.reason)
    }
}
