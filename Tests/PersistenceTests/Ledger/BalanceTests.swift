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
        let silent = try shop.store.wholePage(of: SilentLossListQuery(limit: 1000), at: Shop.now).losses
        #expect(totals.reduce(0) { $0 + $1.silent.charges } == silent.count, "seed \(seed), \(step)")
        // Where Production is served, what is bought in the Sandbox is nobody's money.
        let served = try Set(
            shop.store.read {
                try $0.values("SELECT environment FROM \(SettingTable.moneyEnvironments)") as [String]
            })
        let open = try shop.queue.filter {
            $0.group > .notCharged && !$0.isUnproved && served.contains($0.environment.rawValue)
        }
        // What Apple gave back is refunded, even where somebody took the ticket up again.
        let refunded = try shop.store.number(
            "SELECT count(*) FROM charges l JOIN tickets t ON t.id = l.ticket_id WHERE l.standing = 'refunded' AND t.state <> 'resolved' AND l.environment IN \(SettingTable.moneyEnvironments)"
        )
        #expect(totals.reduce(0) { $0 + $1.open.charges } == open.count - refunded, "seed \(seed), \(step)")
    }

    @Test(arguments: Soak.seeds(8, from: 0))
    func itHoldsWhateverComesInAndWhateverIsDone(_ seed: UInt64) throws {
        var trade = MadeUpTrade(seed: seed)
        let shop = try Shop()
        for round in 0..<6 {
            for part in trade.shuffled(trade.documents(8)) { try shop.bring(part) }
            for _ in 0..<6 { try trade.act(in: shop) }
            try check(shop, seed, "round \(round)")
        }
    }

    @Test(arguments: Soak.seeds(6, from: 0)) func itIsTheSameInEveryOrder(_ seed: UInt64) throws {
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

    private static func shop() throws -> Shop {
        let shop = try Shop()
        let entry = Paper.Entry(id: "7000", chain: "7000") {
            $0.price = Money(milliunits: 9990, currency: "EUR")
        }
        try shop.bring(Paper.receipt([entry], on: 2), customer: "u_1")
        try shop.bring(ReportedAttempt(id: "b", transaction: "8000", events: ReportedAttempt.lost(30)))
        return shop
    }

    private func terms(_ shop: Shop) throws -> [String: BalanceTerms] {
        let totals = try shop.store.balance(at: Shop.now).totals
        return Dictionary(uniqueKeysWithValues: totals.map { ($0.currency ?? "", $0.terms) })
    }

    /// What is broken by hand, how the finding is called, and what it is about.
    @Test(arguments: [
        ("DELETE FROM charges WHERE id > 0", BalanceFinding.Code.missing, "transaction 7000"),
        ("DELETE FROM charges WHERE id < 0", .missing, "attempt b"),
        ("UPDATE charges SET standing = 'delivered' WHERE id < 0", .different, "attempt b"),
        ("UPDATE charges SET milliunits = 1 WHERE id > 0", .different, "transaction 7000"),
        ("UPDATE charges SET is_owned = 1 WHERE id < 0", .different, "attempt b"),
        ("UPDATE tickets SET claimed_by = 'eve'", .different, "attempt b"),
        (
            "INSERT INTO charges SELECT 99, environment, day, currency, milliunits, refunded_milliunits, standing, is_owned, NULL, NULL, NULL, NULL, NULL FROM charges WHERE id > 0",
            .strange, "transaction of row 99"
        ),
        ("UPDATE charges SET attempt = 77 WHERE id > 0", .strange, "transaction 7000"),
        ("UPDATE charge_days SET milliunits = 1", .sum, "1970-01-01 EUR delivered in Production"),
        ("DELETE FROM charge_days", .sum, "1970-01-01 EUR delivered in Production"),
    ])
    func whatIsBrokenIsFoundAndNamed(_ change: String, _ code: BalanceFinding.Code, _ subject: String) throws
    {
        let shop = try Self.shop()
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
        try shop.raw(change)
        let check = try shop.store.checkBalance(at: Shop.now)
        #expect(!check.isRight)
        let day = Paper.moment(0).description.prefix(10)
        let named = subject.replacing("1970-01-01", with: day)
        #expect(check.findings.contains { $0.code == code && $0.subject == named }, "\(check.findings)")
    }

    @Test func peoplesDeedsMoveWhatIsOpen() throws {
        let (shop, lead, now) = (try Self.shop(), Shop.lead, Shop.now)
        let sum = BalanceSum(charges: 1, milliunits: 9990)
        #expect(try terms(shop)["EUR"]?.delivered == sum && terms(shop)["EUR"]?.openUnowned == sum)
        _ = try shop.store.act(.claim, on: "1", by: lead, at: now)
        #expect(try terms(shop)["EUR"]?.openOwned == sum)
        let grant = try shop.makeGood()
        #expect(try terms(shop)["EUR"]?.madeGood == sum && terms(shop)["EUR"]?.open == BalanceSum())
        _ = try shop.store.revoke(grant.id, reason: "mistake", by: lead, at: now)
        #expect(try terms(shop)["EUR"]?.open == sum)
        _ = try shop.store.act(.resolve(TicketEnd(.writtenOff, note: "why")), on: "1", by: lead, at: now)
        #expect(try terms(shop)["EUR"]?.writtenOff == sum)
        // Apple's record shows the charge, and that a half of it went back.
        let entry = Paper.Entry(id: "8000", chain: "8000", day: 1) { values in
            values.price = Money(milliunits: 9990, currency: "EUR")
            values.revocation = .revoked(Revocation(at: Paper.moment(3), percentage: 50_000))
        }
        try shop.bring(Paper.receipt([entry], on: 40))
        let eur = try #require(try terms(shop)["EUR"])
        #expect(eur.writtenOff == BalanceSum(charges: 1, milliunits: 4990))
        #expect(eur.refunded == BalanceSum(charges: 0, milliunits: 5000) && eur.holds)
        #expect(try shop.store.number("SELECT count(*) FROM charges") == 2, "one charge, one row")
        #expect(try shop.store.checkBalance(at: now).isRight)
    }

    @Test func daysAreWhole() throws {
        let shop = try Self.shop()
        let days = { (from: Instant?, until: Instant?) in
            try shop.store.balance(from: from, until: until, at: Shop.now).rows.map(\.terms.charged.charges)
        }
        let (first, second) = (Paper.moment(0), Paper.moment(1))
        #expect(try days(nil, nil).reduce(0, +) == 2)
        #expect(try days(first, nil).reduce(0, +) == 2)
        #expect(try days(second + .days(1), nil) == [])
        #expect(try days(nil, first - .days(1)) == [])
    }
}
