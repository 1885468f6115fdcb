import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Who may work tickets; every deed is one audited entry that readers hear of.
struct TicketRoleTests {
    /// Everything that people do to ticket 1.
    private static let deeds: [(String, @Sendable (Store, AgentName) throws -> Void)] = [
        ("claim", { _ = try $0.claimTicket("1", by: $1, at: Shop.now) }),
        ("release", { _ = try $0.releaseTicket("1", by: $1, at: Shop.now) }),
        ("next", { _ = try $0.claimNextTicket(by: $1, at: Shop.now) }),
        ("note", { _ = try $0.noteTicket("1", "he called", by: $1, at: Shop.now) }),
        ("resolve", { _ = try $0.resolveTicket("1", ResolveRequest(.refunded), by: $1, at: Shop.now) }),
        ("reopen", { _ = try $0.reopenTicket("1", note: "not so", by: $1, at: Shop.now) }),
        (
            "open",
            {
                let opening = OpenTicketRequest(customer: "u_1", product: "forever", chargedAt: Shop.soon)
                _ = try $0.openTicket(opening, by: $1, at: Shop.now)
            }
        ),
    ]

    private static func shop() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.store.addAgent("vic", role: .viewer, by: Shop.lead, at: Shop.now)
        try shop.store.addAgent("feed", role: .service, by: Shop.lead, at: Shop.now)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()), at: Shop.now)
        return shop
    }

    @Test(arguments: ["vic", "feed", "nobody"] as [AgentName])
    func onlyAgentsAndLeadsWorkTickets(_ login: AgentName) throws {
        let shop = try Self.shop()
        let before = try shop.tickets()
        for (name, deed) in Self.deeds {
            let error = #expect(throws: StoreError.self, "\(name)") { try deed(shop.store, login) }
            #expect(error?.code == .refused, "\(name)")
        }
        #expect(try shop.tickets() == before)
    }

    @Test(arguments: [Shop.lead, Shop.agent]) func everyDeedIsOneEntry(_ agent: AgentName) throws {
        let shop = try Self.shop()
        for (name, deed) in Self.deeds {
            let (entries, newest) = try (shop.store.verifyAudit().entries, shop.store.newestChange())
            try deed(shop.store, agent)
            #expect(try shop.store.verifyAudit().entries == entries + 1, "\(name)")
            #expect(try shop.store.audit(limit: 1).entries.first?.agent == agent, "\(name)")
            let subjects = try shop.store.changes(since: newest).map(\.entity)
            #expect(subjects.contains(.ticket) && subjects.contains(.customer), "\(name)")
        }
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func aServiceBringsReportsAndReadersHearOfTheirTickets() throws {
        let shop = try Self.shop()
        let newest = try shop.store.newestChange()
        let report = ReportedAttempt(id: "b", customer: "u_2", events: ReportedAttempt.lost())
        #expect(try shop.bring(report.paper, by: "feed").openedTickets == 1)
        let changes = try shop.store.changes(since: newest)
        #expect(changes.contains { $0.entity == .ticket && $0.id == "2" })
        #expect(changes.contains { $0.entity == .customer && $0.id == "u_2" })
    }

    @Test func onlyWhatChangedGetsANewVersion() throws {
        let shop = try Self.shop()
        let version = try shop.page().ticket.version
        try shop.bring(ReportedAttempt(id: "b", customer: "u_1", events: ReportedAttempt.lost(700)))
        try shop.bring(Paper.customer("u_1"))
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()))
        #expect(try shop.page().ticket.version == version)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.failing(1)))
        #expect(try shop.page().ticket.version > version)
    }
}
