import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// What was sold once is one charge in the store, however many ids it was restored under, in whatever order they come.
struct RestoredSaleTests {
    private static let price = Money(milliunits: 49_990, currency: "EUR")
    /// Another customer's attempt, by which the app began to report.
    private static let first = ReportedAttempt(
        id: "x", customer: "u_9", events: [ReportedAttempt.state("failed", -1)]
    ).paper

    /// What one document tells of something that was sold on the first day under the id 7000.
    private static func entry(
        _ id: String, day: Int64 = 0, product: String = "forever", price: Money? = price,
        revokedOn: Int64? = nil
    ) -> Paper.Entry {
        Paper.Entry(
            id: id, chain: "7000", product: product, day: day, days: nil, revokedOn: revokedOn
        ) { values in
            values.originalPurchasedAt = Paper.moment(0)
            values.price = price
        }
    }

    private func verdict(_ shop: Shop, _ customer: String, _ entitlement: EntitlementID) throws
        -> EntitlementAccess?
    {
        let page = try shop.store.customerPage(AppUserID(customer), at: Shop.now)
        return page?.verdicts.first { $0.entitlement == entitlement }
    }

    private func euro(_ shop: Shop) throws -> BalanceTerms {
        let totals = try shop.store.balance(at: Shop.now).totals
        #expect(totals.count == 1)
        return totals.first { $0.currency == "EUR" }?.terms ?? BalanceTerms()
    }

    private func orders(_ papers: [Paper]) -> [[Paper]] {
        guard papers.count > 1 else { return [papers] }
        return papers.indices.flatMap { place in
            var rest = papers
            let first = rest.remove(at: place)
            return orders(rest).map { [first] + $0 }
        }
    }

    @Test func restoresAreNoChargesAndNoMoreTime() throws {
        let documents = [
            Paper.receipt([Self.entry("7000")], on: 1).owned(by: "u_1"),
            Paper.receipt([Self.entry("7005", day: 60)], on: 61),
            Paper.receipt([Self.entry("7010", day: 90, price: nil)], on: 91),
        ]
        for order in orders(documents) {
            let shop = try Shop()
            try shop.bring(Self.first)
            for document in order { try shop.bring(document) }
            #expect(try euro(shop).charged == BalanceSum(charges: 1, milliunits: 49_990))
            #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
            let pro = try verdict(shop, "u_1", "pro")
            #expect(pro?.isEntitled == true && pro?.since == Paper.moment(0))
            let page = try #require(try shop.store.chainPage("7000", at: Shop.now))
            #expect(page.chain.transactions.map(\.ids) == [["7000", "7005", "7010"]])
            let covered = page.coverage.pieces.map(\.span)
            #expect(covered.map(\.from) == [Paper.moment(0)] && covered.map(\.until) == [nil])
            for id in ["7000", "7005", "7010"] {
                let found = try shop.store.search(id, at: Shop.now).matches
                #expect(found.contains { $0.chain == "7000" }, "\(id)")
            }
            #expect(try shop.store.checkBalance(at: Shop.now).isRight)
        }
    }

