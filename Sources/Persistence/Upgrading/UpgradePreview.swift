package import Purchases

/// What an upgrade would do, found without doing it.
package struct UpgradePreview: Hashable, Sendable {
    /// Charges that are one by the present format.
    package struct Meeting: Hashable, Sendable {
        package let chain: ChainID
        /// Every id of the one charge.
        package let ids: [TransactionID]
        /// How many charges the store has for it.
        package let charges: Int
        /// Their tickets, but for those that ended as another's duplicates.
        package let tickets: [TicketID]
        /// The grants that were given for these.
        package let grants: [GrantID]
    }

    /// A chain that becomes somebody else's.
    package struct Move: Hashable, Sendable {
        package let chain: ChainID
        /// Whose it is; nil for nobody.
        package let from: AppUserID?
        /// Whose it becomes; nil for nobody.
        package let to: AppUserID?
    }

    /// What becomes of what a customer may use.
    package struct AccessChange: Hashable, Sendable {
        /// What it comes to.
        package enum Kind: String, CaseIterable, Sendable {
            /// There is access that there was not.
            case gains
            /// There was access that there is no more.
            case loses
            /// Access ends later.
            case longer
            /// Access ends sooner.
            case shorter
        }

        package let customer: AppUserID
        /// What it is about.
        package let entitlement: EntitlementID
        /// What it comes to.
        package let kind: Kind
        /// Until when access holds now; nil without access or without end.
        package let before: Instant?
        /// Until when it holds then; nil without access or without end.
        package let after: Instant?

        /// What two verdicts make of it; nil where they say the same.
        fileprivate init?(_ customer: AppUserID, _ before: EntitlementAccess, _ after: EntitlementAccess) {
            (self.customer, entitlement) = (customer, before.entitlement)
            (self.before, self.after) = (before.until, after.until)
            switch (before.isEntitled, after.isEntitled) {
            case (false, false): return nil
            case (false, true): kind = .gains
            case (true, false): kind = .loses
            case (true, true) where before.until == after.until: return nil
            case (true, true):
                kind = Span.later(before.until, after.until) == after.until ? .longer : .shorter
            }
        }
    }

    /// How many of each list are named †; what is beyond is counted.
    package static let most = 1000

    /// How many chains were looked at.
    package internal(set) var chains = 0
    /// Charges that become one, the first of them.
    package internal(set) var meetings: [Meeting] = []
    /// How many charges become one with others.
    package internal(set) var meetingCount = 0
    /// Chains that become somebody else's, the first of them.
    package internal(set) var moves: [Move] = []
    package internal(set) var moveCount = 0
    /// What customers gain and lose, the first of it.
    package internal(set) var changes: [AccessChange] = []
    /// How many of each kind there are.
    package internal(set) var changeCounts: [AccessChange.Kind: Int] = [:]

    mutating func note(_ meeting: Meeting) {
        meetingCount += 1
        if meetings.count < UpgradePreview.most { meetings.append(meeting) }
    }

    mutating func note(_ move: Move) {
        moveCount += 1
        if moves.count < UpgradePreview.most { moves.append(move) }
    }

    mutating func note(_ change: AccessChange) {
        changeCounts[change.kind, default: 0] += 1
        if changes.count < UpgradePreview.most { changes.append(change) }
    }
}

extension Store {
    /// What an upgrade would do at a moment; nothing is changed. Nothing is found where none is left to do.
    ///
    /// Each part is read for itself, so that no reading lasts long; `progress` hears how much is done, between 0 and 1.
    package func previewUpgrade(
        at now: Instant, progress: (Double) -> Void = { _ in }
    ) throws(StoreError) -> UpgradePreview {
        guard try upgradeStanding().share != nil else { return UpgradePreview() }
        var walk = UpgradeWalk(at: now)
        while let share = try read({ db in try walk.step(db) }) { progress(share) }
        return walk.preview
    }
}

/// Looks at all chains, then at whom they concern.
private struct UpgradeWalk {
    /// How many chains and how many customers are looked at in one read.
    private static let (chainsAtOnce, peopleAtOnce) = (500, 100)
    /// How much of all that is to be done looking at chains is taken for.
    private static let shareOfChains = 0.8

