import CustomDump
import Purchases
import Testing

/// Made-up chains, told in random orders and divisions, come to the charges that a plain count of everything told finds.
@Suite struct ChargeRecountTests {
    @Test(arguments: UInt64(0)..<80)
    func countedByHandTheyAreTheSame(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let told = (0..<Int.random(in: 2...9, using: &generator)).map { Told($0, &generator) }
        let charges = Recount(told).charges
        var whole = chain([])
        whole.merge(told.map(\.transaction))
        expectNoDifference(whole.transactions.map(Counted.init).sorted(), charges.sorted(), "seed \(seed)")
        for _ in 0..<6 {
            let again = told.filter { _ in Bool.random(using: &generator) }
            var rest = (told + again).shuffled(using: &generator)[...]
            var parts = chain([])
            while !rest.isEmpty {
                let size = Int.random(in: 1...rest.count, using: &generator)
                parts.merge(rest.prefix(size).map(\.transaction))
                rest = rest.dropFirst(size)
            }
            expectNoDifference(parts, whole, "seed \(seed)")
        }
    }

    /// What the made-up chains have to try: restores, ids with two line items, kinds that are learned late, refunds.
    @Test func theyHaveEverything() {
        var (several, apart, refunded, restored) = (0, 0, 0, 0)
        for seed in 0..<80 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let told = (0..<Int.random(in: 2...9, using: &generator)).map { Told($0, &generator) }
            let charges = Recount(told).charges
            if charges.contains(where: { $0.ids.count > 1 }) { several += 1 }
            if charges.count > 1 { apart += 1 }
            if charges.contains(where: { $0.back != nil }) { refunded += 1 }
            if charges.contains(where: { !$0.ids.contains("1") && $0.ids.count > 1 }) { restored += 1 }
        }
        #expect(several > 20 && apart > 20 && refunded > 10 && restored > 5)
    }
}

/// What one made-up document tells of one transaction; no two are of one standing.
private struct Told {
    let id: String
    let line: String?
    let product: String
    let type: String?
    let end: Double?
    let bought: Double
    let sold: Double?
    let price: Int64?
    let back: Double?
    let time: Int
    let known: Double

    init(_ number: Int, _ generator: inout SeededGenerator) {
        func one<Value>(of values: [Value], else other: Value) -> Value {
            values.randomElement(using: &generator) ?? other
        }
        id = one(of: ["1", "2", "3", "12", "20"], else: "1")
        product = one(of: ["a", "a", "a", "b"], else: "a")
        line = one(of: [nil, nil, nil, nil, "L", "M"], else: nil)
        type = one(
            of: [nil, nil, nil, nil, "Consumable", "Auto-Renewable Subscription", "?"], else: nil)
        end = one(of: [nil, nil, nil, 30, 60], else: nil)
        bought = one(of: [0, 1, 2, 9], else: 0)
        sold = one(of: [nil, 0, 1], else: nil)
        price = one(of: [nil, 990, 9990], else: nil)
        back = one(of: [nil, nil, nil, 5, 6], else: nil)
        // The time decides; of two of one time the digest does, which is the number.
        time = one(of: [10, 11, 12], else: 10) * 100 + number
        known = one(of: [10, 20, 30], else: 10)
    }

    /// It as the chain takes it.
    var transaction: Transaction {
        PurchasesTests.bought(
            id, product: product, from: bought, to: end, line: line,
            told: document(day(Double(time / 100)), digest: String(time % 100 + 100)), knownAt: day(known)
        ) { values in
            values.appleType = type
            values.originalPurchasedAt = sold.map { day($0) }
            values.price = price.map { Money(milliunits: $0, currency: "EUR") }
            if let back { values.revocation = revoked(back) }
        }
    }
}

/// What is compared of a charge.
private struct Counted: Hashable, Comparable {
    let ids: [String]
    let at: Instant
    let back: Instant?
    let price: Int64?
    let known: Instant

