import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Somebody is called once where nothing comes though it usually does, until something comes again.
struct SilenceTests {
    private let asked: AskedShop
    private var store: Store { asked.store }
    private let start = Shop.now

    init() throws { asked = try AskedShop() }

    /// What usually comes: so many an hour for 28 days, until an hour before the beginning.
    private func usually(_ count: Int, by way: ArrivalWay = .notifications) throws {
        try store.write(.serverNote, by: AskedShop.server, at: start) { writing in
            for hour in 1...Int64(28 * 24) {
                try ArrivalTable.add(count, by: way, last: start - .hours(hour), in: writing.db)
            }
            return .noted(())
        }
    }

    /// A report that an envelope says was received minutes after the beginning.
    private func report(_ id: String, at minutes: Double) -> Paper {
        let paper = ReportedAttempt(id: id, events: [ReportedAttempt.state("purchasing", 0)]).paper
        var received = paper
        received.contents.receivedAt = start + TimeLength(Int64(minutes * 60_000))
        return received
    }

    /// What the alarm says minutes after the beginning; nil where there is none.
    private func alarm(at minutes: Int64) throws -> ServerAlarm? {
        let now = start + .seconds(minutes * 60)
        try store.callForSilence(by: AskedShop.server, at: now)
        return try store.serverStanding(at: now).alarms.first { $0.code == "silence" }
    }

    @Test func itRingsOnceAndEndsWithWhatComes() throws {
        try usually(60, by: .reports)
        try asked.shop.bring(report("a", at: 0), at: start)
        #expect(try alarm(at: 19) == nil)
        let first = try #require(try alarm(at: 21))
        #expect(first.detail == "reports since \(start)" && first.at == start + .seconds(21 * 60))
        #expect(try store.dueServerAlarm(at: first.at)?.code == "silence")
        #expect(try alarm(at: 300) == first, "one alarm until something comes")
        #expect(try alarm(at: 3000) == first, "whatever hour it is")
        try asked.shop.bring(report("b", at: 3001), at: start + .seconds(3001 * 60))
        #expect(try alarm(at: 3002) == nil)
    }

    @Test func whatWasReceivedLongAgoEndsNothingAndWhatIsKnownIsNothingNew() throws {
        try usually(60, by: .reports)
        try asked.shop.bring(report("a", at: 0), at: start)
        let first = try alarm(at: 30)
        try asked.shop.bring(report("a", at: 0), at: start + .seconds(31 * 60))
        try asked.shop.bring(report("b", at: -600), at: start + .seconds(31 * 60))
        #expect(try first != nil && alarm(at: 32) == first)
    }

    @Test func oneWayMayBeSilentWhileTheOtherIsNot() throws {
        try usually(60)
        try usually(60, by: .reports)
        try asked.shop.bring(report("a", at: 29), at: start + .seconds(29 * 60))
        let first = try #require(try alarm(at: 30))
        #expect(first.detail == "notifications since \(start - .hours(1))")
        try asked.shop.bring(report("b", at: 35), at: start + .seconds(35 * 60))
        #expect(try alarm(at: 36) == first)
        let second = try #require(try alarm(at: 70))
        #expect(second.detail?.contains("reports since") == true)
        #expect(second.at == start + .seconds(70 * 60), "somebody is called anew: something had come")
    }

    @Test func whatJoinsWithoutAnythingHavingComeRingsNobodyAgain() throws {
        try usually(600)
        try usually(60, by: .reports)
        try asked.shop.bring(report("a", at: 28), at: start + .seconds(28 * 60))
        let first = try #require(try alarm(at: 30))
        #expect(first.detail == "notifications since \(start - .hours(1))")
        let second = try #require(try alarm(at: 60))
        #expect(second.at == first.at && second.detail?.contains("reports since") == true)
    }

    @Test func bothTogetherAreImprobableBeforeEitherIs() throws {
        try usually(12)
        try usually(12, by: .reports)
        #expect(try alarm(at: -12) == nil)
        let detail = try #require(try alarm(at: 0)?.detail)
        #expect(detail.contains("notifications since") && detail.contains("reports since"))
    }

    @Test func onlyWhatSaysWhenItCameCounts() throws {
        try asked.shop.bring(ReportedAttempt(events: ReportedAttempt.lost()))
        try asked.shop.bring(Paper.receipt([Paper.Entry(id: "7000", chain: "7000")], on: 2))
        #expect(try store.number("SELECT count(*) FROM arrival_hours") == 0)
        try asked.shop.bring(report("b", at: 0).owned(by: "u_1"), at: start)
        try asked.shop.bring(report("c", at: -90), at: start)
        try asked.shop.bring(report("d", at: -60 * 24 * 30), at: start)
        try asked.shop.bring(report("e", at: 500), at: start)
        #expect(try store.number("SELECT count(*) FROM arrival_hours") == 2)
        #expect(try store.number("SELECT sum(documents) FROM arrival_hours") == 3)
        #expect(try store.number("SELECT max(last_ms) FROM arrival_hours") == Int(start.milliseconds))
    }

    @Test func whatIsOldIsForgotten() throws {
        try usually(1, by: .reports)
        let later = start + .days(10)
        try asked.shop.bring(report("a", at: 60 * 24 * 10), at: later)
        let oldest = (later - .days(29)).hourCount
        #expect(try store.number("SELECT count(*) FROM arrival_hours WHERE hour < \(oldest)") == 0)
        #expect(try store.number("SELECT count(*) FROM arrival_hours") > 0)
    }
}
