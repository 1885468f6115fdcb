import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Who may work tickets; every deed is one audited entry that readers hear of.
struct TicketRoleTests {
    /// Everything that people do to ticket 1 as they saw it, but for opening another, in an order in which all of it can
    /// be done.
    static let acts: [(String, @Sendable (Store, AgentName, Int?) throws -> TicketPage?)] = [
        ("claim", { try $0.work(.claim, on: "1", version: $2, by: $1, at: Shop.now) }),
        ("release", { try $0.work(.release, on: "1", version: $2, by: $1, at: Shop.now) }),
        ("next", { store, agent, _ in try store.claimNextTicket(by: agent, at: Shop.now) }),
        ("note", { try $0.work(.note("he called"), on: "1", version: $2, by: $1, at: Shop.now) }),
        ("contacted", { try $0.work(.contacted(by: .chat), on: "1", version: $2, by: $1, at: Shop.now) }),
        ("retry", { try $0.work(.retry, on: "1", version: $2, by: $1, at: Shop.now) }),
        ("link", { try $0.work(.link(to: "2"), on: "1", version: $2, by: $1, at: Shop.now) }),
        (
            "wait",
            {
                try $0.work(
                    .wait(for: .customer, until: Shop.now + .hours(1)), on: "1", version: $2, by: $1,
                    at: Shop.now)
            }
        ),
        ("assign", { try $0.work(.assign(to: Shop.agent), on: "1", version: $2, by: $1, at: Shop.now) }),
        ("skip", { try $0.work(.skip(reason: "too hard"), on: "1", version: $2, by: $1, at: Shop.now) }),
        (
            "resolve",
            {
                try $0.act(
                    .resolve(.said(.credited)), on: "1", reference: "HD-1", version: $2, by: $1, at: Shop.now
                ).page
            }
        ),
        ("reopen", { try $0.work(.reopen(note: "not so"), on: "1", version: $2, by: $1, at: Shop.now) }),
    ]

    /// What people do, and opening a ticket.
    private static func deeds(_ store: Store, _ agent: AgentName) -> [(String, () throws -> Void)] {
        acts.map { name, act in (name, { _ = try act(store, agent, nil) }) } + [
            (
                "open",
                {
                    let opening = OpenTicketRequest(
                        customer: "u_1", product: "forever", chargedAt: Shop.soon)
                    _ = try store.openTicket(opening, by: agent, at: Shop.now)
                }
            )
        ]
    }

    private static func shop() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.store.addAgent("vic", role: .viewer, by: Shop.lead, at: Shop.now)
        try shop.store.addAgent("feed", role: .service, by: Shop.lead, at: Shop.now)
        try shop.bring(ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost()), at: Shop.now)
        let other = ReportedAttempt(id: "z", transaction: "8000", events: ReportedAttempt.lost(1))
        try shop.bring(other, at: Shop.now)
        return shop
    }

    @Test(arguments: ["vic", "feed", "nobody"] as [AgentName])
    func onlyAgentsAndLeadsWorkTickets(_ login: AgentName) throws {
        let shop = try Self.shop()
        let before = try shop.tickets()
        for (name, deed) in Self.deeds(shop.store, login) {
            let error = #expect(throws: StoreError.self, "\(name)") { try deed() }
            #expect(error?.code == .refused, "\(name)")
        }
        #expect(try shop.tickets() == before)
    }

    @Test(arguments: [Shop.lead, Shop.agent]) func everyDeedIsOneEntry(_ agent: AgentName) throws {
        let shop = try Self.shop()
        for (name, deed) in Self.deeds(shop.store, agent) {
            let (entries, newest) = try (shop.store.verifyAudit().entries, shop.store.newestChange())
            try deed()
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
        #expect(changes.contains { $0.entity == .ticket && $0.id == "3" })
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
