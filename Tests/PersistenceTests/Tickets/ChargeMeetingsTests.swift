import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// A purchase under an id that no record of the App Store's has, and a record of which no attempt speaks, are one charge
/// where they are near in time, whichever came first.
struct ChargeMeetingsTests {
    /// Documents, the attempts of which tickets are left in queues, and how many charges there are.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let documents: [Paper]
        let tickets: [String]
        let charges: Int
    }

    private static func report(
        _ id: String, at minutes: Double, _ transaction: String?, by customer: String? = "u_1",
        product: String = "tea.monthly", environment: String? = nil
    ) -> Paper {
        ReportedAttempt(
            id: id, customer: customer, product: product, transaction: transaction,
            environment: environment, events: ReportedAttempt.lost(minutes / 60)
        ).paper
    }

    private static func entry(
        _ id: String, at minutes: Double, product: String = "tea.monthly",
        _ ownership: Ownership = .purchased
    ) -> Paper.Entry {
        let at = ReportedAttempt.moment(minutes / 60)
        return Paper.Entry(id: id, chain: id, product: product, line: "9\(id)") { values in
            (values.purchasedAt, values.expiresAt) = (at, at + .days(30))
            values.ownership = ownership
        }
    }

    private static func record(
        _ entries: Paper.Entry..., of customer: AppUserID = "u_1", environment: String = "Production",
        on day: Int64 = 2
    ) -> Paper {
        Paper.receipt(entries, on: day, environment: environment).owned(by: customer)
    }

    private static let first = entry("7000", at: 0)
    private static let nobodys = Paper.receipt([first], on: 2)

    static let ids: [Example] = ["7001", nil, "undefined", "0"].map {
        Example(
            testDescription: "under the id \($0 ?? "none")",
            documents: [report("a", at: 0.5, $0), record(first)], tickets: [], charges: 1)
    }

    static let times: [Example] = [
        Example(
            testDescription: "ten minutes before its record",
            documents: [report("a", at: 0, "7001"), record(entry("7000", at: 10))], tickets: [], charges: 1),
        Example(
            testDescription: "eleven minutes before a record",
            documents: [report("a", at: 0, "7001"), record(entry("7000", at: 11))], tickets: ["a"],
            charges: 2),
        Example(
            testDescription: "eleven minutes after a record",
            documents: [report("a", at: 11, "7001"), record(first)], tickets: ["a"], charges: 2),
        Example(
            testDescription: "two purchases near two records",
            documents: [
                report("a", at: 0.5, "7001"), report("b", at: 5.5, nil),
                record(first, entry("8000", at: 5)),
            ], tickets: [], charges: 2),
        Example(
            testDescription: "two purchases near one record: the nearest is its own",
            documents: [report("a", at: 0, nil), report("b", at: 3, nil), record(entry("7000", at: 2))],
            tickets: ["a"], charges: 2),
        Example(
            testDescription: "two purchases as near to one record: the earlier is its own",
            documents: [report("a", at: 4, nil), report("b", at: 0, nil), record(entry("7000", at: 2))],
            tickets: ["a"], charges: 2),
        Example(
            testDescription: "one purchase near two records: the nearest is its own",
            documents: [report("a", at: 3, nil), record(first), record(entry("8000", at: 4))],
            tickets: [], charges: 2),
        Example(
            testDescription: "no purchase takes another's charge, and no charge another's purchase",
            documents: [
                report("a", at: 0, nil), report("b", at: 8, nil), record(entry("7000", at: 7)),
                record(entry("8000", at: 17)),
            ], tickets: ["a"], charges: 3),
    ]

    static let others: [Example] = [
        Example(
            testDescription: "a record of which another attempt speaks",
            documents: [report("a", at: 0, "7000"), report("b", at: 0, "7001"), record(first)],
            tickets: ["b"], charges: 2),
        Example(
            testDescription: "a record of which it speaks by another id",
            documents: [
                report("a", at: 0, "7001"), record(first),
                Paper.receipt(
                    ["7000", "7001"].map { Paper.Entry(id: $0, chain: "7000", line: "97000") }, on: 3),
            ], tickets: [], charges: 1),
        Example(
            testDescription: "a record that its second report names",
            documents: [report("a", at: 0, nil), report("a", at: 1, "7000"), record(first)], tickets: [],
            charges: 1),
        Example(
            testDescription: "another product",
            documents: [report("a", at: 0, "7001", product: "tea.yearly"), record(first)], tickets: ["a"],
            charges: 2),
        Example(
            testDescription: "another customer",
            documents: [report("a", at: 0, "7001", by: "u_2"), record(first)], tickets: ["a"], charges: 2),
        Example(
            testDescription: "a record that is nobody's",
            documents: [report("a", at: 0, "7001"), nobodys], tickets: ["a"], charges: 2),
        Example(
            testDescription: "a record that becomes the customer's",
            documents: [report("a", at: 0, "7001"), nobodys, record(first, on: 3)], tickets: [], charges: 1),
        Example(
            testDescription: "a report that names nobody",
            documents: [report("a", at: 0, "7001", by: nil), record(first)], tickets: ["a"], charges: 2),
        Example(
            testDescription: "a report of which the envelope names the customer",
            documents: [report("a", at: 0, "7001", by: nil).owned(by: "u_1"), record(first)], tickets: [],
            charges: 1),
        Example(
            testDescription: "a record of what the family shares",
            documents: [
                report("a", at: 0, "7001"), record(entry("7000", at: 0, .familyShared)),
            ], tickets: ["a"], charges: 1),
        Example(
            testDescription: "a record of a test",
            documents: [report("a", at: 0, "7001"), record(first, environment: "Sandbox")], tickets: ["a"],
            charges: 2),
        Example(
            testDescription: "a nearer purchase that turns out to be a test",
            documents: [
                report("a", at: 0, "8000"), report("b", at: 3, "7001"), record(entry("7000", at: 1)),
                record(entry("8000", at: 0), environment: "Sandbox"),
            ], tickets: [], charges: 2),
    ]

    private func permutations(_ documents: [Paper]) -> [[Paper]] {
        guard documents.count > 1 else { return [documents] }
        return documents.indices.flatMap { index in
            var rest = documents
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    private func meaning(of parts: [[Paper]], _ tickets: [String], _ charges: Int) throws -> StoreMeaning {
        let shop = try Shop()
        for part in parts { #expect(try shop.bring(part).rejected.isEmpty) }
        let open = try shop.queue.map { try shop.page($0.id).attempts.map(\.id.rawValue) }
        #expect(open.map { $0.joined(separator: "+") }.sorted() == tickets)
        #expect(try shop.store.number("SELECT count(*) FROM charges") == charges)
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
        return try StoreMeaning(of: shop.store)
    }

    @Test(arguments: ids + times + others)
    func everyOrderAndDivisionMeansTheSame(_ example: Example) throws {
        var first: StoreMeaning?
        for order in permutations(example.documents) {
            for parts in [[order], order.map { [$0] }] {
                let found = try meaning(of: parts, example.tickets, example.charges)
                #expect(found == first ?? found)
                first = first ?? found
            }
        }
    }

    /// A few purchases of one customer within minutes, under any ids, and a few records; the same for a seed.
    private static func crowd(_ seed: UInt64) -> [Paper] {
        var random = SeededRandom(seed: seed)
        let records = (0..<2).map { number in
            record(entry("\(7 + number)000", at: Double(Int.random(in: 0...20, using: &random))), on: 2)
        }
        let reports = ["a", "b", "c"].map { id in
            report(
                id, at: Double(Int.random(in: 0...20, using: &random)),
                random.one(of: ["7000", "7001", "8000", "null", nil, nil], else: nil as String?))
        }
        return records + reports
    }

    @Test(arguments: Soak.seeds(4)) func everyCrowdMeansTheSameInEveryOrder(_ seed: UInt64) throws {
        let orders = permutations(Self.crowd(seed))
        var first: StoreMeaning?
        for order in Soak.some(24, of: orders) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            #expect(try shop.store.checkBalance(at: Shop.now).isRight, "seed \(seed)")
            let found = try StoreMeaning(of: shop.store)
            #expect(found == first ?? found, "seed \(seed)")
            first = first ?? found
        }
    }

    @Test func aTicketThatItHadEndsAndSaysWhatWasDelivered() throws {
        let shop = try Shop()
        try shop.bring(Self.report("a", at: 0.5, "7001"))
        #expect(try shop.bring(Self.record(Self.first)).ticketCounts == [0, 0, 1])
        let page = try shop.page()
        #expect(page.ticket.resolution == .delivered && page.ticket.transactionID == "7000")
        #expect(page.facts.charged.evidence == .charge(transaction: "7000", refundedShare: nil))
        #expect(try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: Shop.now).counted == 0)
    }

    @Test func aRecordThatCameTooLateIsTheTicketsCharge() throws {
        let shop = try Shop()
        try shop.bring([Self.report("a", at: 0.5, "7001"), Self.record(Self.first, on: 40)])
        #expect(try shop.queue.map(\.cause) == [.late] && shop.queue.map(\.transactionID) == ["7000"])
        #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
    }

    @Test func whatAnAgentWasToldNeitherMeetsNorSpeaksOfARecord() throws {
        for transaction in [nil, "7000"] as [TransactionID?] {
            let shop = try Shop.staffed()
            try shop.bring(Paper.customer("u_1"))
            let told = OpenTicketRequest(
                customer: "u_1", product: "tea.monthly", chargedAt: ReportedAttempt.moment(0),
                isFinished: true, transactionID: transaction, price: nil, note: "she called", reference: nil)
            _ = try shop.store.openTicket(told, by: Shop.agent, at: Shop.now)
            try shop.bring(Self.record(Self.first, on: 40))
            #expect(try shop.store.number("SELECT count(*) FROM charges") == 1)
            try shop.bring(Self.report("a", at: 0.5, "7001"))
            #expect(try shop.store.number("SELECT count(*) FROM charges") == 1)
            #expect(try shop.queue.count == (transaction == nil ? 2 : 1))
        }
    }
}
