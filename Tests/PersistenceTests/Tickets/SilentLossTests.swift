import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A silent loss is a charge that the App Store knows of, that no app reported and nobody got in time.
struct SilentLossTests {
    /// What a shop is brought before silent losses are counted.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var entry = Paper.Entry(id: "7000", chain: "7000", line: "L0", day: 2)
        var told: Int64 = 40
        var environment = "Production"
        var bundle = "com.example.tea"
        var customer: String? = "u_1"
        var reports = [first]
        var now = Shop.now
        let count: Int

        /// How many silent losses are counted.
        func found() throws -> Int {
            let shop = try Shop()
            for report in reports { try shop.bring(report) }
            let receipt = Paper.receipt([entry], on: told, environment: environment, bundle: bundle)
            try shop.bring(receipt, customer: customer)
            return try shop.store.silentLossCount(at: now).count.counted
        }
    }

    /// Another customer's purchase, by which the app began to report.
    private static let first = ReportedAttempt(
        id: "x", customer: "u_9", events: [ReportedAttempt.state("failed", 1)])
    private static let own = ReportedAttempt(transaction: "7000", events: ReportedAttempt.lost(48))
    private static let charged = ReportedAttempt.moment(48)

    private static func entry(
        revokedOn day: Int64? = nil, _ more: (inout TransactionValues) -> Void = { _ in }
    ) -> Paper.Entry {
        Paper.Entry(id: "7000", chain: "7000", line: "L0", day: 2, revokedOn: day, more)
    }

    static let examples = [
        Example(testDescription: "known too late", count: 1),
        Example(testDescription: "nobody's", told: 3, customer: nil, count: 1),
        Example(testDescription: "known in time", told: 3, count: 0),
        Example(testDescription: "a trial", entry: entry { $0.isTrial = true }, count: 0),
        Example(
            testDescription: "a free offer", entry: entry { $0.offerDiscountType = "FREE_TRIAL" }, count: 0),
        Example(
            testDescription: "for nothing",
            entry: entry { $0.price = Money(milliunits: 0, currency: "EUR") }, count: 0),
        Example(
            testDescription: "at a price",
            entry: entry { $0.price = Money(milliunits: 990, currency: "EUR") },
            count: 1),
        Example(testDescription: "Sandbox", environment: "Sandbox", count: 0),
        Example(
            testDescription: "shared by family",
            entry: entry { $0.ownership = .familyShared }, count: 0),
        Example(testDescription: "refunded", entry: entry(revokedOn: 4), count: 0),
        Example(testDescription: "with a ticket", reports: [first, own], count: 0),
        Example(testDescription: "no report yet", reports: [], count: 0),
        Example(testDescription: "another app's first report", bundle: "com.example.coffee", count: 0),
        Example(
            testDescription: "before the first report", entry: Paper.Entry(id: "7000", chain: "7000"),
            count: 0),
        Example(testDescription: "23 hours old", now: charged + .hours(23), count: 0),
        Example(testDescription: "24 hours old", now: charged + .hours(24), count: 1),
    ]

    @Test(arguments: examples) func everyConditionCounts(_ example: Example) throws {
        #expect(try example.found() == example.count)
    }

    @Test func thePolicySaysFromWhen() throws {
        let shop = try Shop()
        try shop.bring(Self.first)
        try shop.bring(Paper.receipt([Self.entry()], on: 40), customer: "u_1")
        try shop.store.set(.silentLossHours, to: "48", by: Shop.lead, at: Shop.now)
        let counts = try [47, 48].map {
            try shop.store.silentLossCount(at: Self.charged + .hours($0)).count.counted
        }
        #expect(counts == [0, 1])
    }

    @Test func coinsThatTheAppDeliveredAreNone() throws {
        for delivered in [true, false] {
            let shop = try Shop()
            try shop.bring(Self.first)
            let deliver = ReportedAttempt.delivery(49)
            let events = [ReportedAttempt.state("purchased", 48), deliver]
            if delivered {
                try shop.bring(ReportedAttempt(product: "coins", transaction: "7000", events: events))
            }
            let coins = Paper.Entry(id: "7000", chain: "7000", product: "coins", day: 2, days: nil)
            try shop.bring(Paper.receipt([coins], on: 3), customer: "u_1")
            #expect(
                try shop.store.silentLossCount(at: Shop.now).count.counted == (delivered ? 0 : 1))
        }
    }

    @Test func anOwnerFoundInTimeEndsIt() throws {
        let shop = try Shop()
        try shop.bring(Self.first)
        try shop.bring(Paper.receipt([Self.entry()], on: 3))
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 1)
        try shop.bring(Paper.receipt([Self.entry()], on: 3), customer: "u_1")
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
    }

    @Test func theListHasWhatIsCountedPageByPage() throws {
        let shop = try Shop()
        try shop.bring(Self.first)
        for index in 0..<5 {
            let entry = Paper.Entry(
                id: "70\(index)", chain: "70\(index)", line: "L\(index)", day: 2 + Int64(index))
            try shop.bring(Paper.receipt([entry], on: 50), customer: "u_\(index)")
        }
        var (found, after) = ([SilentLoss](), String?.none)
        repeat {
            let page = try shop.store.wholePage(of: SilentLossListQuery(after: after, limit: 2), at: Shop.now)
            found += page.losses
            after = page.next
        } while after != nil
        #expect(found.map(\.transactionID.rawValue) == ["704", "703", "702", "701", "700"])
        #expect(found.allSatisfy { $0.money == nil && $0.product == "tea.monthly" && $0.customer != nil })
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 5)
        #expect(throws: StoreError.self) {
            try shop.store.wholePage(of: SilentLossListQuery(after: "x.1.2"), at: Shop.now)
        }
    }

    @Test(arguments: ["u_1", nil]) func oneBecomesATicketOnce(_ customer: String?) throws {
        let shop = try Shop()
        try shop.bring(Self.first)
        try shop.bring(Paper.receipt([Self.entry()], on: 40), customer: customer)
        let page = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.lead, at: Shop.now)
        #expect(page.ticket.group == .lossOfFunds && page.ticket.customer?.rawValue == customer)
        #expect(page.notes.isEmpty && page.facts.charged.value && !page.facts.extended.value)
        #expect(page.facts.charged.evidence == .charge(transaction: "7000", refundedShare: nil))
        #expect(page.facts.exhausted.evidence == .foundSilent(by: Shop.lead) && !page.facts.finished.value)
        #expect(page.told.map(\.source) == [.silentLoss] && !page.ticket.isUnproved)
        let events = """
            SELECT count(*) FROM attempt_events e JOIN attempts a ON a.id = e.attempt
            WHERE a.ticket_id = \(page.ticket.id)
            """
        #expect(try shop.store.number(events) == 0)
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
        let again = try shop.store.openTicket(forSilentLoss: "7000", by: Shop.lead, at: Shop.now)
        #expect(again.ticket == page.ticket, "the same is one ticket")
        #expect(try shop.store.verifyAudit().isOK)
    }

    @Test func manyBecomeTicketsAndWhoWasFirstStays() throws {
        let shop = try Shop.staffed()
        try shop.bring(Self.first)
        let losses = ["700", "701", "702"]
        for (index, id) in losses.enumerated() {
            let entry = Paper.Entry(id: id, chain: id, line: "L\(index)", day: 2)
            try shop.bring(Paper.receipt([entry], on: 50), customer: "u_\(index)")
        }
        let first = try shop.store.openTicket(forSilentLoss: "701", by: Shop.lead, at: Shop.now)
        let asked = losses.map { TransactionID($0) } + ["700", "unknown"]
        let outcome = try shop.store.openTickets(forSilentLosses: asked, by: Shop.agent, at: Shop.now)
        #expect(outcome.opened.map(\.transactionID) == ["700", "702"])
        #expect(outcome.passedOver.map(\.transaction) == ["701", "unknown"])
        #expect(outcome.passedOver.allSatisfy { $0.error.code == .conflict })
        #expect(
            try shop.store.ticketPage(first.ticket.id, at: Shop.now)?.ticket.version == first.ticket.version)
        let again = try shop.store.openTickets(forSilentLosses: asked, by: Shop.agent, at: Shop.now)
        #expect(again.opened.isEmpty && again.passedOver.count == 4)
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
        #expect(try shop.store.audit(by: Shop.agent).entries.filter { $0.action == "ticket" }.count == 2)
        #expect(throws: StoreError.self) {
            try shop.store.openTickets(forSilentLosses: ["700"], by: "nobody", at: Shop.now)
        }
    }

    @Test func aTicketOpenedByHandIsNoReport() throws {
        let shop = try Shop()
        try shop.bring(Paper.customer("u_9"))
        let opening = OpenTicketRequest(
            customer: "u_9", product: "tea.monthly", chargedAt: Self.charged - .days(1))
        _ = try shop.store.openTicket(opening, by: Shop.lead, at: Shop.now)
        let entry = Paper.Entry(id: "7000", chain: "7000", line: "L0", day: 2)
        try shop.bring(Paper.receipt([entry], on: 40, bundle: ""), customer: "u_1")
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
    }

    @Test func beforeAnyReportNothingIsPromised() throws {
        let shop = try Shop()
        #expect(try !shop.store.silentLossCount(at: Shop.now).isAnythingReported)
        try shop.bring(Self.first)
        #expect(try shop.store.silentLossCount(at: Shop.now).isAnythingReported)
    }
}
