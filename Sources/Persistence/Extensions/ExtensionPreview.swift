package import Purchases

/// What asking for a later renewal of a chain would do, and what stands against it.
package struct ExtensionPreview: Hashable, Sendable {
    package let chain: ChainID
    /// Whose it is; nil while nobody knows.
    package let owner: AppUserID?
    /// What is subscribed to; nil while no transaction of the chain is known.
    package let product: ProductID?
    /// By how much, and why.
    package let wish: ExtensionTerms
    /// When its present period ends; nil without one.
    package let expiresAt: Instant?
    /// When it would end then; nil without one.
    package let extendedTo: Instant?
    /// What stands against it, as far as we know; empty where Apple can be asked.
    package let obstacles: [ExtensionObstacle]
    /// What we do not know, so that Apple decides.
    package let doubts: [ExtensionDoubt]
    /// The extensions of the customer's chains in the last 365 days, those that wait with them.
    package let past: [PastExtension]
    /// What waits to be asked of the App Store about the chain already.
    package let waiting: AppStoreRequest?

    /// Whether it can be asked for.
    package var isPossible: Bool { obstacles.isEmpty && waiting == nil }
}

/// What asking for a later renewal of a chain would do; without an environment of the chain in Production first.
///
/// Refused as not found: an unknown chain.
package struct ExtensionPreviewQuery: HiddenQuery {
    let chain: OriginalTransactionID
    let environment: AppStoreEnvironment?
    let wish: ExtensionTerms

    package init(
        of chain: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, _ wish: ExtensionTerms
    ) {
        (self.chain, self.environment, self.wish) = (chain, environment, wish)
    }

    package func page(in reading: StoreReading) throws -> ExtensionPreview {
        try ExtensionReading(db: reading.db, rules: SettingTable.accessRules(reading.db), now: reading.now)
            .subject(chain, in: environment).preview(wish, at: reading.now)
    }
}

/// A chain that may be renewed later, with everything that it depends on.
struct ExtensionSubject {
    let chain: ChainID
    let owner: AppUserID?
    /// What is subscribed to.
    let product: ProductID?
    /// The transaction whose end would move.
    let transaction: TransactionID?
    /// In which storefront it was bought; nil where nothing tells.
    let storefront: String?
    /// When it was bought first.
    let since: Instant?
    /// When Apple told last that it could not renew it later with everybody else; nil while it did not.
    let leftOutAt: Instant?
    /// What the rule looks at.
    var facts: ExtensionFacts
    /// What waits to be asked about it.
    let waiting: AppStoreRequest?

    /// What a wish would do, for an incident for which it may have been renewed later before.
    func preview(
        _ wish: ExtensionTerms, renewedFor incident: IncidentID? = nil, at now: Instant
    ) -> ExtensionPreview {
        let order = order(wish, as: "", for: nil, key: nil)
        // What waits about the chain itself is said as that, not as one that was used up.
        var others = facts
        others.past = facts.past.filter { !$0.isWaiting || $0.chain != chain }
        return ExtensionPreview(
            chain: chain, owner: owner, product: product, wish: wish, expiresAt: facts.expiresAt,
            extendedTo: ExtensionRule.lengths.contains(wish.days)
                ? order.map { $0.expiresAt + $0.length } : nil,
            obstacles: (incident.map { [.sameIncident($0)] } ?? [])
                + ExtensionRule.obstacles(to: wish, of: others, at: now),
            doubts: ExtensionRule.doubts(about: facts), past: ExtensionRule.used(facts.past, at: now),
            waiting: waiting)
    }

    /// Whether what renews everybody with a product later reaches it, as far as we know: it was there when Apple went through
    /// them, and Apple did not say that it could not. Where nobody knows in which storefront it was bought, it may.
    func isReached(by request: AppStoreRequest) -> Bool {
        guard let order = request.massExtensionOrder, product?.rawValue == request.subject,
            order.covers(chain.environment, storefront)
        else { return false }
        let end = request.massExtensionEffect?.completedAt ?? request.endedAt
        let isThere = since.map { $0 < end ?? .latest } ?? true
        return isThere && leftOutAt.map { $0 < request.askedAt } ?? true
    }

    /// What the App Store is told; nil while nothing is known that could end later.
    func order(
        _ wish: ExtensionTerms, as identifier: String, for incident: IncidentID?, key: String?
    ) -> ExtensionOrder? {
        guard let transaction, let end = facts.expiresAt else { return nil }
        return ExtensionOrder(
            wish, as: identifier, in: chain.environment, of: transaction, endingAt: end, for: incident,
            key: key)
    }
}

