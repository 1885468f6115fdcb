import PersistenceTesting
import Purchases
import Testing
import Wording

@testable import Persistence

/// Whoever reads the page of a customer or of a ticket is told that the app asked again right after a cancellation.
struct AskedAgainPageTests {
    private static let second = 1.0 / 3600

    private static let first = ReportedAttempt(
        id: "a",
        events: [
            ReportedAttempt.state("purchasing", 1),
            ReportedAttempt.state("failed", 1 + 4 * second, errorCode: 2),
        ])

    private static func next(
        after seconds: Double, id: String = "b", by customer: String = "u_1"
    ) -> ReportedAttempt {
        ReportedAttempt(
            id: id, customer: customer, product: "tea.yearly",
            events: [ReportedAttempt.state("purchased", 1 + (4 + seconds) * second)])
    }

    /// What comes next, and whether it is pointed at.
    static let examples: [(ReportedAttempt, Bool)] = [
        (next(after: 3), true), (next(after: 9.9), true), (next(after: 10.1), false),
        (next(after: -2), false), (next(after: 3, by: "u_2"), false),
    ]

    @Test(arguments: examples)
    func isPointedAtInEitherOrder(_ next: ReportedAttempt, _ isPointedAt: Bool) throws {
        for order in [[Self.first, next], [next, Self.first]] {
            let shop = try Shop()
            for report in order { try shop.bring(report) }
            for ticket in try shop.tickets() {
                #expect(try shop.page(ticket.id).warnings.map(\.code) == (isPointedAt ? ["asked_again"] : []))
            }
            let page = try #require(try shop.store.customerPage("u_1", at: Shop.soon))
            #expect(page.warnings.count == (isPointedAt ? 1 : 0))
            let later = try #require(try shop.store.customerPage("u_1", at: Shop.soon + .days(40)))
            #expect(later.warnings.isEmpty)
        }
    }

    @Test func anotherErrorIsNoCancellation() throws {
        let shop = try Shop()
        var refused = Self.first
        refused.events = [ReportedAttempt.state("failed", 1, errorCode: 4)]
        try shop.bring([refused.paper, Self.next(after: 0).paper])
        #expect(try shop.store.customerPage("u_1", at: Shop.soon)?.warnings.isEmpty == true)
    }

    @Test func saysWhatAndHowSoon() throws {
        let shop = try Shop()
        try shop.bring([Self.first.paper, Self.next(after: 2.9).paper])
        let words = try shop.page().warnings.map(Reader.program.words)
        #expect(
            words == [
                "attempt b began within 3 seconds after the customer had cancelled attempt a: tell the operator, Apple removes apps that ask again by themselves"
            ])
    }
}
