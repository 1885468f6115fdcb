package import Purchases

/// The wish that a chain becomes a customer's. `Attaching.swift` in `Persistence/Approvals` carries it out, or files it
/// for a lead to decide.
package struct AttachRequest: Hashable, Codable, Sendable {
    package var chain: OriginalTransactionID
    /// Where it was bought; nil for the chain of Production before any other of the name.
    package var environment: AppStoreEnvironment?
    /// Whose it becomes.
    package var customer: AppUserID
    /// The reason code, for the audit log.
    package var reason: String
    /// Whether the customer is made where there is nobody of that name.
    package var createsCustomer: Bool

    /// A wish to attach a chain, by default to somebody who exists.
    package init(
        _ chain: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, to customer: AppUserID,
        reason: String, createsCustomer: Bool = false
    ) {
        self.chain = chain
        self.environment = environment
        self.customer = customer
        self.reason = reason
        self.createsCustomer = createsCustomer
    }
}

/// What attaching a chain to a customer would do; nothing is changed.
///
/// Refused: as not found an unknown chain, and a customer who is unknown and not to be created, with the nearest names; as
/// usage what cannot be a customer's name.
package struct AttachPreviewQuery: HiddenQuery {
    let request: AttachRequest

    package init(_ request: AttachRequest) { self.request = request }

    package func page(in reading: StoreReading) throws -> Attachment {
        try ChainMove(request, in: reading.db).attachment(at: reading.now)
    }
}

/// Works out what moving a chain to a customer would do, and moves it.
struct ChainMove {
    /// What the audit log says of it.
    struct Details: Encodable {
        let reason: String
        let from: AppUserID?
        let to: AppUserID
        /// Whether the customer was made for it.
        let isCreated: Bool
        /// The request that was approved with it; nil where nobody had to be asked.
        var approved: RequestID?
        var askedBy: AgentName?
        /// What who approved it said.
        var note: FreeText?

        /// What is told of a move as it was worked out.
        init(_ attachment: Attachment, because reason: String) {
            (self.reason, from, to) = (reason, attachment.from, attachment.to)
            isCreated = attachment.createsCustomer
        }

        private enum Key: CodingKey {
            case reason, from, to, created, approved, askedBy, note
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(reason, forKey: .reason)
            try container.encode(from, forKey: .from)
            try container.encode(to, forKey: .to)
            if isCreated { try container.encode(true, forKey: .created) }
            try container.encodeIfPresent(approved, forKey: .approved)
            try container.encodeIfPresent(askedBy, forKey: .askedBy)
            try container.encodeIfPresent(note, forKey: .note)
        }
    }

    let chain: StoredChain
    private let customer: AppUserID
    private let isNew: Bool
    private let from: AppUserID?
    private let db: Connection

