import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// When a chain is to be asked about stands beside it, kept by the transaction that changes its facts.
@Suite struct ChainAskingTests {
    private static let chain = ChainID(OriginalTransactionID("900"), in: .production)

    private func bringing(_ days: [Int64]) throws -> AskedShop {
        let shop = try AskedShop()
        let entries = days.map { Paper.Entry(id: $0 == 0 ? "900" : "90\($0)", chain: "900", day: $0) }
        try shop.shop.bring(Paper.receipt(entries, on: days.last ?? 0))
        return shop
    }

    private func wait(_ shop: AskedShop, after day: Int64) throws -> TimeLength? {
        try shop.store.nextAsk(of: Self.chain).map { $0 - Paper.moment(day) }
    }

    private func ask(_ shop: AskedShop, isAnswered: Bool, at now: Instant) throws {
        let batch = ImportBatch([], from: "App Store", effects: [.asked(Self.chain, isAnswered: isAnswered)])
        _ = try shop.store.importTogether([batch], by: AskedShop.server, at: now)
    }

    @Test func aChainIsAskedAboutSoonAfterItsEndAndARenewalMovesIt() throws {
        let shop = try bringing([0])
        let first = try #require(try wait(shop, after: 30))
        #expect(first >= .seconds(120) && first <= .seconds(600))
        try shop.shop.bring(Paper.receipt([Paper.Entry(id: "901", chain: "900", day: 30)], on: 30))
        #expect(try wait(shop, after: 60) == first)
    }

    @Test func itIsFoundWhenItIsDueAndOnlyWhereItIsServed() throws {
        let shop = try bringing([0])
        let next = try #require(try shop.store.nextAsk(of: Self.chain))
        #expect(try shop.store.nextChainAsk(in: [.production, .sandbox]) == next)
        #expect(try shop.store.chainsToAsk(in: [.production], at: next - .seconds(1)).isEmpty)
        #expect(try shop.store.chainsToAsk(in: [.production], at: next).map(\.id) == [Self.chain])
        #expect(try shop.store.chainsToAsk(in: [.sandbox], at: next).isEmpty)
    }

    @Test func questionsWithoutAnAnswerComeLessAndLessOften() throws {
        let shop = try bringing([0])
        var pauses: [TimeLength] = []
        var now = try #require(try shop.store.nextAsk(of: Self.chain))
        while pauses.count < 5 {
            try ask(shop, isAnswered: true, at: now)
            let next = try #require(try shop.store.nextAsk(of: Self.chain))
            pauses.append(next - now)
            now = next
        }
        #expect(pauses == [.seconds(600), .hours(1), .hours(6), .days(1), .days(1)])
    }

    @Test func whereTheAppStoreCouldNotBeAskedTheSameIsAskedAgain() throws {
        let shop = try bringing([0])
        let now = try #require(try shop.store.nextAsk(of: Self.chain))
        try ask(shop, isAnswered: false, at: now)
        #expect(try shop.store.nextAsk(of: Self.chain) == now + .seconds(600))
        #expect(try shop.store.number("SELECT asks FROM chains") == 0)
    }

    @Test func whatNeverRenewsIsNeverAskedAbout() throws {
        let shop = try AskedShop()
        try shop.shop.bring(
            Paper.receipt([Paper.Entry(id: "900", chain: "900", product: "forever", days: nil)], on: 0))
        #expect(try shop.store.nextAsk(of: Self.chain) == nil)
    }

    @Test func theHistoryIsReadOnFromWhereItWasRead() throws {
        let shop = try AskedShop()
        #expect(try shop.store.historyCursor(of: .production) == nil)
        for (day, mark) in [(3, 3), (9, 9), (5, 9)] as [(Int64, Int64)] {
            let effect = SideEffect.historyRead(.production, until: Paper.moment(day))
            _ = try shop.store.importTogether(
                [ImportBatch([], from: "App Store", effects: [effect])], by: AskedShop.server, at: Shop.now)
            #expect(try shop.store.historyCursor(of: .production) == Paper.moment(mark))
        }
        #expect(try shop.store.historyCursor(of: .sandbox) == nil)
    }
}