    @Test(arguments: ["7000", "7005"]) func aRefundOfEitherIdEndsIt(_ id: String) throws {
        let documents = [
            Paper.receipt([Self.entry("7000")], on: 1).owned(by: "u_1"),
            Paper.receipt([Self.entry("7005", day: 60)], on: 61),
            Paper.receipt([Self.entry(id, day: id == "7000" ? 0 : 60, revokedOn: 70)], on: 71),
        ]
        for order in orders(documents) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            #expect(try verdict(shop, "u_1", "pro")?.isEntitled == false)
            let terms = try euro(shop)
            #expect(terms.charged == BalanceSum(charges: 1, milliunits: 49_990))
            #expect(terms.refunded == terms.charged)
        }
    }

    @Test func coinsThatAreToldTwiceWereDeliveredOnce() throws {
        let events = [ReportedAttempt.state("purchased", 0), ReportedAttempt.delivery(1)]
        let documents = [
            ReportedAttempt(product: "coins", transaction: "7000", events: events).paper,
            Paper.receipt([Self.entry("7000", product: "coins")], on: 1),
            Paper.receipt([Self.entry("7088", product: "coins")], on: 2),
        ]
        for order in orders(documents) {
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            let terms = try euro(shop)
            #expect(terms.charged.charges == 1 && terms.delivered.charges == 1)
            #expect(try shop.store.silentLossCount(at: Shop.now).count.counted == 0)
            #expect(try shop.queue.isEmpty && shop.store.checkBalance(at: Shop.now).isRight)
        }
    }

    @Test func aRestoreAloneIsTheChargeOfTheDayOfTheSale() throws {
        let shop = try Shop()
        try shop.bring(Paper.receipt([Self.entry("7005", day: 60, price: nil)], on: 61), customer: "u_1")
        let row = try #require(try shop.store.balance(at: Shop.now).rows.first)
        #expect(row.day == Paper.moment(0).endOfDay - .days(1) && row.currency == nil)
        #expect(try verdict(shop, "u_1", "pro")?.since == Paper.moment(0))
        let page = try #require(try shop.store.chainPage("7000", at: Shop.now))
        #expect(page.chain.transactions.map { $0.shownID(in: page.chain.id) } == ["7005"])

        try shop.bring(Paper.receipt([Self.entry("7000")], on: 1))
        #expect(try euro(shop).charged == BalanceSum(charges: 1, milliunits: 49_990))
        #expect(try shop.store.number("SELECT count(*) FROM transactions") == 1)
        let known = try #require(try shop.store.chainPage("7000", at: Shop.now))
        #expect(known.chain.transactions.map { $0.shownID(in: known.chain.id) } == ["7000"])
    }

    @Test func ticketsOfTwoIdsAreOneOnceARecordSaysSo() throws {
        let shop = try Shop()
        for (attempt, id) in [("a", "7000"), ("b", "7077")] {
            try shop.bring(
                ReportedAttempt(
                    id: attempt, product: "coins", transaction: id, events: ReportedAttempt.lost()))
        }
        #expect(try shop.queue.count == 2)
        try shop.bring(Paper.receipt([Self.entry("7000", product: "coins")], on: 1), customer: "u_1")
        #expect(try shop.queue.count == 2)
        try shop.bring(Paper.receipt([Self.entry("7077", product: "coins")], on: 2))
        #expect(try shop.queue.map(\.id) == ["1"])
        let merged = try #require(try shop.tickets().last)
        #expect(merged.resolution == .duplicate && merged.mergedInto == "1")
        #expect(try euro(shop).openUnowned == BalanceSum(charges: 1, milliunits: 49_990))
        #expect(try shop.store.checkBalance(at: Shop.now).isRight)
    }

    /// Renewals that one document tells without their ends look like one sale, until another tells these.
    @Test func whatTurnsOutToRenewIsSeveralChargesAgain() throws {
        let bare = ["7000", "7001"].map { id in
            Paper.Entry(id: id, chain: "7000", day: id == "7000" ? 0 : 30, days: nil)
        }
        let whole = ["7000", "7001"].map { id in
            Paper.Entry(id: id, chain: "7000", day: id == "7000" ? 0 : 30)
        }
        let (first, second) = (Paper.receipt(bare, on: 40), Paper.receipt(whole, on: 41))
        let meanings = try [[first, second], [second, first]].map { order in
            let shop = try Shop()
            for document in order { try shop.bring(document) }
            let page = try #require(try shop.store.chainPage("7000", at: Shop.now))
            #expect(page.chain.transactions.map(\.ids) == [["7000"], ["7001"]])
            #expect(try shop.store.checkBalance(at: Shop.now).isRight)
            return try StoreMeaning(of: shop.store, withHistory: false)
        }
        #expect(meanings[0] == meanings[1])
    }
}

/// Xcode and local testing count ids from 0 on each device.
struct LocalChainTests {
    private static let tokens = MadeUpCustomer.tokens

    private static func told(_ product: String, token: String?) -> Paper {
        Paper.receipt(
            [Paper.Entry(id: "0", chain: "0", product: product, days: nil, token: token)], on: 1,
            environment: "Xcode")
    }

