import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Charged = delivered + refunded + made good + credited + written off + open + silent, whatever came in and whatever was
/// done; and what is kept of it is what the facts say.
struct BalanceTests {
    private func check(_ shop: Shop, _ seed: UInt64, _ step: String) throws {
        let check = try shop.store.checkBalance(at: Shop.now)
        #expect(check.findings == [], "seed \(seed), \(step)")
        for row in try shop.store.balance(at: Shop.now).rows {
            #expect(row.terms.holds, "seed \(seed), \(step): \(row)")
        }
        try agreeWithLists(shop, seed, step)
    }

    /// The open terms are what the lists hold.
    private func agreeWithLists(_ shop: Shop, _ seed: UInt64, _ step: String) throws {
        let totals = try shop.store.balance(at: Shop.now).totals.map(\.terms)
        let silent = try shop.store.silentLosses(limit: 1000, at: Shop.now).losses
        #expect(totals.reduce(0) { $0 + $1.silent.charges } == silent.count, "seed \(seed), \(step)")
        let served = try shop.store.read { try SettingTable.served($0) }
        let open = try shop.queue.filter {
            $0.group > .notCharged && !$0.isUnproved && served.contains($0.environment)
        }
        // What Apple gave back is refunded, even where somebody took the ticket up again.
        let refunded = try shop.store.number(
            "SELECT count(*) FROM charges l JOIN tickets t ON t.id = l.ticket_id WHERE l.standing = 'refunded' AND t.state <> 'resolved'"
        )
        #expect(totals.reduce(0) { $0 + $1.open.charges } == open.count - refunded, "seed \(seed), \(step)")
    }

    @Test(arguments: 0..<60 as Range<UInt64>) func itHoldsWhateverComesInAndWhateverIsDone(_ seed: UInt64)
        throws
    {
        var trade = MadeUpTrade(seed: seed)
        let shop = try Shop()
        for round in 0..<6 {
            for part in trade.shuffled(trade.documents(8)) { try shop.bring(part) }
            for _ in 0..<6 { try trade.act(in: shop) }
            try check(shop, seed, "round \(round)")
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>) func itIsTheSameInEveryOrder(_ seed: UInt64) throws {
        var trade = MadeUpTrade(seed: seed)
        let documents = trade.documents(24)
        let orders = [
            documents.map { [$0] }, [documents], trade.shuffled(documents), trade.shuffled(documents),
        ]
        let balances = try orders.map { parts in
            let shop = try Shop()
            for part in parts { try shop.bring(part) }
            try check(shop, seed, "orders")
            return try shop.store.balance(at: Shop.now).rows
        }
        #expect(balances.allSatisfy { $0 == balances[0] }, "seed \(seed)")
    }
}
