import Purchases

/// Applies one document to the facts, and rewrites what the rules derive from them. ``DocumentWriter`` calls it.
struct DocumentImport {
    /// What applying a document did.
    struct Outcome {
        /// The document's row.
        var document: Int64 = 0
        /// Whether the document was known.
        var isDuplicate = false
        /// Rows of transactions that were not known before.
        var newTransactions: Set<Int64> = []
        /// Rows of known transactions in which a value that Apple tells changed.
        var updatedTransactions: Set<Int64> = []
        /// Rows that turned out to be the same transaction as another.
        var removedTransactions: Set<Int64> = []
        /// Rows of chains that were not known before.
        var newChains: Set<Int64> = []
        /// Rows of known chains to which the document brought anything.
        var updatedChains: Set<Int64> = []
        /// Customers whose facts may have changed.
        var customers: Set<Int64> = []
        /// What it did to tickets.
        var tickets = TicketChanges()
    }

    private let document: DecodedDocument
    private let rules: TicketRules
    private let agent: AgentName
    private let instant: Instant
    private let db: Connection
    private var outcome = Outcome()
    private var owners = ChainOwnershipUpdate()
    private var merged: [Int64: StoredChain] = [:]
    /// The chains of which it told transactions or ids that were not known.
    private var withNewIDs: Set<Int64> = []
    /// The chains that are claimed otherwise than before.
    private var withNewClaims: Set<Int64> = []

    /// Applies a document; one brought again changes nothing but its owner and when it became known.
    static func apply(
        _ document: DecodedDocument, rules: TicketRules, by agent: AgentName, at instant: Instant,
        in db: Connection
    ) throws -> Outcome {
        var application = DocumentImport(
            document: try ErasedPeople.censored(document, in: db), rules: rules, agent: agent,
            instant: instant, db: db)
        try application.run()
        return application.outcome
    }

    private var contents: DocumentContents { document.contents }
    private var environment: AppStoreEnvironment { contents.environment ?? .production }

    /// In this order: facts, then owners, periods, and tickets, each of which rests on those before it.
    private mutating func run() throws {
        let kept = try DocumentTable.keep(document, at: instant, in: db)
        (outcome.document, outcome.isDuplicate) = (kept.row, !kept.isNew)
        // Brought again it may still name an owner or an order, or be vouched for now.
        guard
            try !kept.isRepeated || contents.owner != nil || contents.orderID != nil
                || AttemptClaims.gain(from: contents, in: db)
        else { return }
        var chains: [OriginalTransactionID: Int64] = [:]
        for part in contents.byChain { chains[part.chain] = try merge(part) }
        let moved = try chains.values.sorted().flatMap { try moveAttempts(toChain: $0) }
        try DocumentTable.link(kept.row, to: Array(chains.values), in: db)
        try DocumentTable.mention(contents.mentions, in: kept.row, db: db)
        try keepNotices(kept.row, chains: chains)
        for chain in chains.values.sorted() {
            if let stored = merged[chain] { try RefundUpdate(in: db).settle(stored, at: instant) }
        }
        try recordOrder(of: chains)
        try mergePerson()
        try nameOwner(of: chains)
        var tickets = TicketUpdate(rules, learnedAt: contents.knownAt, at: instant, in: db)
        try mergeReport(kept.row, tickets: &tickets)
        for chain in chains.values.sorted() {
            guard let stored = merged[chain] else { continue }
            try owners.follow(
                stored, hasNewIDs: withNewIDs.contains(chain), hasNewClaims: withNewClaims.contains(chain),
                in: db)
        }
        try owners.recompute(rules.catalog, atHand: merged, in: db)
        for attempt in try owners.attempts(db) + moved { tickets.look(atAttempt: attempt) }
        try tickets.settle()
        outcome.tickets = tickets.changes
        outcome.customers = owners.customers
    }

    private mutating func moveAttempts(toChain chain: Int64) throws -> Set<Int64> {
        let moved = try AttemptMoves.follow(chain, in: db)
        if !moved.isEmpty { withNewIDs.insert(chain) }
        return moved
    }

    private func keepNotices(_ row: Int64, chains: [OriginalTransactionID: Int64]) throws {
        for notice in contents.notices {
            let chain = notice.chain.flatMap { chains[$0] }
            try NotificationTable.keep(notice, of: row, in: contents.environment, chain: chain, db: db)
            try RefundUpdate(in: db).note(notice, in: environment, of: contents)
        }
    }

