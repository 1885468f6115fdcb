import AppStore
import AppStoreSimulator
internal import FileStore
import Foundation
import Intake
import JSONValues
import Persistence
import Practice
import Purchases

/// The shop of the demonstration: Apple's side, the app and its customers, and the practice store that hears of them.
struct DemoShop {
    /// How the day is divided: how much of it passes in which share of the time that it takes to see it.
    ///
    /// The evening is long enough for the last try of a verification, six hours after its beginning.
    static let day: [(chapter: DemoChapter, hours: Int64, share: Double)] = [
        (.purchases, 7, 0.25), (.appleDown, 8, 0.4), (.appleBack, 9, 0.35),
    ]
    /// How long the shop was open before the day begins: long enough for an evening of failures to stand out.
    static let before = TimeLength.hours(54)
    /// Who leads support.
    static let lead = AgentName("lea")
    /// Who stands for the server in the store.
    static let server = AgentName("server")

    /// Apple, the app and the people.
    let world: SharedAppStore
    /// When the day begins.
    let start: Instant

    /// A shop whose customers and faults follow from a seed; the day begins at a moment.
    ///
    /// - Throws: what the making of certificates and the reading of the catalogue throw.
    init(seed: UInt64, start: Instant) throws {
        self.start = start
        var terms = ShopTerms(try DemoShop.products, seed: seed)
        terms.bundleID = BundleID(PracticeCatalog.bundleID)
        var apple = try SimulatedAppStore(terms, at: start - DemoShop.before)
        apple.faults = DemoShop.faults(from: start)
        var habits = ShopLife.Habits()
        habits.customersPerHour = 6
        habits.hasLateReceipt = 0.06
        habits.products = [
            "premium_month", "premium_month", "premium_month", "premium_week", "premium_year", "news_month",
            "week_pass",
            "pro_forever", "coins_100",
        ].map { ProductID($0) }
        let life = ShopLife(habits, seed: seed, from: start - DemoShop.before)
        world = SharedAppStore(SimulatedWorld(apple, life: life))
    }

    /// The products of the practice catalogue, with a trial for the month.
    private static var products: [SimulatedProduct] {
        get throws {
            let trial = SimulatedOffer(.introductory, .freeTrial, period: CalendarPeriod(days: 7))
            return try catalog.products.values.sorted { $0.id < $1.id }.map { product in
                SimulatedProduct(product, offers: product.id == ProductID("premium_month") ? [trial] : [])
            }
        }
    }

    private static var catalog: Catalog {
        get throws {
            let yaml = String(decoding: PracticeCatalog.yaml, as: UTF8.self)
            return try CatalogReader(file: "practice").catalog(yaml)
        }
    }

    /// When Apple is away, of a day that begins at a moment.
    static func away(from start: Instant) -> Range<Instant> {
        let down = start + .hours(day[0].hours)
        return down..<(down + .hours(day[1].hours))
    }

    /// In the evening nobody can ask Apple, and what it tells does not come: it is lost, or hours late.
    private static func faults(from start: Instant) -> FaultPlan {
        let away = away(from: start)
        return FaultPlan(
            AppleFault.outage(from: away.lowerBound, until: away.upperBound) + [
                AppleFault(.lost, from: away.lowerBound, until: away.upperBound, share: 1)
            ])
    }

    /// Makes the practice store, with everything that happened before the day, and the people who work on it.
    ///
    /// - Throws: `StoreError`, also where a file is in the way; what reading and signing throw.
    func makeStore(at path: String, alarms: String, by lead: AgentName) throws -> Keys {
        let opened = start - DemoShop.before
        var keys: Keys?
        try Store.makePractice(
            at: path, population: "makegood-server demo", bundleIDs: [BundleID(PracticeCatalog.bundleID)],
            by: lead, at: opened
        ) { store in
            for agent in PracticePopulation.agents where agent.login != lead {
                try store.addAgent(agent.login, role: agent.role, by: lead, at: opened)
            }
            try store.addAgent(DemoShop.server, role: .service, by: lead, at: opened)
            try store.replaceCatalog(with: try DemoShop.catalog, by: lead, at: opened)
            try store.set(.alarmAccount, to: DemoShop.server.rawValue, by: lead, at: opened)
            try store.set(.alarmCommand, to: DemoShop.command(into: alarms), by: lead, at: opened)
            // A customer who pays while Apple is away has access until it can be asked again.
            try store.set(.bridgeHours, to: "12", by: lead, at: opened)
            keys = Keys(
                app: try store.addAPIKey(named: "app", for: .app, by: lead, at: opened),
                backend: try store.addAPIKey(named: "backend", for: .backend, by: lead, at: opened),
                metrics: try store.addAPIKey(named: "metrics", for: .metrics, by: lead, at: opened))
            try bringPast(to: store, by: lead)
        }
        guard let keys else { throw StoreError.taken(.path(path)) }
        return keys
    }

