import AppStoreSimulator
import Foundation
import Persistence
import PersistenceTesting
import Purchases
import Server
import Testing

/// What was told while nobody listened is read from the history.
struct GapWorkerTests {
    @Test func whatWasMissedIsReadOnceAndTheMarkMoves() async throws {
        let shop = try AskingShop()
        for name in ["u_1", "u_2", "u_3"] { _ = try shop.bought("tea.weekly", by: name) }
        try shop.pass(.days(60))
        let first = try await shop.gaps.work(at: shop.now)
        #expect(first.failure == nil && first.count > 1, "several pages")
        let told = try shop.count("notifications")
        #expect(told >= 3 * 8)
        #expect(try shop.store.historyCursor(of: .production) == shop.now)
        let pages = shop.questions("notifications/history")
        let kept = try shop.count("documents")
        #expect(try await shop.gaps.work(at: shop.now).failure == nil)
        #expect(shop.questions("notifications/history") == pages + 1, "from the mark on there is one page")
        #expect(try shop.count("notifications") == told)
        #expect(try shop.count("documents") == kept, "what is held is not kept a second time")
    }

    @Test func oneThatArrivesAfterTheGapHidesNothing() async throws {
        let shop = try AskingShop()
        _ = try await shop.gaps.work(at: shop.now)
        _ = try shop.bought("tea.weekly")
        try shop.pass(.days(20))
        let last = try shop.pass(.days(1))
        _ = try shop.bought("tea.yearly", by: "u_2")
        let live = try shop.pass(.seconds(1))
        try shop.bring((last + live).suffix(1).map { (.notificationV2, $0.body) })
        #expect(try shop.count("notifications") == 1)
        _ = try await shop.gaps.work(at: shop.now)
        #expect(try shop.count("notifications") >= 4)
    }

    /// A clock that was ahead once has read what was not there yet: that hides nothing of what comes then.
    @Test func aMarkThatIsStillToComeHidesNothing() async throws {
        let shop = try AskingShop()
        let worker = shop.gaps
        _ = try await worker.work(at: shop.now + .days(40))
        let ahead = try #require(try shop.store.historyCursor(of: .production))
        #expect(ahead > shop.now + .days(39))
        _ = try shop.bought("tea.weekly")
        try shop.pass(.days(20))
        for gaps in [worker, shop.gaps] {
            #expect(try await gaps.work(at: shop.now).failure == nil)
            #expect(try shop.count("notifications") >= 2)
            let mark = try #require(try shop.store.historyCursor(of: .production))
            #expect(mark >= shop.now && mark < ahead)
        }
    }

    @Test func aReadingThatBreaksOffLeavesTheMark() async throws {
        let shop = try AskingShop()
        let worker = shop.gaps
        _ = try await worker.work(at: shop.now)
        let mark = try shop.store.historyCursor(of: .production)
        _ = try shop.bought("tea.weekly")
        try shop.pass(.days(30))
        shop.apple.with { $0.faults = FaultPlan([AppleFault(.http(503))]) }
        let done = try await worker.work(at: shop.now)
        #expect(done.failure == "http_503" && done.next > shop.now)
        #expect(try shop.store.historyCursor(of: .production) == mark)
        shop.apple.with { $0.faults = FaultPlan() }
        try shop.pass(.hours(1))
        #expect(try await worker.work(at: shop.now).failure == nil)
        #expect(try shop.count("notifications") >= 4)
    }
}