    private func recordOrder(of chains: [OriginalTransactionID: Int64]) throws {
        guard let order = contents.orderID, OrderTable.isOrderID(order.rawValue) else { return }
        for chain in chains.values { try OrderTable.record(order, of: chain, by: agent, at: instant, in: db) }
    }

    private mutating func mergeReport(_ row: Int64, tickets: inout TicketUpdate) throws {
        guard let report = contents.report else { return }
        let merged = try ReportMerge.apply(report, of: contents, at: instant, in: db)
        try DocumentTable.link(row, toAttempt: merged.row, in: db)
        for chain in merged.chains.sorted() { try owners.decide(chain, in: db) }
        for attempt in merged.attempts { tickets.look(atAttempt: attempt) }
    }

    private mutating func merge(_ part: ChainContents) throws -> Int64 {
        let id = ChainID(part.chain, in: environment)
        var stored = try StoredChain.find(id, in: db) ?? StoredChain(new: id)
        let accounts = stored.chain.accounts
        stored.chain.merge(part, of: contents)
        stored.askLog.notifiedAt = notifiedAt(of: part.chain, since: stored.askLog.notifiedAt)
        let changes = try stored.save(db)
        note(changes, of: stored)
        if !changes.isEmpty { withNewIDs.insert(stored.rowID) }
        for renewal in part.renewals { try RenewalTable.save(renewal.info, of: stored.rowID, in: db) }
        try noteTokens(of: part, stored.rowID)
        if stored.chain.accounts != accounts { withNewClaims.insert(stored.rowID) }
        if stored.isNew { try DocumentTable.linkMentions(of: part.chain, to: stored.rowID, in: db) }
        merged[stored.rowID] = stored
        return stored.rowID
    }

    /// When the App Store last told something of a chain by itself.
    private func notifiedAt(of chain: OriginalTransactionID, since known: Instant?) -> Instant? {
        contents.notices.lazy.filter { $0.chain == chain }.reduce(known) { newest, notice in
            max(newest ?? notice.notification.signedAt, notice.notification.signedAt)
        }
    }

    private mutating func note(_ changes: StoredChain.Changes, of stored: StoredChain) {
        outcome.newTransactions.formUnion(changes.new)
        outcome.updatedTransactions.formUnion(changes.updated)
        outcome.removedTransactions.formUnion(changes.removed)
        if stored.isNew { outcome.newChains.insert(stored.rowID) }
        if !stored.isNew && !outcome.isDuplicate { outcome.updatedChains.insert(stored.rowID) }
    }

    /// A list tells one token with each of its transactions: it is one claim, since the first that told it.
    private mutating func noteTokens(of part: ChainContents, _ chain: Int64) throws {
        var claims: [PersonIdentifier: OwnerClaim] = [:]
        func note(_ token: PersonIdentifier?, at time: Instant, knownAt: Instant) {
            guard let token else { return }
            let known = claims[token]
            claims[token] = OwnerClaim(
                kind: .appAccountToken, customer: nil, token: token, at: min(known?.at ?? time, time),
                knownAt: min(known?.knownAt ?? knownAt, knownAt))
        }
        for telling in part.transactions {
            note(
                telling.values.appAccountToken, at: contents.precedence(of: telling).documentTime,
                knownAt: contents.knownAt(of: telling))
        }
        for renewal in part.renewals {
            note(
                renewal.appAccountToken, at: renewal.info.precedence.documentTime,
                knownAt: renewal.info.knownAt)
        }
        for (_, claim) in claims.sorted(by: { $0.key < $1.key }) { try keep(claim, on: chain) }
    }

    private mutating func keep(_ claim: OwnerClaim, on chain: Int64) throws {
        if try ClaimTable.note(claim, chain: chain, in: db) { withNewClaims.insert(chain) }
    }

    private mutating func mergePerson() throws {
        guard let person = contents.person else { return }
        let knownAt = contents.knownAt
        for token in try CustomerTable.merge(
            person, precedence: contents.precedence, knownAt: knownAt, in: db)
        {
            for chain in try ClaimTable.chains(ofToken: token, in: db) { try owners.decide(chain, in: db) }
        }
    }

    private mutating func nameOwner(of chains: [OriginalTransactionID: Int64]) throws {
        guard let owner = contents.owner else { return }
        _ = try CustomerTable.ensure(owner, in: db)
        let claim = OwnerClaim(
            kind: .named, customer: owner, at: contents.precedence.documentTime, knownAt: contents.knownAt)
        for chain in chains.values.sorted() { try keep(claim, on: chain) }
    }
}
