import PersistenceTesting
import Purchases

@testable import Persistence

/// A night on which verification broke: customers who paid for a week and got nothing, and people who work on it.
struct BatchShop {
    let shop: Shop
    /// A second lead.
    static let second = AgentName("lea")

    var store: Store { shop.store }

    /// A store in memory with so many losses, of as many customers unless some have several.
    init(losses: Int, customers: Int? = nil) throws {
        try self.init(Shop.staffed(), losses: losses, customers: customers)
    }

    /// The same on disk.
    init(in folder: StoreFolder, losses: Int) throws {
        let shop = Shop(try folder.createShop())
        try shop.store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try self.init(shop, losses: losses, customers: nil)
    }

    private init(_ shop: Shop, losses: Int, customers: Int?) throws {
        self.shop = shop
        try shop.store.addAgent(Self.second, role: .lead, by: Shop.lead, at: Shop.now)
        try shop.bring(
            (0..<losses).map { index in
                ReportedAttempt(
                    id: "a\(index)", customer: "u_\(index % (customers ?? losses))", product: "week_pass",
                    transaction: "\(9000 + index)", events: ReportedAttempt.lost(Double(index % 20))
                ).paper
            })
    }

    /// Every ticket of the shop as a wish.
    var wish: BatchRequest { get throws { BatchRequest(.tickets(try ids), reason: "outage") } }

    var ids: [TicketID] {
        get throws {
            try shop.tickets().map(\.id).sorted { (Int($0.rawValue) ?? 0) < (Int($1.rawValue) ?? 0) }
        }
    }

    /// A batch of every ticket, planned and carried out.
    @discardableResult func makeGood(at now: Instant = Shop.now) throws -> Batch {
        let batch = try store.startBatch(wish, by: Shop.lead, at: now)
        return try store.act(.carryOn(), on: batch.id, by: Shop.lead, at: now)
    }
}

/// What is in a store of a batch, counted from the rows.
struct BatchTraces: Equatable {
    /// How many grants there are, of them taken back, and the most of one ticket that stand.
    let grants, revoked, most: Int
    /// How many entries tell of a grant, of one taken back, and of a batch planned, ended and taken back:
    /// that has a beginning and an end.
    let entries: [Int]

    init(_ store: Store) throws {
        grants = try store.number("SELECT count(*) FROM grants")
        revoked = try store.number("SELECT count(*) FROM grants WHERE revoked_at_ms IS NOT NULL")
        most = try store.number(
            """
            SELECT coalesce(max(n), 0) FROM (SELECT count(*) AS n FROM grants WHERE revoked_at_ms IS NULL
              GROUP BY ticket_id)
            """)
        entries = try ["grant", "grant.cancel", "batch.start", "batch.end", "batch.cancel"].map { action in
            try store.number("SELECT count(*) FROM audit WHERE action = '\(action)'")
        }
    }
}

/// Why a store did not do what it was asked; nil when it did.
func refusal<Value>(_ work: () throws -> Value) -> StoreError? {
    do {
        _ = try work()
        return nil
    } catch {
        return error as? StoreError
    }
}
