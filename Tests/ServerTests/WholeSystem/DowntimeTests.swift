import AppStoreClient
import AppStoreSimulator
import Foundation
import PersistenceTesting
import Purchases
import Testing

/// A server that was away for three days knows afterwards what one knows that was not.
struct DowntimeTests {
    private static let start = Instant(milliseconds: 1_735_689_600_000)

    /// Two shops of one seed: the same people do the same, and only one of them hears all of it at once.
    @Test(arguments: Soak.seeds(1))
    func threeDaysAwayLeaveTheSameStore(seed: UInt64) async throws {
        let (whole, gappy) = (try shop(seed), try shop(seed))
        let bad = SimulatedShop.Network(duplicated: 0.1, unanswered: 0.1, held: 0.1)
        gappy.network = bad
        for day in 1...40 {
            if day == 20 { gappy.isThere = false }
            if day == 23 {
                gappy.isThere = true
                gappy.network = .init()
                try gappy.pass(to: gappy.now)
                try await gappy.fillGap(from: Self.start)
                let (expected, found) = (try StoreFacts(of: whole.store), try StoreFacts(of: gappy.store))
                #expect(found.differences(from: expected) == "", "at once, whatever Apple repeats later")
                gappy.network = bad
            }
            try whole.day(acts: 6)
            try gappy.day(acts: 6)
        }
        // What Apple repeats by itself, up to a week later, changes nothing any more.
        for shop in [whole, gappy] {
            shop.network = .init()
            try shop.pass(to: shop.now + .days(7))
        }
        try await gappy.fillGap(from: Self.start)
        let (expected, found) = (try StoreFacts(of: whole.store), try StoreFacts(of: gappy.store))
        #expect(found.differences(from: expected) == "")
        #expect(expected.count(of: "notification") > 60, "there was something to miss")
        #expect(try gappy.disagreements() == [])
    }

    private func shop(_ seed: UInt64) throws -> SimulatedShop {
        try SimulatedShop(customers: 60, seed: seed, from: Self.start)
    }
}

extension SimulatedShop {
    /// Asks Apple for the history of its notifications, and takes it in.
    func fillGap(from start: Instant) async throws {
        let time = now
        let client = AppStoreAsker(
            access: try apple.access(serving: [.production]), transport: InProcessTransport(to: apple),
            clock: AppStoreClock {
                time
            } sleep: { _ in
            } random: {
                0.5
            })
        var token: String?
        repeat {
            let page = try await client.notificationHistory(
                from: start, until: time, page: token, in: .production)
            try bring([(.serverAPI, page.answer.body)])
            token = page.nextToken
        } while token != nil
    }
}
