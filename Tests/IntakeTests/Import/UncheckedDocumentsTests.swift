import AppStore
import Foundation
import Intake
import Persistence
import PersistenceTesting
import Purchases
import Testing

/// What nothing vouches for is taken from those alone whom leads trust with it: who may write JSON can make up a receipt.
struct UncheckedDocumentsTests {
    private static let forged = JSONPaper.receipt(
        [JSONPaper.Entry(id: "9001", chain: "9001", days: 27_000)], on: 1)

    private static func shop() throws -> DocumentShop {
        let shop = try DocumentShop()
        try shop.store.addAgent(Shop.agent, role: .agent, by: Shop.lead, at: Shop.now)
        try shop.store.addAgent(AgentName("importer"), role: .service, by: Shop.lead, at: Shop.now)
        return shop
    }

    private func hasAccess(_ shop: DocumentShop) throws -> Bool {
        try shop.store.customerStanding(AppUserID("u_mal"), at: Shop.now)?.access
            .verdicts(at: Shop.now).contains(where: \.isEntitled) ?? false
    }

    @Test func anAgentGivesNoAccessByAMadeUpReceipt() throws {
        let shop = try Self.shop()
        let report = try shop.bring(Self.forged, customer: "u_mal", by: Shop.agent)
        #expect(report.rejected.map(\.reason) == ["unchecked"] && report.newTransactions == 0)
        #expect(try !hasAccess(shop))
        let kept = try #require(try shop.store.quarantine().first)
        #expect(kept.customer == AppUserID("u_mal") && kept.reason == "unchecked")
        // Trying again is an agent's; being believed is not.
        let ana = try Importer(store: shop.store, agent: Shop.agent, now: Shop.now)
        #expect(try ana.retry(kept).rejected.map(\.reason) == ["unchecked"])
        let all = try ana.retryAll()
        #expect(all.tried == 1 && all.released == 0)
        #expect(try shop.store.quarantine().count == 1 && !hasAccess(shop))
        // A lead's word is enough, and it is in the log under that name.
        #expect(try shop.retry(kept).newTransactions == 1)
        #expect(try shop.store.quarantine().isEmpty && hasAccess(shop))
        let standing = try #require(try shop.store.customerStanding(AppUserID("u_mal"), at: Shop.now))
        #expect(standing.access.verdicts(at: Shop.now).allSatisfy(standing.restsOnUnchecked))
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test(arguments: [
        ("service,lead", ["importer", "lena"]), ("nobody", []), ("agent", ["ana"]), ("lead", ["lena"]),
    ])
    func leadsDecideWhoIsBelieved(_ value: String, _ believed: [String]) throws {
        for name in ["importer", "lena", "ana"] {
            let shop = try Self.shop()
            try shop.store.set(.acceptUnchecked, to: value, by: Shop.lead, at: Shop.now)
            let report = try shop.bring(Self.forged, customer: "u_mal", by: AgentName(name))
            #expect(report.rejected.isEmpty == believed.contains(name), "\(value) \(name)")
            #expect(try hasAccess(shop) == believed.contains(name))
        }
    }

    @Test func whatTheAppStoreAnsweredIsBelievedWhoeverAsked() throws {
        let shop = try Self.shop()
        try shop.store.set(.acceptUnchecked, to: "nobody", by: Shop.lead, at: Shop.now)
        let context = DocumentContext(customer: AppUserID("u_mal"), isAnswer: true)
        let importer = try Importer(store: shop.store, agent: Shop.agent, now: Shop.now)
        let report = try importer.run(Self.forgedData, named: "asked", in: context)
        #expect(report.rejected.isEmpty)
        let standing = try #require(try shop.store.customerStanding(AppUserID("u_mal"), at: Shop.now))
        #expect(
            standing.access.verdicts(at: Shop.now).allSatisfy {
                $0.isEntitled && !standing.restsOnUnchecked($0)
            })
    }

    @Test func onceVouchedForADocumentIsNotDoubtedAnyMore() throws {
        let shop = try Self.shop()
        try shop.bring(Self.forged, customer: "u_mal")
        #expect(try shop.store.doctor(at: Shop.now).first { $0.code == "unchecked" }?.level == .warning)
        let context = DocumentContext(customer: AppUserID("u_mal"), isAnswer: true)
        _ = try Importer(store: shop.store, agent: Shop.lead, now: Shop.now)
            .run(Self.forgedData, named: "asked", in: context)
        #expect(try shop.store.doctor(at: Shop.now).first { $0.code == "unchecked" }?.level == .ok)
    }

    private static var forgedData: Data { Data(forged.utf8) }
}