    private(set) var preview = UpgradePreview()
    private let now: Instant
    private var reached: Int64 = 0
    private var people: Set<AppUserID> = []
    /// Who is still to be looked at; nil while chains are.
    private var waiting: [AppUserID]?
    /// The chains that leave their customers, and those that come to whom.
    private var leaving: Set<Int64> = []
    private var coming: [AppUserID: [Int64]] = [:]

    init(at now: Instant) { self.now = now }

    /// Looks at the next; answers how much is done, nil at the end.
    mutating func step(_ db: Connection) throws -> Double? {
        guard let waiting else { return try lookAtChains(db) }
        guard !waiting.isEmpty else { return nil }
        let rules = try SettingTable.accessRules(db)
        for person in waiting.prefix(Self.peopleAtOnce) { try compare(person, rules, db) }
        self.waiting = Array(waiting.dropFirst(Self.peopleAtOnce))
        let done = 1 - Double(waiting.count) / Double(max(1, people.count))
        return Self.shareOfChains + (1 - Self.shareOfChains) * done
    }

    private mutating func lookAtChains(_ db: Connection) throws -> Double {
        let rows: [Int64] = try db.values(
            "SELECT id FROM chains WHERE id > ? ORDER BY id LIMIT ?", [reached, Self.chainsAtOnce])
        for row in rows { try look(at: row, db) }
        reached = rows.last ?? reached
        if rows.count < Self.chainsAtOnce { waiting = people.sorted() }
        let last: Int64 = try db.value("SELECT max(id) FROM chains") ?? 0
        return Self.shareOfChains * Double(reached) / Double(last + 1)
    }

    private mutating func look(at row: Int64, _ db: Connection) throws {
        guard let stored = try StoredChain.at(row, in: db) else { return }
        preview.chains += 1
        let from = try stored.customerRow.flatMap { try CustomerTable.at($0, in: db)?.customer.id }
        let to = try OwnerRule.holding(ClaimTable.all(ofChain: row, in: db))?.customer
        if from != to {
            preview.note(UpgradePreview.Move(chain: stored.chain.id, from: from, to: to))
            leaving.insert(row)
            if let to { coming[to, default: []].append(row) }
        }
        let charges = stored.chain.regrouped.transactions
        let isSame = charges == stored.chain.transactions
        if from != to || !isSame { people.formUnion([from, to].compactMap { $0 }) }
        guard !isSame else { return }
        for charge in charges where charge.ids.count > 1 { try meet(charge, in: stored, db) }
    }

    private mutating func meet(_ charge: Transaction, in stored: StoredChain, _ db: Connection) throws {
        let ids = Set(charge.ids)
        let rows = stored.rows.filter { !ids.isDisjoint(with: $0.transaction.ids) }
        guard rows.count > 1 else { return }
        let tickets = try rows.flatMap { row in
            try db.values(
                "SELECT id FROM tickets WHERE \"transaction\" = ? AND merged_into IS NULL ORDER BY id",
                [row.rowID]) as [Int64]
        }
        let grants = try tickets.flatMap { ticket in
            try db.values("SELECT id FROM grants WHERE ticket_id = ? ORDER BY id", [ticket]) as [Int64]
        }
        preview.note(
            UpgradePreview.Meeting(
                chain: stored.chain.id, ids: charge.ids, charges: rows.count,
                tickets: tickets.map { TicketID(row: $0) }, grants: grants.map { GrantID(row: $0) }))
    }

    private mutating func compare(_ person: AppUserID, _ rules: AccessRules, _ db: Connection) throws {
        let row = try CustomerTable.find(person, in: db)
        let own = try row.map { try StoredChain.all(ofCustomer: $0.rowID, in: db) } ?? []
        let come = try (coming[person] ?? []).compactMap { try StoredChain.at($0, in: db) }
        let kept = own.filter { !leaving.contains($0.rowID) }
        let grants = try GrantTable.all(of: person, in: db)
        func access(_ chains: [Chain]) -> CustomerAccess {
            CustomerAccess(
                facts: CustomerFacts(
                    customer: row?.customer ?? Customer(id: person), chains: chains, grants: grants),
                rules: rules)
        }
        let (before, after) = (access(own.map(\.chain)), access((kept + come).map(\.chain.regrouped)))
        for entitlement in Set(before.entitlements() + after.entitlements()).sorted() {
            let change = UpgradePreview.AccessChange(
                person, before.verdict(for: entitlement, at: now), after.verdict(for: entitlement, at: now))
            if let change { preview.note(change) }
        }
    }
}
