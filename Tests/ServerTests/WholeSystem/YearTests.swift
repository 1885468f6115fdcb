import Foundation
import Purchases
import Testing

/// A year of a shop, day by day: at its end the store knows who may use what as the App Store does.
struct YearTests {
    private static let start = Instant(milliseconds: 1_735_689_600_000)  // 2025-01-01

    @Test func afterAYearTheStoreKnowsWhatAppleKnows() throws {
        let shop = try SimulatedShop(customers: 1000, seed: 15, from: Self.start)
        shop.network = .init(duplicated: 0.02, unanswered: 0.01, held: 0.02)
        for day in 1...365 {
            try shop.day(acts: 3)
            guard day == 182 else { continue }
            try shop.pass(to: shop.now)
            #expect(try shop.disagreements() == [], "half a year")
        }
        shop.network = .init()
        try shop.pass(to: shop.now + .hours(160))
        let wrong = try shop.disagreements()
        #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
        #expect(shop.sent > 1000 && shop.entitled > 200, "\(shop.sent) sent, \(shop.entitled) entitled")
    }
}