    /// The alarm command of the demonstration, to which its own server agrees; the file is the user's alone.
    static func command(into file: String) -> String {
        "umask 077; cat >> '\(file.replacing("'", with: "'\\''"))'"
    }

    /// The keys that programs ask the server with.
    struct Keys: Sendable {
        let app: String
        let backend: String
        let metrics: String
    }
}

/// What happened before the day, taken in as documents.
extension DemoShop {
    private func bringPast(to store: Store, by lead: AgentName) throws {
        let roots = try TrustedRoots(certificate: world.with { $0.signer.root })
        var known: Set<AccountID> = []
        for hour in 1...Int64(DemoShop.before.count / TimeLength.hours(1).count) {
            let moment = start - DemoShop.before + .hours(hour)
            var lines: [String] = []
            while true {
                let step = try world.withWorld { try $0.advance(to: moment) }
                if step.deliveries.isEmpty, step.requests.isEmpty { break }
                for delivery in step.deliveries {
                    lines.append(String(decoding: delivery.body, as: UTF8.self))
                    world.with { $0.delivered(delivery, .answered(200)) }
                }
                lines += step.requests.flatMap(answered)
            }
            lines = newCustomers(&known) + lines
            guard !lines.isEmpty else { continue }
            let importer = try Importer(store: store, agent: lead, now: moment, roots: roots)
            _ = try importer.run(Data(lines.joined(separator: "\n").utf8), named: "before")
        }
    }

    /// What a device sent, as documents; the device hears what the server would have said.
    private func answered(_ request: AppRequest) -> [String] {
        world.withWorld { world in
            let body = (try? JSONValue(parsing: request.body)) ?? .null
            guard let account = body["app_user_id"]?.string, request.path == "/v1/receipts" else {
                world.app.answered(
                    request, status: 202, body: Data(), at: world.apple.now, from: &world.apple)
                return [String(decoding: request.body, as: UTF8.self)]
            }
            let held = world.apple.entitlements(of: AccountID(account)).map { entitlement in
                JSONValue.object(["entitlement": entitlement, "entitled": true])
            }
            let answer = JSONValue.object(["verified": "signature", "entitlements": held])
            world.app.answered(
                request, status: 200, body: Data(answer.canonicalText.utf8), at: world.apple.now,
                from: &world.apple)
            let documents = [body["receipt"]].compactMap(\.self) + (body["signed_transactions"]?.array ?? [])
            return documents.map { document in
                JSONValue.object(["customer": account, "body": document]).canonicalText
            }
        }
    }

    /// The customers who came, as the app's own list tells them.
    func newCustomers(_ known: inout Set<AccountID>) -> [String] {
        let accounts = world.with { $0.accounts }
        let new = accounts.keys.filter { !known.contains($0) }.sorted()
        known.formUnion(new)
        return new.map { DemoShop.record(of: $0, token: accounts[$0]?.token) }
    }

    /// Takes the app's own list of customers in.
    static func tell(_ customers: [String], to store: Store, at now: Instant) throws {
        let importer = try Importer(store: store, agent: lead, now: now, roots: nil)
        _ = try importer.run(Data(customers.joined(separator: "\n").utf8), named: "customers")
    }

    /// A customer as the app's own list tells it.
    static func record(of account: AccountID, token: String?) -> String {
        let names = [
            "Zoë Müller", "Jürgen Groß", "山田太郎", "María Núñez", "Ada Hopper", "Sam O’Neil", "Anke Schäfer",
            "鈴木花子",
            "Íñigo Peña", "Grace Byron", "Käthe Weiß", "Béatrice Dupont",
        ]
        let number = Int(account.rawValue.drop { !$0.isNumber }) ?? 0
        let record = JSONValue.object([
            "app_user_id": account.rawValue, "name": names[number % names.count],
            "email": "\(account.rawValue)@example.org", "app_account_token": token,
        ])
        return record.withoutNulls.canonicalText
    }
}
