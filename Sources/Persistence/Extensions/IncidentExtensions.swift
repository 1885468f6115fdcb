package import Purchases

/// What renewing each chain of an incident later would do.
package struct IncidentExtensionPreview: Hashable, Sendable {
    package let incident: IncidentID
    /// By how much, and why.
    package let wish: ExtensionTerms
    /// Its chains, those that can be asked about first.
    package let chains: [ExtensionPreview]
    /// How many of its failed purchases name no chain that is known: nobody can be asked about them.
    package let withoutChain: Int

    /// The chains that Apple can be asked about.
    package var possible: [ExtensionPreview] { chains.filter(\.isPossible) }
}

/// What was asked for an incident.
package struct IncidentExtensionAnswer: Hashable, Sendable {
    /// What it does, and who is left out.
    package let preview: IncidentExtensionPreview
    /// What is asked of the App Store, a row for each chain.
    package let asked: [AskedRow]
}

/// What renewing each chain of an incident later would do, of one product where one is named.
///
/// Refused: as not found an unknown incident; as usage one of too many chains.
package struct IncidentExtensionPreviewQuery: HiddenQuery {
    let incident: IncidentID
    let product: ProductID?
    let wish: ExtensionTerms

    package init(of incident: IncidentID, product: ProductID? = nil, _ wish: ExtensionTerms) {
        (self.incident, self.product, self.wish) = (incident, product, wish)
    }

    package func page(in reading: StoreReading) throws -> IncidentExtensionPreview {
        try IncidentExtensions(of: incident, product: product, at: reading.now, db: reading.db).preview(wish)
    }
}

extension Store {
    /// Asks the App Store to renew each chain of an incident later that its rules allow; the others are left out.
    ///
    /// Asked twice, those are left out that wait or were renewed later for it: nobody gets more than was asked for once.
    ///
    /// - Throws: `StoreError`: not found for an unknown incident; usage for what is not 1 to 90 days, for an incident of too
    ///   many chains, and where none can be extended; refused by role; busy.
    @discardableResult
    package func askExtensions(
        ofIncident incident: IncidentID, product: ProductID? = nil, _ wish: ExtensionTerms,
        by agent: AgentName, at now: Instant
    ) throws(StoreError) -> IncidentExtensionAnswer {
        try write(.extend, by: agent, at: now) { writing in
            let db = writing.db
            guard ExtensionRule.lengths.contains(wish.days) else {
                throw StoreError.invalid(.extensionLength(days: wish.days))
            }
            let found = try IncidentExtensions(of: incident, product: product, at: now, db: db)
            let possible = found.previews(wish).filter(\.preview.isPossible)
            let preview = found.preview(wish)
            guard !possible.isEmpty else { throw StoreError.asking(.nobodyExtensible(incident)) }
            let asked = try possible.map { subject, preview in
                let order = try ExtensionAsking.order(subject, preview, for: incident, key: nil, in: db)
                return try ExtensionAsking.ask(order, of: subject, in: writing)
            }
            try writing.changed(.incident, incident.rawValue)
            let about =
                [AuditSubject.incident(incident)]
                + asked.flatMap {
                    [.asked($0.id), .chain(OriginalTransactionID($0.request.subject))]
                }
            var details = ExtensionDetails(.extend, incident.rawValue, wish)
            (details.incident, details.chains) = (incident, asked.count)
            return .done(
                IncidentExtensionAnswer(preview: preview, asked: asked),
                try AuditDraft(incident.rawValue, about: about, details))
        }
    }
}

/// The chains of an incident's failed purchases.
private struct IncidentExtensions {
    /// The most chains of one incident that are asked about one by one†: more are everybody's, at once.
    static let most = 2000

    private let incident: IncidentID
    private let now: Instant
    private let withoutChain: Int
    private let subjects: [ExtensionSubject]
    /// The chains that were renewed later for the incident.
    private let extended: Set<ChainID>
    /// Whom everybody's renewals for the incident reach, or will.
    private let everybody: [AppStoreRequest]

    init(of id: IncidentID, product: ProductID?, at now: Instant, db: Connection) throws {
        let incident = try IncidentTable.find(id, in: db)
        let family = try IncidentTable.family(of: incident.number, in: db)
        // The limit: one chain more than may be, and a row of the tickets whose chain is not known.
        let named: [(chain: Int64?, tickets: Int)] = try db.map(
            """
            SELECT c.id, count(*) FROM tickets t LEFT JOIN chains c
              ON c.original_transaction_id = t.original_transaction_id AND c.environment = t.environment
            WHERE t.incident_id = ?1 AND t.merged_into IS NULL AND (CAST(?2 AS TEXT) IS NULL OR t.product_id = ?2)
            GROUP BY c.id ORDER BY c.id LIMIT ?3
            """, [incident.number, product, IncidentExtensions.most + 2]
        ) { (chain: $0[0], tickets: try $0[1]) }
        let chains = named.compactMap(\.chain)
        guard chains.count <= IncidentExtensions.most else {
            throw StoreError.invalid(.tooManyChains(limit: IncidentExtensions.most))
        }
        let reading = try ExtensionReading(db: db, rules: SettingTable.accessRules(db), now: now)
        subjects = try chains.compactMap { try StoredChain.at($0, in: db) }.map(reading.subject)
        extended = Set(
            try db.map(
                """
                SELECT subject, json_extract(arguments, '$.environment') FROM requests
                WHERE \(AppStoreRequestTable.ofIncidents(family)) AND kind = 'extend' AND state = 'done'
                """, family.values
            ) { ChainID(try $0[0], in: try $0[1]) })
        everybody = try db.map(
            """
            \(AppStoreRequestTable.selection)
            WHERE \(AppStoreRequestTable.ofIncidents(family)) AND kind = 'mass_extend' AND \(AppStoreRequestTable.mayHold)
            """, family.values, AppStoreRequestTable.read)
        (self.incident, self.now) = (id, now)
        withoutChain = named.filter { $0.chain == nil }.map(\.tickets).reduce(0, +)
    }

    /// What the wish does to each chain, one after the other: what is asked for a customer's first chain counts against the
    /// customer's next.
    func previews(_ wish: ExtensionTerms) -> [(subject: ExtensionSubject, preview: ExtensionPreview)] {
        var asked: [AppUserID: [PastExtension]] = [:]
        return subjects.map { subject in
            var subject = subject
            if let owner = subject.owner { subject.facts.past += asked[owner] ?? [] }
            let preview = subject.preview(
                wish, renewedFor: isRenewed(subject) ? incident : nil, at: now)
            if preview.isPossible, let owner = subject.owner {
                asked[owner, default: []].append(PastExtension(of: subject.chain, at: now, isWaiting: true))
            }
            return (subject, preview)
        }
    }

    /// Whether the chain was renewed later for the incident, by itself or with everybody who has its product.
    private func isRenewed(_ subject: ExtensionSubject) -> Bool {
        extended.contains(subject.chain) || everybody.contains(where: subject.isReached)
    }

    func preview(_ wish: ExtensionTerms) -> IncidentExtensionPreview {
        let previews = previews(wish).map(\.preview)
        return IncidentExtensionPreview(
            incident: incident, wish: wish,
            chains: previews.filter(\.isPossible) + previews.filter { !$0.isPossible },
            withoutChain: withoutChain)
    }
}