/// Reads what an extension depends on.
struct ExtensionReading {
    let db: Connection
    let rules: AccessRules
    let now: Instant

    /// A chain by name; of several environments that of Production first.
    func subject(
        _ id: OriginalTransactionID, in environment: AppStoreEnvironment? = nil
    ) throws -> ExtensionSubject {
        let row: Int64? = try db.value(
            """
            SELECT id FROM chains WHERE original_transaction_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR environment = ?2)
            ORDER BY environment <> 'Production', environment LIMIT 1
            """, [id, environment])
        guard let row, let stored = try StoredChain.at(row, in: db) else {
            throw StoreError.unknown(.chain(id))
        }
        return try subject(stored)
    }

    /// A chain that was read.
    func subject(_ stored: StoredChain) throws -> ExtensionSubject {
        let owner = try stored.customerRow.flatMap { try CustomerTable.at($0, in: db) }
        let chains =
            try owner.map {
                try StoredChain.all(ofCustomer: $0.rowID, atHand: [stored.rowID: stored], in: db)
            }
            ?? [stored]
        let timelines = ChainTimeline.timelines(of: chains.map(\.chain), catalog: rules.catalog)
        let place = chains.firstIndex { $0.rowID == stored.rowID }
        guard let place, timelines.indices.contains(place) else {
            throw StoreError.unknown(.chain(stored.chain.id.original))
        }
        let timeline = timelines[place]
        let environment = stored.chain.id.environment
        let isServed =
            owner.map { rules.serves(environment, for: $0.customer) }
            ?? rules.servedEnvironments.contains(environment)
        // An extension in the Sandbox uses up nothing of what Production allows†.
        let counting = chains.filter { $0.chain.id.environment == environment }
        var facts = ExtensionFacts(
            of: timeline, catalog: rules.catalog, isServed: isServed, isOwned: owner != nil,
            past: try PastExtension.merged(
                ours: counting.flatMap { try ours(of: $0.chain.id) },
                told: counting.flatMap { try told(of: $0) }), at: now)
        facts.unsettled = try UnsettledExtensions(of: stored.chain.id.original.rawValue).newest(in: db)
        let ruling =
            timeline.segment(at: now).map { stored.chain.transactions[$0.ruling] }
            ?? stored.chain.transactions.last
        var subject = ExtensionSubject(
            chain: stored.chain.id, owner: owner?.customer.id, product: stored.chain.productID,
            transaction: ruling?.shownID(in: stored.chain.id), storefront: ruling?.values.storefront,
            since: stored.chain.transactions.first?.purchasedAt, leftOutAt: try leftOutAt(of: stored),
            facts: facts,
            waiting: try AppStoreRequestTable.waitingRequest(
                .extend, about: stored.chain.id.original.rawValue, in: db))
        let everybody = try stored.chain.productID.flatMap {
            try AppStoreRequestTable.waitingRequest(.massExtend, about: $0.rawValue, in: db)
        }
        subject.facts.isEverybodyAsked = everybody.map(subject.isReached) ?? false
        return subject
    }

    private func leftOutAt(of stored: StoredChain) throws -> Instant? {
        try db.value(
            """
            SELECT max(signed_ms) FROM notifications
            WHERE chain_id = ? AND type = 'RENEWAL_EXTENSION' AND subtype = 'FAILURE'
            """, [stored.rowID])
    }

    /// What was asked for here and done, or waits.
    private func ours(
        of chain: ChainID
    ) throws -> [(extension: PastExtension, askedAt: Instant)] {
        try db.map(
            """
            SELECT id, asked_at_ms, ended_at_ms FROM requests
            WHERE subject = ?1 AND kind = 'extend' AND state IN ('waiting', 'done')
              AND json_extract(arguments, '$.environment') = ?2 AND coalesce(ended_at_ms, ?3) >= ?3
            ORDER BY id
            """, [chain.original, chain.environment, now - ExtensionRule.year]
        ) { row in
            let (asked, ended): (Instant, Instant?) = (try row[1], row[2])
            let id = AppStoreRequestID(String(try row[0] as Int64))
            return (
                extension: PastExtension(of: chain, at: ended ?? asked, by: id, isWaiting: ended == nil),
                askedAt: asked
            )
        }
    }

    /// What Apple told of, whoever asked for it.
    private func told(of stored: StoredChain) throws -> [PastExtension] {
        try db.map(
            """
            SELECT signed_ms FROM notifications WHERE chain_id = ? AND type = 'RENEWAL_EXTENDED' AND signed_ms > ?
            ORDER BY signed_ms
            """, [stored.rowID, now - ExtensionRule.year]
        ) { PastExtension(of: stored.chain.id, at: try $0[0]) }
    }
}
