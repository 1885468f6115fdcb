import Foundation
import PersistenceTesting
import Purchases

@testable import Persistence

/// A shop with a server's login, and a purchase that was charged and not delivered.
struct AskedShop {
    static let server = AgentName("server")
    let shop: Shop
    var store: Store { shop.store }

    init(_ shop: Shop? = nil) throws {
        self.shop = try shop ?? Shop()
        try self.shop.store.addAgent(Self.server, role: .service, by: Shop.lead, at: Shop.now)
    }

    /// A shop that has its server already.
    init(serving shop: Shop) { self.shop = shop }

    /// What the app reports of a purchase that nobody verified.
    static func charged(_ id: String = "a", transaction: String? = "7100") -> Paper {
        ReportedAttempt(
            id: id, transaction: transaction, events: [ReportedAttempt.state("purchased", 1)]
        ).paper
    }

    /// A moment, in minutes after the shop's present.
    static func minutes(_ count: Int64) -> Instant { Shop.soon + .seconds(60 * count) }

    /// The one thing that is due.
    func due(at now: Instant) throws -> DueAsk? { try store.dueAsks(at: now).first }

    /// Brings what came of a try, with documents of the answer.
    func note(
        _ id: AppStoreRequestID, _ result: TryResult, _ papers: [Paper] = [], at now: Instant
    ) throws {
        let items = papers.map { $0.item(for: nil) }
        _ = try store.importTogether(
            [ImportBatch(items, from: "App Store", effects: [.tried(id, result)])], by: Self.server, at: now)
    }

    /// The first ticket.
    var ticket: Ticket? { get throws { try shop.tickets().first } }
}

extension Store {
    /// The first value of a query, as a text.
    func text(_ sql: String) throws -> String? { try read { try $0.value(sql) } }
}
