import PersistenceTesting
import Purchases

@testable import Persistence

/// Made-up documents of a few customers, their charges and attempts, and what people do about them; the same for a seed.
struct MadeUpTrade {
    private var random: SeededRandom
    private let chains: [[Paper.Entry]]

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        chains = (0..<5).map { chain in
            let product = random.one(
                of: ["tea.monthly", "tea.monthly", "week_pass", "forever", "coins", "mystery"], else: "")
            return (0..<Int.random(in: 1...4, using: &random)).map { number in
                Self.entry(number, of: "\(7 + chain)000", product, &random)
            }
        }
        self.random = random
    }

    private static func entry(
        _ number: Int, of chain: String, _ product: String, _ random: inout SeededRandom
    ) -> Paper.Entry {
        let id = number == 0 ? chain : chain + "\(number)"
        let day = Int64(number) * 30 + Int64.random(in: 0..<3, using: &random)
        let isTimed = product == "tea.monthly"
        let price = Self.price(&random)
        let storefront = random.one(of: [nil, "DEU", "USA", "QQQ"], else: nil as String?)
        let (isTrial, isShared) = (random.chance(10), random.chance(10))
        return Paper.Entry(
            id: id, chain: chain, product: product, line: isTimed ? "9\(id)" : nil, day: day,
            days: isTimed ? 30 : nil
        ) { values in
            (values.price, values.storefront) = (price, storefront)
            values.isTrial = isTrial
            values.ownership = isShared ? .familyShared : .purchased
        }
    }

    private static func price(_ random: inout SeededRandom) -> Money? {
        let amounts: [Int64] = [9990, 9990, 4990, 0, -500, 1, .max, .min]
        guard random.chance(70) else { return nil }
        return Money(
            milliunits: random.one(of: amounts, else: 9990),
            currency: random.one(of: ["EUR", "EUR", "USD", "JPY", "XQZ"], else: "EUR"))
    }

    /// Documents in the order in which they were made up.
    mutating func documents(_ count: Int) -> [Paper] { (0..<count).map { _ in document() } }

    private mutating func document() -> Paper {
        if random.chance(45) { return report() }
        let paper = random.chance(15) ? person() : receipt()
        return random.chance(40) ? paper.owned(by: AppUserID(customer())) : paper
    }

    private mutating func customer() -> String { random.one(of: MadeUpCustomer.ids, else: "u_1") }

    private mutating func person() -> Paper {
        Paper.customer(
            customer(), token: random.one(of: MadeUpCustomer.tokens, else: ""),
            on: Int64.random(in: 0..<60, using: &random))
    }

    /// Some charges of a chain, some of them given back in this telling.
    private mutating func receipt() -> Paper {
        let chain = random.one(of: chains, else: [])
        let told = chain.prefix(Int.random(in: 1...chain.count, using: &random)).map { entry in
            random.chance(25) ? refunded(entry) : entry
        }
        let environment = random.chance(10) ? "Sandbox" : "Production"
        return Paper.receipt(
            told, on: Int64.random(in: 0..<150, using: &random), environment: environment,
            bundle: random.chance(90) ? "com.example.tea" : "")
    }

    private mutating func refunded(_ entry: Paper.Entry) -> Paper.Entry {
        let share = random.one(
            of: [nil, nil, 3000, 50_000, 99_999, 100_000, 0, -1, 1 << 40], else: nil as Int?)
        var entry = entry
        entry.values.revocation = .revoked(
            Revocation(at: Paper.moment(Int64.random(in: 10..<120, using: &random)), percentage: share))
        return entry
    }

    private mutating func report() -> Paper {
        let entry = random.one(of: chains.flatMap { $0 }, else: chains[0][0])
        let start = Double(Int.random(in: 0..<2400, using: &random))
        let stories: [[PurchaseEvent]] = [
            ReportedAttempt.lost(start), [ReportedAttempt.state("purchased", start)],
            [ReportedAttempt.state("failed", start)], [ReportedAttempt.state("restored", start)],
            [ReportedAttempt.state("purchasing", start)],
            ReportedAttempt.lost(start) + [ReportedAttempt.delivery(start + 1)],
            [ReportedAttempt.state("purchased", start)] + ReportedAttempt.failing(5, from: start),
        ]
        let names = random.one(of: [0, 1, 2], else: 0)
        return ReportedAttempt(
            id: random.one(of: ["a", "b", "c", "d", "e", "f"], else: "a"),
            customer: random.chance(80) ? customer() : nil,
            product: random.chance(90) ? entry.values.productID?.rawValue : nil,
            transaction: names == 0 ? entry.id : nil, line: names == 1 ? "9\(entry.id)" : nil,
            price: random.one(of: ["9.99", "0.00", "1", nil], else: nil as String?),
            environment: random.chance(10) ? "Sandbox" : nil,
            events: random.one(of: stories, else: [])
        ).paper
    }

    /// In another order, some twice, and cut into other imports.
    mutating func shuffled(_ documents: [Paper]) -> [[Paper]] {
        var all = documents.filter { _ in true } + documents.filter { _ in random.chance(20) }
        all.shuffle(using: &random)
        var parts: [[Paper]] = []
        while !all.isEmpty {
            let count = min(all.count, Int.random(in: 1...6, using: &random))
            parts.append(Array(all.prefix(count)))
            all.removeFirst(count)
        }
        return parts
    }

    /// Does something that people do; what the rules refuse is left.
    mutating func act(in shop: Shop) throws {
        let (store, lead, now) = (shop.store, Shop.lead, Shop.now)
        let tickets = try shop.tickets()
        let ticket = random.one(of: tickets.map(\.id), else: "1")
        let deed = Int.random(in: 0..<14, using: &random)
        let resolution = random.one(of: TicketResolution.choices, else: .delivered)
        let chain = random.one(of: chains, else: [])[0].chain
        let owner = AppUserID(customer())
        let catalog = random.chance(50) ? Shop.catalog : Self.otherCatalog
        let served = random.one(of: ["Production", "Production,Sandbox", "Sandbox"], else: "Production")
        let silent = try store.wholePage(of: SilentLossListQuery(limit: 10), at: now).losses.map(
            \.transactionID)
        let loss = random.one(of: silent, else: "0")
        let grants = try store.read { try $0.values("SELECT id FROM grants") as [Int64] }
        let grant = random.one(of: grants, else: 0)
        do {
            switch deed {
            case 0:
                _ = try shop.makeGood(
                    ticket, customer: tickets.first { $0.id == ticket }?.customer?.rawValue ?? "u_1")
            case 1, 2:
                _ = try store.act(
                    .resolve(.said(resolution, of: resolution == .duplicate ? tickets.first?.id : nil)),
                    on: ticket, reference: "HD-1", by: lead, at: now)
            case 3: _ = try store.act(.claim, on: ticket, by: lead, at: now)
            case 4: _ = try store.act(.release, on: ticket, by: lead, at: now)
            case 5: _ = try store.act(.reopen(note: "why"), on: ticket, by: lead, at: now)
            case 6: _ = try store.revoke(GrantID(String(grant)), reason: "mistake", by: lead, at: now)
            case 7: try store.replaceCatalog(with: catalog, by: lead, at: now)
            case 8: try store.set(.serve, to: served, by: lead, at: now)
            case 9:
                _ = try store.attach(
                    AttachRequest(
                        OriginalTransactionID(chain), to: owner, reason: "other", createsCustomer: true),
                    by: lead, at: now)
            case 10: _ = try store.openTicket(forSilentLoss: loss, by: lead, at: now)
            case 11: _ = try store.act(.assign(to: lead), on: ticket, by: lead, at: now)
            case 12:
                _ = try store.openTicket(
                    OpenTicketRequest(customer: owner, product: "tea.monthly", chargedAt: Paper.moment(9)),
                    by: lead, at: now)
            default: try store.set(.retryLimit, to: random.chance(50) ? "1" : "5", by: lead, at: now)
            }
        } catch is StoreError {}
    }

    /// With prices, another kind, and one product less.
    private static let otherCatalog = Catalog([
        Product(
            id: "tea.monthly", kind: .autoRenewable, entitlements: ["premium"], period: nil, group: nil,
            level: nil, prices: ["EUR": 7990, "USD": 8990]),
        Shop.product("week_pass", .nonRenewing, ["premium"], period: CalendarPeriod(days: 14)),
        Product(id: "coins", kind: .consumable, entitlements: [], period: nil, prices: ["EUR": 990]),
    ])
}