    private func shop() throws -> Shop {
        let shop = try Shop()
        try shop.store.set(.serve, to: "Production,Xcode", by: Shop.lead, at: Shop.now)
        return shop
    }

    /// What a customer may use.
    private func usable(_ shop: Shop, _ customer: String) throws -> [EntitlementID] {
        let page = try shop.store.customerPage(AppUserID(customer), at: ReportedAttempt.moment(48))
        return page?.verdicts.filter(\.isEntitled).map(\.entitlement) ?? []
    }

    @Test func twoTestersWithOneIdStayApart() throws {
        let documents = [
            Paper.customer("u_1", token: Self.tokens[0]), Paper.customer("u_2", token: Self.tokens[1]),
            Self.told("week_pass", token: Self.tokens[0]), Self.told("forever", token: Self.tokens[1]),
        ]
        for order in [documents, documents.reversed()] {
            let shop = try shop()
            for document in order { try shop.bring(document) }
            #expect(try usable(shop, "u_1") == ["premium"] && usable(shop, "u_2") == ["pro"])
            #expect(try shop.store.number("SELECT count(*) FROM chains") == 2)
            let found = try shop.store.search("u_1", at: Shop.now).matches
            #expect(found.compactMap(\.customer?.id) == ["u_1"])
        }
    }

    @Test func whomADocumentIsBroughtForIsItsUser() throws {
        let shop = try shop()
        try shop.bring(Self.told("week_pass", token: nil), customer: "u_1")
        try shop.bring(Self.told("forever", token: nil), customer: "u_2")
        #expect(try usable(shop, "u_1") == ["premium"] && usable(shop, "u_2") == ["pro"])
    }

    /// What an attempt tells of an id is about its own customer's purchase.
    @Test func anAttemptMeetsItsOwnCustomersPurchase() throws {
        let shop = try shop()
        try shop.bring(Self.told("forever", token: nil), customer: "u_2")
        try shop.bring(
            ReportedAttempt(
                customer: "u_1", product: "week_pass", transaction: "0", environment: "Xcode",
                events: ReportedAttempt.lost()))
        #expect(try shop.queue.map(\.customer) == ["u_1"])
        #expect(try shop.store.number(#"SELECT count(*) FROM tickets WHERE "transaction" IS NOT NULL"#) == 0)
    }

    /// The name of a chain tells nothing of whose it is to who reads the store, so that it may stay when a person goes.
    @Test func theNameOfAChainBetraysNobody() throws {
        let shop = try shop()
        try shop.bring(Self.told("forever", token: Self.tokens[0]), customer: "u_2")
        let name = try #require(
            try Raw.texts(shop.store, "SELECT original_transaction_id FROM chains").first?[0])
        #expect(name.hasPrefix("0@") && !name.contains("0a0a0a0a") && !name.contains("u_2"))
    }

    @Test func elsewhereNothingIsNamed() throws {
        let shop = try Shop()
        try shop.bring(
            Paper.receipt([Paper.Entry(id: "7000", chain: "7000", token: Self.tokens[0])], on: 1))
        #expect(try shop.store.chainPage("7000", at: Shop.now)?.chain.transactions.count == 1)
    }
}

/// Made-up sales with restores, renewals, kinds that some documents tell, and attempts: told in random orders and
/// divisions they mean the same, and their money is what a count of the documents finds.
struct MadeUpSaleTests {
    private static let seeds = Soak.seeds(10, from: 0)

    @Test(arguments: seeds) func everyOrderMeansTheSame(_ seed: UInt64) throws {
        var sales = MadeUpSales(seed: seed)
        let documents = sales.documents(9) + sales.attempts(3)
        let orders = [
            documents.map { [$0] }, [documents], sales.divided(documents), sales.divided(documents),
        ]
        var meaning: StoreMeaning?
        for (number, parts) in orders.enumerated() {
            let shop = try Shop()
            for part in parts { try shop.bring(part) }
            #expect(try shop.store.checkBalance(at: Shop.now).findings == [], "seed \(seed), order \(number)")
            let found = try StoreMeaning(of: shop.store, withHistory: false)
            if let meaning, meaning != found {
                Issue.record("seed \(seed), order \(number):\n\(found.differences(from: meaning))")
            }
            meaning = meaning ?? found
        }
    }

