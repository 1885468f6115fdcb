package import Purchases

/// How far the upgrade of an older store is, by which its charges become what the present format makes of them.
package struct UpgradeProgress: Hashable, Sendable {
    /// How much is done, from 0 to below 1; nil where nothing is left to do.
    package let share: Double?
    /// Whether a lead has begun what is left to do.
    package let isBegun: Bool
    /// Of how many customers backends are told nothing until a lead says what they are to hear.
    package let heldCustomers: Int
    package let heldTickets: Int

    /// Whether backends wait for a lead's word.
    package var isHeld: Bool { heldCustomers + heldTickets > 0 }
}

/// What an upgrade did.
package struct UpgradeCounts: Codable, Hashable, Sendable {
    /// Chains that were looked at.
    package internal(set) var chains = 0
    /// Charges that turned out to be the same as another.
    package internal(set) var joined = 0
    /// Chains that became somebody else's.
    package internal(set) var moved = 0
    /// Customers of whom something changed.
    package internal(set) var customers = 0
    /// Tickets of which something changed.
    package internal(set) var tickets = 0
}

extension Store {
    /// How far an upgrade is, and what waits for a lead's word.
    package func upgradeStanding() throws(StoreError) -> UpgradeProgress {
        try read { db in
            let place = try UpgradePlace.read(db)
            return UpgradeProgress(
                share: try place?.share(in: db), isBegun: place?.isBegun ?? false,
                heldCustomers: try HeldNewsTable.count(of: .customer, in: db),
                heldTickets: try HeldNewsTable.count(of: .ticket, in: db))
        }
    }

    /// Makes of every charge that was there before what it is by the present format: what is one charge becomes one, and
    /// owners, periods, sums and tickets follow.
    ///
    /// It is done in parts, each short, and whoever waits for the store goes first. Who is killed goes on with the next
    /// call. Backends are told nothing of whom it changed until ``settleHeldNews(_:by:at:)``. Answers what all of it did,
    /// once it is at its end; nil before, and where nothing was to be done.
    ///
    /// - Throws: `StoreError`: refused for anybody but leads; busy.
    @discardableResult
    package func upgrade(
        parts: Int = .max, by lead: AgentName, at now: Instant, progress: (Double) -> Void = { _ in }
    ) throws(StoreError) -> UpgradeCounts? {
        for _ in 0..<parts {
            guard let share = try upgradeStanding().share else { return nil }
            progress(share)
            letOthersFirst()
            let done = try write(.upgrade, by: lead, at: now) { writing -> WriteResult<UpgradeCounts?> in
                // Somebody else may have come to the end meanwhile.
                guard let place = try UpgradePlace.read(writing.db) else { return .nothing(nil) }
                var part = try UpgradePart(place, in: writing)
                guard let counts = try part.goOn(self) else { return .journaled(nil) }
                return .done(counts, try AuditDraft("upgrade", counts))
            }
            if let done { return done }
        }
        return nil
    }
}

/// How far an upgrade has come: chains first, then attempts, both by number. The step that brings a store to the format
/// writes `{}`.
struct UpgradePlace: Codable {
    /// The last chain that was looked at; nil before the first.
    var chain: Int64?
    /// The last attempt that was looked at; nil before all chains were.
    var attempt: Int64?
    /// What was done.
    var counts: UpgradeCounts?

    /// Whether somebody has begun.
    var isBegun: Bool { chain != nil || attempt != nil }

    /// Where a store's upgrade is; nil where none is left to do.
    static func read(_ db: Connection) throws -> UpgradePlace? {
        try ColumnText.value(StoreState.upgradePlace.read(db))
    }

    /// How much of it is done, below 1.
    func share(in db: Connection) throws -> Double {
        let chains: Int64 = try db.value("SELECT max(id) FROM chains") ?? 0
        let attempts: Int64 = try db.value("SELECT max(id) FROM attempts") ?? 0
        return Double((attempt == nil ? chain ?? 0 : chains) + (attempt ?? 0)) / Double(chains + attempts + 1)
    }
}

/// A part of an upgrade, in its transaction.
private struct UpgradePart {
    /// How many attempts are looked at between two looks at the clock.
    private static let few = 16

    private var place: UpgradePlace
    private var counts: UpgradeCounts
    private let catalog: Catalog
    private let writing: StoreTransaction
    private var db: Connection { writing.db }

    init(_ place: UpgradePlace, in writing: StoreTransaction) throws {
        (self.place, self.writing) = (place, writing)
        counts = place.counts ?? UpgradeCounts()
        catalog = try CatalogTable.read(writing.db)
    }

    /// Goes on until it is time to let others write; answers what all parts did at the end of all.
    mutating func goOn(_ store: Store) throws -> UpgradeCounts? {
        var patience = WritePatience()
        repeat {
            guard try step() else {
                try StoreState.upgradePlace.clear(in: db)
                return counts
            }
        } while !patience.isOver(store)
        place.counts = counts
        try StoreState.upgradePlace.set(ColumnText.json(place), in: db)
        return nil
    }

    /// Looks at a chain, or at some attempts once all chains were; answers whether there may be more.
    private mutating func step() throws -> Bool {
        guard let after = place.attempt else {
            let next: Int64? = try db.value("SELECT min(id) FROM chains WHERE id > ?", [place.chain ?? 0])
            if let next { try lookAtChain(next) }
            (place.chain, place.attempt) = (next ?? place.chain, next == nil ? 0 : nil)
            return true
        }
        let attempts: [Int64] = try db.values(
            "SELECT id FROM attempts WHERE id > ? ORDER BY id LIMIT ?", [after, Self.few])
        try look(at: attempts)
        place.attempt = attempts.last ?? after
        return !attempts.isEmpty
    }

    private mutating func lookAtChain(_ row: Int64) throws {
        guard var stored = try StoredChain.at(row, in: db) else { return }
        counts.chains += 1
        let (owner, charges, before) = (stored.customerRow, stored.chain.transactions, db.totalChanges)
        stored.chain = stored.chain.regrouped
        if stored.chain.transactions != charges {
            counts.joined += try stored.save(db).removed.count
            try RefundUpdate(in: db).settle(stored, at: writing.now)
        }
        var owners = ChainOwnershipUpdate()
        try owners.decide(row, in: db)
        try owners.recompute(catalog, in: db)
        guard db.totalChanges > before else { return }
        if try owner != db.value("SELECT customer_id FROM chains WHERE id = ?", [row]) { counts.moved += 1 }
        for customer in owners.customers.sorted() {
            guard let id = try CustomerTable.at(customer, in: db)?.customer.id else { continue }
            try hold(id)
            try writing.changed(.customer, id.rawValue)
        }
        try writing.changed(.chain, stored.chain.id.original.rawValue)
        try look(at: owners.attempts(db).sorted())
    }

    private mutating func look(at attempts: [Int64]) throws {
        guard !attempts.isEmpty else { return }
        for ticket in try TicketUpdate.look(at: attempts, in: writing).touched.sorted() {
            if try HeldNewsTable.hold(.ticket, String(ticket), in: db) { counts.tickets += 1 }
            // Bridges may have ended with it.
            if let customer = try TicketTable.at(ticket, in: db)?.customer { try hold(customer) }
        }
    }

    private mutating func hold(_ customer: AppUserID) throws {
        if try HeldNewsTable.hold(.customer, customer.rawValue, in: db) { counts.customers += 1 }
    }
}
