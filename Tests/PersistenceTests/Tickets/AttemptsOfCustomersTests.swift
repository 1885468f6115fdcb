import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Attempts that have an id in common are one purchase where one customer made them; those of different customers are one
/// only where a record of the App Store's has the id, and a text that can be none of its ids joins nothing.
struct AttemptsOfCustomersTests {
    /// Documents, and the tickets that are left in queues whichever of them came first: whose, and of which group.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let documents: [Paper]
        let tickets: [String]
    }

    private static func report(
        _ id: String, by customer: String?, _ transaction: String? = nil, line: String? = nil,
        _ events: [PurchaseEvent] = ReportedAttempt.lost()
    ) -> Paper {
        ReportedAttempt(id: id, customer: customer, transaction: transaction, line: line, events: events)
            .paper
    }

    private static func receipt(on day: Int64) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "9000")], on: day)
    }

    private static let bought = [ReportedAttempt.state("purchased", 0)]
    private static let closed = [ReportedAttempt.state("finished", 0.5)]

    static let examples: [Example] = [
        Example(
            testDescription: "one id of two customers",
            documents: [report("a", by: "u_1", "7000"), report("b", by: "u_2", "7000")],
            tickets: ["u_1 3", "u_2 3"]),
        Example(
            testDescription: "one line item of two customers",
            documents: [report("a", by: "u_1", line: "9000"), report("b", by: "u_2", line: "9000")],
            tickets: ["u_1 3", "u_2 3"]),
        Example(
            testDescription: "one id of two customers, and the App Store's record of it",
            documents: [report("a", by: "u_1", "7000"), report("b", by: "u_2", "7000"), receipt(on: 40)],
            tickets: ["u_1 3"]),
        Example(
            testDescription: "one id and one line item of two customers, and the record of both",
            documents: [
                report("a", by: "u_1", "7000"), report("b", by: "u_2", line: "9000"), receipt(on: 2),
            ],
            tickets: []),
        Example(
            testDescription: "one id of a customer and of nobody",
            documents: [report("a", by: "u_1", "7000"), report("b", by: nil, "7000")], tickets: ["u_1 3"]),
        Example(
            testDescription: "one id of two customers and of nobody",
            documents: [
                report("a", by: "u_1", "7000"), report("b", by: nil, "7000"), report("c", by: "u_2", "7000"),
            ], tickets: ["nobody 3", "u_1 3", "u_2 3"]),
        Example(
            testDescription: "nobody's attempt with an id of one customer's and a line item of another's",
            documents: [
                report("a", by: "u_1", "7000"), report("b", by: nil, "7000", line: "9000"),
                report("c", by: "u_2", line: "9000"),
            ], tickets: ["nobody 3", "u_1 3", "u_2 3"]),
        Example(
            testDescription: "one id of nobody, in envelopes that name two customers",
            documents: [
                report("a", by: nil, "7000").owned(by: "u_1"), report("b", by: nil, "7000").owned(by: "u_2"),
            ], tickets: ["u_1 3", "u_2 3"]),
        Example(
            testDescription: "one attempt of two customers",
            documents: [report("a", by: "u_1"), report("a", by: "u_2")], tickets: ["u_1 3", "u_2 3"]),
        Example(
            testDescription: "one attempt of two customers with one id, and the App Store's record of it",
            documents: [report("a", by: "u_1", "7000"), report("a", by: "u_2", "7000"), receipt(on: 40)],
            tickets: ["u_1 3"]),
        Example(
            testDescription: "one attempt, a part of it without its customer",
            documents: [report("a", by: "u_1", bought), report("a", by: nil, closed)], tickets: ["u_1 3"]),
        Example(
            testDescription:
                "one attempt, its id told without its customer, and the App Store's record of it",
            documents: [
                report("a", by: "u_1", bought), report("a", by: nil, "7000", closed), receipt(on: 2),
            ], tickets: []),
        Example(
            testDescription: "one attempt of two customers, a part of it without either",
            documents: [report("a", by: "u_1"), report("a", by: nil, closed), report("a", by: "u_2")],
            tickets: ["nobody 1", "u_1 3", "u_2 3"]),
        Example(
            testDescription: "one attempt of three customers",
            documents: ["u_3", "u_1", "u_2"].map { report("a", by: $0) },
            tickets: ["u_1 3", "u_2 3", "u_3 3"]),
    ]

    private static func report(_ id: String, by customer: String?, _ events: [PurchaseEvent]) -> Paper {
        report(id, by: customer, nil, line: nil, events)
    }

    private func permutations(_ documents: [Paper]) -> [[Paper]] {
        guard documents.count > 1 else { return [documents] }
        return documents.indices.flatMap { index in
            var rest = documents
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    private func tickets(_ shop: Shop) throws -> [String] {
        try shop.queue.map { "\($0.customer?.rawValue ?? "nobody") \($0.group.rawValue)" }.sorted()
    }

    @Test(arguments: examples)
    func everyOrderAndDivisionMeansTheSame(_ example: Example) throws {
        var meaning: StoreMeaning?
        for order in permutations(example.documents) {
            for parts in [[order], order.map { [$0] }, order.map { [$0] } + [order]] {
                let shop = try Shop()
                for part in parts { #expect(try shop.bring(part).rejected.isEmpty) }
                #expect(try tickets(shop) == example.tickets)
                let found = try StoreMeaning(of: shop.store)
                #expect(found == meaning ?? found)
                meaning = meaning ?? found
            }
        }
    }

    @Test(arguments: [
        "appstore.application", "null", "undefined", "0", "0000", "-7000", "7e3", "7000 ",
        "5b0fe0a2-9a5e-4a55-8f8e-0d7f4a1f6a10",
    ])
    func aTextThatIsNoIDJoinsNothing(_ text: String) throws {
        let shop = try Shop()
        for (id, customer) in [("a", "u_1"), ("b", "u_2"), ("c", "u_1")] {
            try shop.bring(Self.report(id, by: customer, text, line: text))
        }
        #expect(try tickets(shop) == ["u_1 3", "u_1 3", "u_2 3"] && shop.alarms == 3)
        #expect(try shop.tickets().allSatisfy { $0.transactionID?.rawValue == text }, "it is kept as text")
        for ticket in try shop.tickets() {
            let page = try shop.page(ticket.id)
            #expect(page.links.isEmpty && page.warnings.isEmpty)
        }
    }

    @Test func anIDOfTwoCustomersIsSaidOnBothTickets() throws {
        let shop = try Shop()
        try shop.bring(Self.report("a", by: "u_1", "7000"))
        #expect(try shop.page("1").links.isEmpty)
        try shop.bring(Self.report("b", by: "u_2", "7000"))
        for (ticket, other) in [("1", "2"), ("2", "1")] as [(TicketID, TicketID)] {
            let page = try shop.page(ticket)
            #expect(page.links.map(\.id) == [other] && page.links.map(\.origin) == [.sharedID])
            #expect(page.warnings == [.sharedID(with: [other])])
        }
        let claimed = try shop.store.work(.claim, on: "1", by: Shop.lead, at: Shop.now)
        #expect(claimed.warnings == [.sharedID(with: ["2"])], "who acts is told, too")
        try shop.bring(Self.receipt(on: 40))
        let page = try shop.page("1")
        #expect(page.links.isEmpty && page.warnings.isEmpty && page.attempts.map(\.id) == ["a", "b"])
        #expect(try shop.tickets().map(\.resolution) == [nil, .duplicate])
    }

    @Test func anIDThatAWholeTownReportsCostsNobodyMore() throws {
        func steps(of others: Int) throws -> Int {
            let town = try WriteTown(of: \.few)
            for number in 0..<others {
                let events = ReportedAttempt.lost(town.hour())
                try town.shop.bring(Self.report("o\(number)", by: "other\(number)", "1000000", events))
            }
            let mine = Self.report("mine", by: "me", "1000000").item(for: nil)
            return try town.steps { try town.take(items: [mine]) }
        }
        let (few, many) = (try steps(of: 20), try steps(of: 160))
        #expect(many <= few + few / 4, "\(few) steps beside 20, \(many) beside 160")
    }
}
