import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Every order of a purchase's documents, cut into imports or not, gives the same tickets.
struct EveryOrderTests {
    private func permutations(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return permutations(of: count - 1).flatMap { rest in
            (0..<count).map { Array(rest[..<$0]) + [count - 1] + Array(rest[$0...]) }
        }
    }

    /// Each order in a copy of its own of the documents: every third at once, the others a document an import.
    private func bring(seed: UInt64) throws -> (Shop, tags: [String], orders: [[Int]]) {
        let shop = try Shop()
        let limit = seed == 1 ? 5 : 4
        var sample = PurchaseScenario(seed: seed, tag: "x")
        let orders = permutations(of: sample.documents(atMost: limit).count)
        let tags = orders.indices.map { "0\(10_000 + $0)0" }
        let copies = zip(orders, tags).map { order, tag in
            var scenario = PurchaseScenario(seed: seed, tag: tag)
            let documents = scenario.documents(atMost: limit)
            return order.map { documents[$0] }
        }
        for step in 0..<(orders.first?.count ?? 0) {
            let parts = copies.enumerated().map { index, copy in
                index % 3 == 0 ? (step == 0 ? copy : []) : [copy[step]]
            }
            let report = try shop.bring(Array(parts.joined()))
            #expect(report.rejected.isEmpty)
        }
        return (shop, tags, orders)
    }

    @Test(arguments: Soak.seeds(5))
    func givesTheSameTickets(seed: UInt64) throws {
        let (shop, tags, orders) = try bring(seed: seed)
        let meanings = try TicketMeaning.all(in: shop.store, tags: tags)
        let first = try #require(meanings.first)
        #expect(!first.isEmpty)
        for (meaning, order) in zip(meanings, orders) where meaning != first {
            let differences = meaning.difference(from: first).map { "\($0)" }.joined(separator: "\n")
            Issue.record("seed \(seed), order \(order), not \(orders[0]):\n\(differences)")
            return
        }
    }

    @Test func theScenariosEndInEveryWay() throws {
        let shop = try Shop()
        for seed in 1...12 as ClosedRange<UInt64> {
            var scenario = PurchaseScenario(seed: seed, tag: "0\(seed + 100)0")
            try shop.bring(scenario.documents(atMost: 5))
        }
        #expect(try Set(shop.queue.map(\.group)) == Set(ErrorGroup.allCases))
        let ends = try Set(shop.tickets().compactMap(\.resolution))
        #expect(ends.isSuperset(of: [.refunded, .superseded]), "\(ends)")
        #expect(try shop.store.number("SELECT count(*) FROM attempts WHERE outcome = 'delivered'") > 0)
    }
}

/// A purchase's facts as a few documents, made up from a seed; a tag keeps copies of it apart in one store.
struct PurchaseScenario {
    private var random: SeededRandom
    private let tag: String
    private let product: String
    private let isLate: Bool
    private let isNobodys: Bool
    private let isByToken: Bool
    private let days: Int64?

    /// The scenario of a seed, with a tag in every name.
    init(seed: UInt64, tag: String) {
        random = SeededRandom(seed: seed)
        self.tag = tag
        product = random.one(of: ["tea.monthly", "tea.monthly", "week_pass", "forever", "coins"], else: "")
        isLate = random.chance(50)
        isNobodys = random.chance(25)
        isByToken = isNobodys ? random.chance(50) : false
        days = product == "tea.monthly" ? 30 : nil
    }

    /// Its documents, never two of one time; every tag gives the same.
    mutating func documents(atMost limit: Int) -> [Paper] {
        var documents = reports() + [receipt()]
        if isNobodys { documents.insert(contentsOf: isByToken ? carriers() : [owner()], at: 2) }
        if random.chance(60) { documents.append(refund()) }
        if random.chance(50) { documents.append(stranger()) }
        return Array(documents.prefix(limit))
    }

    private var bought: String { "7\(tag)" }

