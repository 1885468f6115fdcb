import FileStore
import Foundation
import Intake
import Practice
import Purchases
import Testing

@testable import Persistence

/// The pure verdict and the periods that other programs read say the same, at every instant that matters.
struct AgreementTests {
    private static let now = Instant(milliseconds: 1_795_219_200_000)
    private static let lead = AgentName("lena")

    private func populated(_ customers: Int, seed: UInt64) throws -> Store {
        let population = PracticePopulation(customers: customers, seed: seed, now: Self.now)
        let store = try Store.inMemory(practice: true, by: Self.lead, at: population.start)
        try population.fill(store, lead: Self.lead)
        return store
    }

    @Test func verdictsAndPeriodsAgree() throws {
        let store = try populated(60, seed: 7)
        try store.act(.tester(true), on: AppUserID("u_1025"), by: Self.lead, at: Self.now)
        var compared = 0
        for line in try store.wholePage(of: CustomerListQuery(limit: 1000), at: Self.now).lines {
            let page = try #require(try store.wholePage(of: CustomerQuery(line.customer.id), at: Self.now))
            let stored = try store.countingPeriods(of: line.customer.id)
            for entitlement in Set(page.access.entitlements()).union(stored.keys) {
                let spans = stored[entitlement] ?? []
                for instant in instants(of: page, and: spans) {
                    let verdict = page.access.verdict(for: entitlement, at: instant)
                    let holding = spans.first { $0.contains(instant) }
                    #expect(
                        verdict.isEntitled == (holding != nil) && verdict.until == holding?.until,
                        "\(line.customer.id) \(entitlement) at \(instant)")
                    compared += 1
                }
            }
        }
        #expect(compared > 1000)
    }

    @Test func everyStatusIsShown() throws {
        let store = try populated(60, seed: 3)
        for status in ChainStatus.allCases where status != .none {
            let page = try store.wholePage(
                of: CustomerListQuery(CustomerFilter(status: status), limit: 5), at: Self.now)
            #expect(!page.lines.isEmpty, "no customer has a chain that is \(status)")
        }
    }

    @Test func theSameSeedGivesTheSameStore() throws {
        let first = try populated(40, seed: 9)
        // However much the machine does in one transaction.
        let second = try WritePatience.$timeLimit.withValue(.zero) { try populated(40, seed: 9) }
        let lines = try first.wholePage(of: CustomerListQuery(limit: 100), at: Self.now).lines
        #expect(try second.wholePage(of: CustomerListQuery(limit: 100), at: Self.now).lines == lines)
        #expect(try first.verifyAudit(head: nil).head == second.verifyAudit(head: nil).head)
    }

    /// Each start and end of a period, a millisecond before, at, and after.
    private func instants(of page: CustomerPage, and spans: [Span]) -> Set<Instant> {
        let periods =
            page.access.timelines.flatMap { $0.segments.map(\.span) } + page.grants.compactMap(\.span) + spans
        let edges = periods.flatMap { [$0.from, $0.until].compactMap { $0 } }
        let step = TimeLength(1)
        return Set(edges.flatMap { [$0 - step, $0, $0 + step] } + [Self.now])
    }
}
