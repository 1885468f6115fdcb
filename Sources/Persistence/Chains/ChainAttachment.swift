import GRDB
public import Purchases

/// A chain that is to become a customer's.
public struct AttachRequest: Hashable, Sendable {
    /// The chain.
    public var chain: OriginalTransactionID
    /// Where it was bought; nil for the chain of Production before any other of the name.
    public var environment: AppStoreEnvironment?
    /// Whose it becomes; created when unknown.
    public var customer: AppUserID
    /// The reason code, for the audit log.
    public var reason: String

    /// A wish to attach a chain.
    public init(
        _ chain: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, to customer: AppUserID,
        reason: String
    ) {
        self.chain = chain
        self.environment = environment
        self.customer = customer
        self.reason = reason
    }
}

extension Store {
    /// What attaching a chain to a customer would do; nothing is changed.
    ///
    /// - Throws: `StoreError`: not found for an unknown chain; usage for what cannot be a customer's name.
    public func previewAttach(_ request: AttachRequest, at now: Instant) throws -> Attachment {
        try read { try ChainMove(request, in: $0).attachment(at: now) }
    }

    /// Attaches a chain to a customer, who is created when unknown; undone by attaching it back.
    ///
    /// - Throws: `StoreError`: not found for an unknown chain; refused by role; usage without a reason or for no customer's name.
    public func attach(
        _ request: AttachRequest, by agent: AgentName, at now: Instant
    ) throws -> Attachment {
        guard !request.reason.isEmpty else {
            throw StoreError.attachingNeedsReason
        }
        return try write(.chainAttach, by: agent, at: now) { writing in
            let move = try ChainMove(request, in: writing.db)
            let attachment = try move.attachment(at: now)
            try move.make(writing)
            let about = attachment.people.map { AuditSubject.customer($0) } + [.chain(request.chain)]
            let details = ChainMove.Details(
                reason: request.reason, from: attachment.from, to: request.customer,
                isCreated: attachment.createsCustomer)
            return .done(attachment, try AuditDraft(request.chain.rawValue, about: about, details))
        }
    }
}

/// A chain on its way from one customer to another.
struct ChainMove {
    /// What the audit log says of it.
    struct Details: Encodable {
        let reason: String
        let from: AppUserID?
        let to: AppUserID
        /// Whether the customer was made for it.
        let isCreated: Bool

        private enum Key: CodingKey {
            case reason, from, to, created
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(reason, forKey: .reason)
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
            if isCreated { try container.encode(true, forKey: .created) }
        }
    }

    /// The chain.
    let chain: StoredChain
    private let customer: AppUserID
    private let isNew: Bool
    private let from: AppUserID?
    private let db: Database

    /// Without an environment the chain of Production comes before any other of the name.
    init(_ request: AttachRequest, in db: Database) throws {
        let (id, customer) = (request.chain, request.customer)
        let known: Int64? = try db.value(
            """
            SELECT id FROM chains WHERE original_transaction_id = ?1 AND (?2 IS NULL OR environment = ?2)
            ORDER BY environment <> 'Production', environment LIMIT 1
            """, [id.rawValue, request.environment?.rawValue])
        guard let stored = try known.flatMap({ try StoredChain.at($0, in: db) }) else {
            throw StoreError.unknownChain(id)
        }
        try CustomerTable.checkName(customer)
        isNew = try CustomerTable.find(customer, in: db) == nil
        (chain, self.customer, self.db) = (stored, customer, db)
        from = try stored.customerRow.flatMap { try CustomerTable.at($0, in: db)?.customer.id }
    }

    /// Both customers' access without and with the move, worked out from facts alone.
    func attachment(at instant: Instant) throws -> Attachment {
        let rules = try SettingTable.accessRules(db)
        var (before, after): ([AppUserID: [EntitlementAccess]], [AppUserID: [EntitlementAccess]]) = ([:], [:])
        // What the chain's purchases owe goes with them, unless their new owner is known in time.
        let moving =
            from == customer
            ? (owed: [], tickets: [])
            : try OwedPurchases.all(ofChain: chain.rowID, movedTo: customer, at: instant, in: db)
        let payers = try ClaimTable.all(ofChain: chain.rowID, in: db).reduce(into: [String: AppUserID]()) {
            if let token = $1.token { $0[token] = $1.customer }
        }
        let holding = ChainHolding(owner: customer, payers: payers, attachedAt: instant)
        let payersBefore = try PayerTable.all(ofChain: chain.rowID, in: db).map(\.customer.id)
        for person in Set([from, customer].compactMap { $0 } + payersBefore) {
            // Who is made for it has nothing before.
            let facts =
                try CustomerFactsReading.facts(person, in: db)
                ?? CustomerFacts(customer: Customer(id: person), chains: [], grants: [])
            let others = facts.chains.filter { $0.id != chain.chain.id }
            let share = holding.share(of: person, in: chain.chain)
            let moved = CustomerFacts(
                customer: facts.customer, chains: others + [share].compactMap { $0 },
                grants: facts.grants,
                owed: facts.owed.filter { !moving.tickets.contains($0.ticket) }
                    + (person == customer ? moving.owed : []))
            before[person] = CustomerAccess(facts: facts, rules: rules).verdicts(at: instant)
            after[person] = CustomerAccess(facts: moved, rules: rules).verdicts(at: instant)
        }
        return Attachment(
            chain: chain.chain.id, from: from, to: customer, createsCustomer: isNew, before: before,
            after: after)
    }

    /// Makes the move.
    func make(_ writing: StoreTransaction) throws {
        let claim = OwnerClaim(kind: .attach, customer: customer, at: writing.now)
        try ClaimTable.insert(claim, chain: chain.rowID, in: db)
        var owners = ChainOwnershipUpdate()
        try owners.decide(chain.rowID, in: db)
        try owners.recompute(CatalogTable.read(db), in: db)
        try TicketUpdate.look(at: owners.attempts(db), in: writing)
        for person in Set([from, customer].compactMap { $0 }) {
            try writing.changed(.customer, person.rawValue)
        }
        try writing.changed(.chain, chain.chain.id.original.rawValue)
    }
}

/// What attaching a chain to a customer does to both customers' access.
public struct Attachment: Sendable {
    /// The chain.
    public let chain: ChainID
    /// Whose it was; nil when it was nobody's.
    public let from: AppUserID?
    /// Whose it becomes.
    public let to: AppUserID
    /// Whether there is nobody of that name before, so that attaching creates the customer.
    public let createsCustomer: Bool
    /// The verdicts on both customers before.
    public let before: [AppUserID: [EntitlementAccess]]
    /// The verdicts on both customers after.
    public let after: [AppUserID: [EntitlementAccess]]

    /// The customers whose access it touches, by name.
    public var people: [AppUserID] { Set([from, to].compactMap { $0 } + before.keys).sorted() }
}