    @Test(arguments: seeds) func theMoneyIsWhatTheDocumentsTell(_ seed: UInt64) throws {
        var sales = MadeUpSales(seed: seed)
        let documents = sales.documents(9)
        let shop = try Shop()
        for part in sales.divided(documents) { try shop.bring(part) }
        let charges = Chain.chains(told: documents.map(\.contents)).flatMap(\.transactions)
        let totals = try shop.store.balance(at: Shop.now).totals
        #expect(totals.reduce(0) { $0 + $1.terms.charged.charges } == charges.count, "seed \(seed)")
        let paid = charges.compactMap(\.values.price).reduce(0) { $0 + $1.milliunits }
        #expect(totals.reduce(0) { $0 + $1.terms.charged.milliunits } == paid, "seed \(seed)")
        #expect(try shop.store.number("SELECT count(*) FROM transactions") == charges.count, "seed \(seed)")
    }
}

/// Documents about a few things that were sold, some of them more than once.
struct MadeUpSales {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed &+ 40_000) }

    mutating func documents(_ count: Int) -> [Paper] {
        (0..<count).map { _ in
            let paper = receipt()
            return random.chance(30)
                ? paper.owned(by: AppUserID(random.one(of: MadeUpCustomer.ids, else: "u_1"))) : paper
        }
    }

    private mutating func receipt() -> Paper {
        let chain = random.one(of: ["7000", "8000", "9000"], else: "7000")
        let entries = (0..<Int.random(in: 1...3, using: &random)).map { _ in entry(of: chain) }
        return Paper.receipt(entries, on: Int64.random(in: 30..<90, using: &random))
    }

    private mutating func entry(of chain: String) -> Paper.Entry {
        let product =
            ["7000": "forever", "8000": "coins", "9000": "tea.monthly"][chain] ?? "week_pass"
        let id = chain + random.one(of: ["", "", "5", "6"], else: "")
        let type = random.one(
            of: [nil, nil, nil, "Consumable", "Auto-Renewable Subscription"], else: nil as String?)
        let (isSold, isPriced) = (random.chance(60), random.chance(50))
        let token = random.chance(20) ? random.one(of: MadeUpCustomer.tokens, else: "") : nil
        return Paper.Entry(
            id: id, chain: chain, product: random.chance(10) ? "week_pass" : product,
            line: random.chance(chain == "9000" ? 40 : 5) ? random.one(of: ["L", "M"], else: "L") : nil,
            day: Int64.random(in: 0..<20, using: &random),
            days: random.chance(chain == "9000" ? 60 : 8) ? 30 : nil, token: token,
            revokedOn: random.chance(20) ? Int64.random(in: 20..<25, using: &random) : nil
        ) { values in
            values.appleType = type
            values.originalPurchasedAt = isSold ? Paper.moment(2) : nil
            values.price = isPriced ? Money(milliunits: 990, currency: "EUR") : nil
        }
    }

    mutating func attempts(_ count: Int) -> [Paper] {
        (0..<count).map { number in
            let id = random.one(of: ["7000", "70005", "8000", "80006", "9000", "90005"], else: "7000")
            return ReportedAttempt(
                id: "attempt \(number)", customer: random.one(of: MadeUpCustomer.ids, else: "u_1"),
                transaction: id, events: ReportedAttempt.lost(Double(number))
            ).paper
        }
    }

    /// In another order, some twice, cut into imports.
    mutating func divided(_ documents: [Paper]) -> [[Paper]] {
        let again = documents.filter { _ in random.chance(25) }
        var rest = (documents + again).shuffled(using: &random)[...]
        var parts: [[Paper]] = []
        while !rest.isEmpty {
            let size = Int.random(in: 1...min(5, rest.count), using: &random)
            parts.append(Array(rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return parts
    }
}
