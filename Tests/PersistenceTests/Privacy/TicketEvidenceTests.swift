import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Everything about one failed purchase, taken out and noted.
struct TicketEvidenceTests {
    private static let lost = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost(0))

    private func shop() throws -> Shop {
        let shop = try Shop.staffed()
        try shop.store.addCustomer("u_1", CustomerValues(name: "Zoë"), by: Shop.lead, at: Shop.now)
        try shop.bring(Self.lost)
        let entry = Paper.Entry(id: "7000", chain: "7000", line: "L0", token: "7b1e3c52")
        try shop.bring(Paper.receipt([entry], on: 40), customer: "u_1")
        _ = try shop.store.act(
            .note("Zoë wrote"), on: "1", reference: nil, version: nil, by: Shop.agent, at: Shop.now)
        try shop.makeGood()
        return shop
    }

    @Test func itHoldsWhatIsKnownAndWhoTookItOut() throws {
        let shop = try shop()
        let evidence = try shop.store.exportEvidence(of: "1", by: Shop.agent, at: Shop.now)
        #expect(evidence.takenOutBy == Shop.agent && evidence.transaction != nil && evidence.chain != nil)
        #expect(evidence.documents.map(\.kind).sorted() == ["purchase_report", "verify_receipt"])
        #expect(!evidence.hasMoreDocuments && evidence.page.grants.count == 1)
        #expect(evidence.audit.map(\.action).sorted() == ["export", "grant", "ticket"])
        #expect(evidence.audit.map(\.sequence) == evidence.audit.map(\.sequence).sorted())
        #expect(evidence.consumption?.refundPreference == .decline)
        _ = try shop.store.exportEvidence(of: "1", by: Shop.lead, at: Shop.now)
        let twice = try shop.store.exportEvidence(of: "1", by: Shop.agent, at: Shop.now)
        let takers = twice.audit.filter { $0.action == "export" }.map(\.agent)
        #expect(takers == [Shop.agent, Shop.lead, Shop.agent])
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func itSaysWhatTheRefundsPageSays() throws {
        let shop = try Shop.staffed()
        try shop.bring(
            ReportedAttempt(
                transaction: "7000",
                events: [ReportedAttempt.state("purchased", 0)] + ReportedAttempt.failing(1)))
        let asked = Paper.moment(5)
        try shop.bring(RefundShop.request(at: asked))
        let evidence = try shop.store.maskedEvidence(of: "1", at: asked)
        #expect(evidence.consumption?.deliveryStatus == .serverOutage, "it came with the question")
        #expect(try evidence.consumption == shop.store.wholePage(of: RefundQuery("1"), at: asked)?.prepared)
    }

    @Test func aDuplicateSaysWhatTheTicketThatIsLeftSays() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.lost)
        try shop.bring(ReportedAttempt(id: "b", events: ReportedAttempt.lost(0)))
        try shop.makeGood()
        try shop.bring(ReportedAttempt(id: "b", transaction: "7000", events: ReportedAttempt.lost(0)))
        #expect(try shop.page("2").ticket.mergedInto == "1")
        let left = try shop.store.maskedEvidence(of: "1", at: Shop.now).consumption
        #expect(left?.deliveryStatus == .delivered)
        #expect(try shop.store.maskedEvidence(of: "2", at: Shop.now).consumption == left)
    }

    @Test func maskedItNamesNobodyAndIsNotNoted() throws {
        let shop = try shop()
        let before = try shop.store.audit().entries.count
        let evidence = try shop.store.maskedEvidence(of: "1", at: Shop.now)
        #expect(evidence.takenOutBy == nil && evidence.page.customer?.values.name?.text == "Z•••")
        #expect(evidence.page.notes.map(\.text.text) == [Disclosure.hidden])
        #expect(!evidence.audit.contains { $0.details.contains("Zoë") })
        #expect(try shop.store.audit().entries.count == before)
    }

    @Test func nothingIsNotedOfATicketThatIsUnknown() throws {
        let shop = try shop()
        let before = try shop.store.audit().entries.count
        let error = #expect(throws: StoreError.self) {
            try shop.store.exportEvidence(of: "99", by: Shop.lead, at: Shop.now)
        }
        #expect(error?.code == .notFound)
        #expect(throws: StoreError.self) { try shop.store.maskedEvidence(of: "99", at: Shop.now) }
        #expect(try shop.store.audit().entries.count == before)
    }

    @Test func aTicketWithoutAChargeHasNoRecord() throws {
        let shop = try Shop()
        try shop.bring(ReportedAttempt(events: [ReportedAttempt.state("failed", 1)]))
        let evidence = try shop.store.exportEvidence(of: "1", by: Shop.lead, at: Shop.now)
        #expect(evidence.transaction == nil && evidence.chain == nil && evidence.consumption == nil)
        #expect(evidence.documents.count == 1)
    }
}