    /// Without an environment the chain of Production comes before any other of the name.
    init(_ request: AttachRequest, in db: Connection) throws {
        let (id, customer) = (request.chain, request.customer)
        let known: Int64? = try db.value(
            """
            SELECT id FROM chains WHERE original_transaction_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR environment = ?2)
            ORDER BY environment <> 'Production', environment LIMIT 1
            """, [id.rawValue, request.environment?.rawValue])
        guard let stored = try known.flatMap({ try StoredChain.at($0, in: db) }) else {
            throw StoreError.unknown(.chain(id))
        }
        try CustomerTable.checkName(customer)
        isNew = try CustomerTable.find(customer, in: db) == nil
        guard !isNew || request.createsCustomer else {
            throw StoreError.unknown(.holder(customer, near: try NameSuggestions.near(customer, in: db)))
        }
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
            if let token = $1.token { $0[token.whole] = $1.customer }
        }
        let holding = ChainHolding(owner: customer, payers: payers, attachedAt: instant)
        let payersBefore = try PayerTable.all(ofChain: chain.rowID, in: db).map(\.customer.id)
        for person in Set([from, customer].compactMap { $0 } + payersBefore).sorted() {
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

    /// Claims the chain for the customer, and rewrites what follows: its owner, periods and tickets.
    func make(_ writing: StoreTransaction) throws {
        let claim = OwnerClaim(kind: .attach, customer: customer, at: writing.now)
        try ClaimTable.insert(claim, chain: chain.rowID, in: db)
        var owners = ChainOwnershipUpdate()
        try owners.decide(chain.rowID, in: db)
        try owners.recompute(CatalogTable.read(db), in: db)
        try TicketUpdate.look(at: owners.attempts(db), in: writing)
        // Who paid for a part of it gains or loses by it, too.
        let payers = try CustomerTable.names(of: owners.customers, in: db)
        for person in Set([from, customer].compactMap { $0 } + payers).sorted() {
            try writing.changed(.customer, person.rawValue)
        }
        try writing.changed(.chain, chain.chain.id.original.rawValue)
    }
}

/// What attaching a chain to a customer does to both customers' access.
package struct Attachment: Hashable, Sendable {
    package let chain: ChainID
    /// Whose it was; nil when it was nobody's.
    package let from: AppUserID?
    /// Whose it becomes.
    package let to: AppUserID
    /// Whether there is nobody of that name before, so that attaching creates the customer.
    package let createsCustomer: Bool
    /// The verdicts on both customers before.
    package let before: [AppUserID: [EntitlementAccess]]
    /// The verdicts on both customers after.
    package let after: [AppUserID: [EntitlementAccess]]

    /// The customers whose access it touches, by name.
    package var people: [AppUserID] { Set([from, to].compactMap { $0 } + before.keys).sorted() }

    /// Who loses access by it, by name.
    package var losers: [AppUserID] { TakingRule.losers(before: before, after: after) }

    /// What of it a decision depends on.
    package var facts: AttachFacts { AttachFacts(self) }
}

/// What the decision on a chain's move depends on, as it is at a moment: whose the chain is, and what both customers have
/// without and with the move. Time that merely goes on changes nothing, unless access began or ended with it.
package struct AttachFacts: Hashable, Codable, Sendable {
    /// An entitlement of a customer without and with the move.
    package struct Effect: Hashable, Codable, Sendable {
        package let customer: AppUserID
        package let entitlement: EntitlementID
        /// What the customer has without the move.
        package let before: Holding
        /// What the customer has with it.
        package let after: Holding
    }

    /// Whether an entitlement holds, and how long.
    package struct Holding: Hashable, Codable, Sendable {
        package let isEntitled: Bool
        /// When it ends; nil without access or without end.
        package let until: Instant?

        fileprivate init(_ access: EntitlementAccess?) {
            (isEntitled, until) = (access?.isEntitled ?? false, access?.until)
        }
    }

    /// The customer who owns the chain; nil when none does.
    package let owner: AppUserID?
    /// What it means for whom, by customer and entitlement.
    package let effects: [Effect]

    /// The facts of a move that was worked out.
    fileprivate init(_ attachment: Attachment) {
        owner = attachment.from
        effects = attachment.people.flatMap { person -> [Effect] in
            let before = attachment.before[person] ?? []
            let after = attachment.after[person] ?? []
            return Set((before + after).map(\.entitlement)).sorted().map { entitlement in
                Effect(
                    customer: person, entitlement: entitlement,
                    before: Holding(before.first { $0.entitlement == entitlement }),
                    after: Holding(after.first { $0.entitlement == entitlement }))
            }
        }
    }

    /// What became different since other facts about the same move.
    package func changes(since known: AttachFacts) -> [DecisionChange] {
        let people = Set((effects + known.effects).map(\.customer)).sorted()
        let touched = people.filter { person in
            effects.filter { $0.customer == person } != known.effects.filter { $0.customer == person }
        }
        let moved: [DecisionChange] = owner == known.owner ? [] : [.ownerChanged(owner)]
        return moved + touched.map(DecisionChange.effectChanged)
    }
}
