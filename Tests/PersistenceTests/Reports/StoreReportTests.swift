import Purchases
import Testing

@testable import Persistence

/// The store in numbers.
@Suite struct StoreReportTests {
    @Test func chainsAreCountedAsTheyAreAtTheMoment() throws {
        let store = try Papers.store(Papers.answer([("1001", 0)]))
        let counted = { (day: Int) in
            try store.report(at: Papers.moment(day)).chains.filter { $0.value > 0 }.map(\.key)
        }
        #expect(try counted(-1) == [.upcoming])
        #expect(try counted(1) == [.active])
        #expect(try counted(31) == [.expired])
    }

    @Test func trialsAndRefundsOfServedEnvironmentsOnly() throws {
        let trial = Papers.answer([("1001", 0)]) { $0.transactions[0].values.isTrial = true }
        let store = try Papers.store(trial)
        #expect(try store.report(at: Papers.moment(1)).trials == 1)
        #expect(try store.report(at: Papers.moment(31)).trials == 0)
        try Papers.take([Papers.answer([("1001", 0)], on: 2, refundedAt: Papers.moment(2))], into: store)
        #expect(try store.report(at: Papers.moment(1)).refunds == StoreReport.Refunds(count: 0, recent: 0))
        #expect(try store.report(at: Papers.moment(3)).refunds == StoreReport.Refunds(count: 1, recent: 1))
        #expect(try store.report(at: Papers.moment(40)).refunds == StoreReport.Refunds(count: 1, recent: 0))
        try Raw.write(store, "UPDATE chains SET environment = 'Sandbox'")
        let other = try store.report(at: Papers.moment(3))
        #expect(other.refunds.count == 0 && other.chains.values.allSatisfy { $0 == 0 })
    }

    @Test func grantsAndTickets() throws {
        let store = try FullStore.store(of: 40)
        let report = try store.report(at: Instant(milliseconds: 30))
        #expect(report.grants[.active] == 30 && report.grants[.upcoming] == 10)
        // Every second ticket is resolved; ticket n's customer has waited since n times ten days.
        let late = try store.report(at: Instant(milliseconds: 41 * 864_000_000))
        #expect(late.tickets.values.flatMap(\.values).reduce(0, +) == 20)
        #expect(late.tickets.values.compactMap { $0[.month] }.reduce(0, +) == 1)
        #expect(late.tickets.values.compactMap { $0[.older] }.reduce(0, +) == 19)
    }
}
