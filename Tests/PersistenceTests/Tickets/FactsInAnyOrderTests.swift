import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What decides a purchase decides it in every order of its documents: a restore, an owner found late, the app's word,
/// and events in several notations.
struct FactsInAnyOrderTests {
    /// A purchase's documents and what is left of it, whichever came first.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let documents: [Paper]
        var group: ErrorGroup?
        var cause: TicketCause?
        var silent = 0
        var byWord = 0
    }

    private static let token = "0a0a0a0a-1111-4222-8333-444444444444"
    private static let otherToken = "0b0b0b0b-1111-4222-8333-444444444444"
    /// Another customer's purchase, by which the app began to report.
    private static let first = ReportedAttempt(
        id: "x", customer: "u_9", product: "forever", events: [ReportedAttempt.state("failed", -1)]
    ).paper

    private static func receipt(on day: Int64, token: String? = nil) -> Paper {
        Paper.receipt([Paper.Entry(id: "7000", chain: "7000", line: "L0", token: token)], on: day)
    }

    private static func report(_ events: [PurchaseEvent], by customer: String? = "u_1") -> Paper {
        ReportedAttempt(customer: customer, transaction: "7000", events: events).paper
    }

    private static let nobodys = report(ReportedAttempt.lost(), by: nil)
    private static let restored = report([
        ReportedAttempt.state("restored", 1),
        ReportedAttempt.step("verify", 2, httpStatus: 503),
        ReportedAttempt.state("finished", 3),
    ])
    private static let delivered = report(
        ReportedAttempt.lost() + [ReportedAttempt.delivery(0.2)])

    private static func named(_ day: Double) -> Paper {
        ReportedAttempt(
            id: "b", customer: "u_1", transaction: "7000",
            events: [ReportedAttempt.state("restored", day * 24)]
        ).paper
    }

    private static func enveloped(on day: Int64, received: Double) -> Paper {
        receipt(on: day).owned(by: "u_1").received(received * 24)
    }

    private static let notations: [[String: any Sendable]] = [
        ["error": "NSURLErrorDomain:-1001"],
        ["error_domain": "NSURLErrorDomain", "error_code": -1001],
        ["error_domain": "NSURLErrorDomain", "error_code": "-1001"],
        ["error": ["domain": "NSURLErrorDomain", "code": -1001] as [String: any Sendable]],
    ]
    private static let timeouts = notations.map { notation in
        let timeout = ReportedError(domain: "NSURLErrorDomain", code: "-1001")
        return report([ReportedAttempt.step("verify", 1, error: timeout, writtenAs: notation)])
    }

    static let examples = [
        Example(
            testDescription: "a restore of a charge learned late",
            documents: [first, restored, receipt(on: 40)],
            group: .lossOfFunds, cause: .late),
        Example(
            testDescription: "a restore of a charge known in time",
            documents: [first, restored, receipt(on: 2)]),
        Example(
            testDescription: "a charge that nobody reported", documents: [first, receipt(on: 40)], silent: 1),
        Example(
            testDescription: "an owner reported in time", documents: [nobodys, receipt(on: 2), named(20)]),
        Example(
            testDescription: "an owner reported after the period",
            documents: [nobodys, receipt(on: 2), named(40)], group: .lossOfFunds, cause: .late),
        Example(
            testDescription: "an owner reported after the period, and before by another",
            documents: [nobodys, receipt(on: 2), named(40), enveloped(on: 2, received: 3)]),
        Example(
            testDescription: "a token's customer who came in time",
            documents: [nobodys, receipt(on: 2, token: token), Paper.customer("u_1", token: token, on: 5)]),
        Example(
            testDescription: "a token's customer who came after the period",
            documents: [nobodys, receipt(on: 2, token: token), Paper.customer("u_1", token: token, on: 40)],
            group: .lossOfFunds, cause: .late),
        Example(
            testDescription: "a token's customer who was told again after the period",
            documents: [
                nobodys, receipt(on: 2, token: token), Paper.customer("u_1", token: token, on: 40),
                Paper.customer("u_1", token: token, on: 5),
            ]),
        Example(
            testDescription: "a token's customer who came in time and was told after the period",
            documents: [
                nobodys, receipt(on: 2, token: token), Paper.customer("u_1", token: token, on: 40, since: 1),
            ], group: .lossOfFunds, cause: .late),
        Example(
            testDescription: "a customer who took the token after the period, and had another before",
            documents: [
                nobodys, receipt(on: 2, token: token), Paper.customer("u_1", token: otherToken, on: 5),
                Paper.customer("u_1", token: token, on: 40),
            ], group: .lossOfFunds, cause: .late),
        Example(
            testDescription: "a customer who had the token in time, then another, and has it again",
            documents: [
                nobodys, receipt(on: 2, token: token), Paper.customer("u_1", token: token, on: 5),
                Paper.customer("u_1", token: otherToken, on: 10),
                Paper.customer("u_1", token: token, on: 40),
            ]),
        Example(
            testDescription: "an owner named by what was received after the period",
            documents: [nobodys, receipt(on: 2), enveloped(on: 3, received: 40)], group: .lossOfFunds,
            cause: .late),
        Example(testDescription: "the app's word alone", documents: [first, delivered], byWord: 1),
        Example(
            testDescription: "the app's word and a record in time",
            documents: [first, delivered, receipt(on: 2)]),
        Example(
            testDescription: "the app's word and a record learned late",
            documents: [first, delivered, receipt(on: 40)], group: .lossOfFunds, cause: .late),
        Example(
            testDescription: "one failure in four notations",
            documents: [report([ReportedAttempt.state("purchased", 0)])] + timeouts, group: .undelivered,
            cause: TicketCause("error:NSURLErrorDomain:-1001")),
    ]

    private func permutations(_ documents: [Paper]) -> [[Paper]] {
        guard documents.count > 1 else { return [documents] }
        return documents.indices.flatMap { index in
            var rest = documents
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test(arguments: examples)
    func everyOrderMeansTheSame(_ example: Example) throws {
        var meaning: StoreMeaning?
        for order in Soak.some(24, of: permutations(example.documents)) {
            let shop = try Shop()
            for document in order { #expect(try shop.bring(document).rejected.isEmpty) }
            let queue = try shop.queue.filter { $0.product != "forever" }
            #expect(queue.map(\.group) == [example.group].compactMap { $0 })
            #expect(queue.map(\.cause) == [example.cause].compactMap { $0 })
            #expect(queue.allSatisfy { $0.attempts <= 1 })
            #expect(try shop.tickets().allSatisfy { $0.resolution != .notCharged })
            #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == example.silent)
            #expect(
                try shop.store.wholePage(of: UnconfirmedDeliveryCountQuery(), at: Shop.now).counted
                    == example.byWord
            )
            let found = try StoreMeaning(of: shop.store)
            #expect(found == meaning ?? found)
            meaning = meaning ?? found
        }
    }
}