    /// The events of one or two attempts, cut into reports that name the charge or do not.
    private mutating func reports() -> [Paper] {
        let events = events()
        let cut = Int.random(in: 1..<events.count, using: &random)
        let isTwice = random.chance(40)
        let named = random.chance(70)
        let first = attempt("a", Array(events[..<cut]), isNamed: named || isTwice)
        let second = attempt(isTwice ? "b" : "a", Array(events[cut...]), isNamed: true)
        guard random.chance(50) else { return [first, second] }
        let failed = [ReportedAttempt.state("failed", random.chance(50) ? -30 : -90)]
        return [first, second, attempt("f", failed, isNamed: false)]
    }

    private mutating func events() -> [PurchaseEvent] {
        var events = [ReportedAttempt.state("purchasing", -0.5)]
        if random.chance(30) {
            events.append(ReportedAttempt.state("failed", 0.1, errorCode: 2))
        }
        if random.chance(85) { events.append(ReportedAttempt.state("purchased", 0.2)) }
        events += ReportedAttempt.failing(Int.random(in: 0...6, using: &random))
        if random.chance(20) { events.append(ReportedAttempt.state("restored", 7.5)) }
        if random.chance(product == "coins" ? 50 : 20) {
            events.append(ReportedAttempt.delivery(8, random.chance(70)))
        }
        if random.chance(50) { events.append(ReportedAttempt.state("finished", 9)) }
        return events.count > 1 ? events : events + [ReportedAttempt.state("failed", 10)]
    }

    private mutating func attempt(_ name: String, _ events: [PurchaseEvent], isNamed: Bool) -> Paper {
        let customer = isNobodys ? nil : "u-\(tag)"
        var attempt = ReportedAttempt(id: "\(name)-\(tag)", customer: customer, product: product)
        attempt.price = random.chance(70) ? "9.99" : nil
        if isNamed {
            let isByLine = random.chance(30)
            attempt.transaction = isByLine ? nil : random.chance(25) ? bought + "99" : bought
            attempt.line = isByLine || random.chance(30) ? "5\(tag)" : nil
        }
        attempt.events = events.shuffled(using: &random)
        return attempt.paper
    }

    /// A report that names whose charge it is, in time or long after.
    private mutating func owner() -> Paper {
        ReportedAttempt(
            id: "o-\(tag)", customer: "u-\(tag)", product: product, transaction: bought,
            events: [ReportedAttempt.state("restored", random.chance(50) ? 100 : 40 * 24)]
        ).paper
    }

    /// The customer who carries the charge's token, in time or long after, and perhaps another before or meanwhile.
    private mutating func carriers() -> [Paper] {
        let told = Paper.customer("u-\(tag)", token: token("a"), on: random.chance(50) ? 5 : 41, since: 1)
        guard random.chance(60) else { return [told] }
        return [told, Paper.customer("u-\(tag)", token: token("b"), on: random.chance(50) ? 4 : 20)]
    }

    private func token(_ digit: String) -> String {
        "\(digit)0a0a0a0-1111-4222-8333-" + String(repeating: "4", count: 12 - tag.count) + tag
    }

    /// What another customer's device reports of the same charge.
    private func stranger() -> Paper {
        ReportedAttempt(
            id: "s-\(tag)", customer: "s-\(tag)", product: product, transaction: bought,
            events: [ReportedAttempt.state("purchased", 20)]
        ).paper
    }

    private func entry(_ id: String, revokedOn day: Int64? = nil) -> Paper.Entry {
        Paper.Entry(
            id: id, chain: bought, product: product, line: "5\(tag)", days: days,
            token: isByToken ? token("a") : nil, revokedOn: day)
    }

    private mutating func receipt() -> Paper {
        let ids = random.chance(60) ? [bought, bought + "99"] : [bought]
        return Paper.receipt(ids.map { entry($0) }, on: isLate ? 40 : 2)
    }

    private mutating func refund() -> Paper {
        Paper.notification("CANCEL", [entry(bought, revokedOn: random.chance(50) ? 45 : 10)])
    }
}