    init(_ transaction: Transaction) {
        ids = transaction.ids.map(\.rawValue).sorted()
        (at, back) = (transaction.purchasedAt, transaction.revocation?.at)
        (price, known) = (transaction.values.price?.milliunits, transaction.knownAt)
    }

    init(ids: [String], at: Instant, back: Instant?, price: Int64?, known: Instant) {
        (self.ids, self.at, self.back) = (ids, at, back)
        (self.price, self.known) = (price, known)
    }

    static func < (left: Counted, right: Counted) -> Bool {
        left.ids.joined(separator: " ") < right.ids.joined(separator: " ")
    }
}

/// The rules once more, in the simplest words: everything told lies in one heap, and is looked through again and again.
private struct Recount {
    /// What was told of what can never be told apart.
    private let groups: [[Told]]

    init(_ told: [Told]) {
        var groups = told.map { [$0] }
        while let (left, right) = Recount.pair(of: groups) {
            let same = groups.remove(at: right)
            groups[left] += same
        }
        self.groups = groups.map { group in group.sorted { $0.time > $1.time } }
    }

    /// Two groups that have an id or a line item in common, the second behind the first; nil when no two have.
    private static func pair(of groups: [[Told]]) -> (Int, Int)? {
        for left in groups.indices {
            for right in groups.indices where right > left {
                let isSame = groups[left].contains { one in
                    groups[right].contains { $0.id == one.id || ($0.line != nil && $0.line == one.line) }
                }
                if isSame { return (left, right) }
            }
        }
        return nil
    }

    var charges: [Counted] {
        var sold: [String: [[Told]]] = [:]
        var charges: [Counted] = []
        for group in groups {
            if renews(group[0].product) {
                charges.append(
                    Counted(
                        ids: ids(of: [group]), at: day(group[0].bought), back: back(of: group),
                        price: first(\.price, of: group), known: known(of: [group])))
            } else {
                sold[group[0].product, default: []].append(group)
            }
        }
        return charges + sold.values.map(sale)
    }

    /// By the newest word of each group on its product and type.
    private func renews(_ product: String) -> Bool {
        let own = groups.filter { $0[0].product == product }
        let types = own.compactMap { first(\.type, of: $0) }.filter { $0 != "?" }
        guard types.isEmpty else { return types.contains("Auto-Renewable Subscription") }
        return own.joined().contains { $0.end != nil || $0.line != nil }
    }

    private func sale(_ groups: [[Told]]) -> Counted {
        let sale = groups.first { $0.contains { $0.id == "1" } }
        let restores = groups.filter { group in !group.contains { $0.id == "1" } }
        let restored = restores.flatMap { $0 }.sorted { $0.time > $1.time }
        let bought = sale.map { $0[0].bought }
        let soldAt = sale.flatMap { first(\.sold, of: $0) } ?? first(\.sold, of: restored)
        // Each restore is dated by its newest word.
        let at = bought ?? soldAt ?? restores.map { $0[0].bought }.min() ?? 0
        return Counted(
            ids: ids(of: groups), at: day(at), back: back(of: sale, restores),
            price: sale.flatMap { first(\.price, of: $0) } ?? first(\.price, of: restored),
            known: known(of: groups))
    }

    private func back(of group: [Told]) -> Instant? { group[0].back.map { day($0) } }

    private func back(of sale: [Told]?, _ restores: [[Told]]) -> Instant? {
        let standing = restores.filter { restore in
            guard let sale, sale[0].back == nil, sale[0].time > restore[0].time else { return true }
            return !sale.contains { $0.back == restore[0].back }
        }
        let told = (standing + [sale].compactMap { $0 }).filter { $0[0].back != nil }
        return told.max { $0[0].time < $1[0].time }.flatMap { back(of: $0) }
    }

    private func ids(of groups: [[Told]]) -> [String] { Set(groups.joined().map(\.id)).sorted() }

    private func known(of groups: [[Told]]) -> Instant { day(groups.joined().map(\.known).min() ?? 0) }

    private func first<Value>(_ field: KeyPath<Told, Value?>, of group: [Told]) -> Value? {
        group.lazy.compactMap { $0[keyPath: field] }.first
    }
}
