import AppStore
import AppStoreClient
import AppStoreSimulator
import FileStore
import Foundation
import Intake
import JSONValues
import Persistence
import PersistenceTesting
import Purchases

/// A shop of which everything is played: an App Store whose clock is turned, customers who buy, change their minds and
/// cannot pay, and a store that hears of it.
///
/// The same seed, the same year: what people do does not depend on what the store hears.
final class SimulatedShop {
    /// Who brings documents.
    static let lead = AgentName("lena")

    /// Apple's side.
    let apple: SharedAppStore
    let store: Store
    /// How many notifications were sent, repeats among them.
    private(set) var sent = 0
    private(set) var now: Instant
    /// Whether the server is there to hear anything.
    var isThere = true
    /// What the network does to notifications that are sent while the server is there.
    var network = Network()

    private let reader: DocumentReader
    private var random: AppStoreSimulator.SeededRandom
    private var bad: AppStoreSimulator.SeededRandom
    private let customers: [AccountID]

    /// What a network does, in shares of what is sent.
    struct Network {
        /// Sent again although it arrived.
        var duplicated = 0.0
        /// Answered too late, so that Apple repeats it.
        var unanswered = 0.0
        /// Held back, and delivered with what is sent next, in no order.
        var held = 0.0
    }

    private var held: [Delivery] = []
    /// What the app has not handed over yet.
    private var outbox: [Data] = []

    /// A shop with customers who have bought nothing yet.
    init(customers count: Int, seed: UInt64, from start: Instant) throws {
        var terms = ShopTerms(seed: seed)
        terms.graceDays = 16
        var market = try SimulatedAppStore(terms, at: start)
        var random = AppStoreSimulator.SeededRandom(seed ^ 0x5409)
        customers = (0..<count).map { AccountID("u_\($0)") }
        let tokens = customers.map { _ in Self.token(&random) }
        for (customer, token) in zip(customers, tokens) { market.open(customer, token: token) }
        store = try Store.inMemory(by: Self.lead, at: start)
        try store.replaceCatalog(with: Catalog(terms.products.map(\.product)), by: Self.lead, at: start)
        reader = try DocumentReader(store, roots: TrustedRoots(certificate: market.signer.root))
        apple = SharedAppStore(market)
        (self.random, bad, now) = (random, AppStoreSimulator.SeededRandom(seed ^ 0xBAD), start)
        try bring(
            zip(customers, tokens).map { customer, token in
                (
                    DocumentKind.customers,
                    Data(#"{"app_user_id":"\#(customer)","app_account_token":"\#(token)"}"#.utf8)
                )
            })
    }

    /// Lets a day pass: people do what they do, the App Store what follows, and the store hears of it.
    func day(acts: Int) throws {
        let evening = now + .days(1)
        for _ in 0..<acts {
            try act()
            // Nothing else is signed in the same second: of two such words the greater digest would count.
            try pass(to: now + .seconds(Int64.random(in: 60...600, using: &random)))
        }
        try pass(to: evening)
    }

    /// Turns the clock, and delivers what is to be sent.
    func pass(to moment: Instant) throws {
        now = moment
        var waiting = held
        held = []
        while true {
            let sending = try apple.advance(to: moment)
            guard !sending.isEmpty else { break }
            sent += sending.count
            waiting += isThere ? try arriving(sending) : sending.filter { told($0, .unreachable) }
        }
        try bring(waiting.map { (.notificationV2, $0.body) })
        guard isThere else { return }
        try bring(outbox.map { (.signedTransaction, $0) })
        outbox = []
    }

    /// What of the notifications arrives today, and what Apple is told of each.
    private func arriving(_ sending: [Delivery]) throws -> [Delivery] {
        var arriving: [Delivery] = []
        for delivery in sending {
            if bad.happens(network.held) {
                held.append(delivery)
                _ = told(delivery, .answered(200))
                continue
            }
            arriving.append(delivery)
            if bad.happens(network.duplicated) { arriving.append(delivery) }
            _ = told(delivery, bad.happens(network.unanswered) ? .timedOut : .answered(200))
        }
        if network.held > 0 { arriving.shuffle(using: &bad) }
        return arriving
    }

    /// Tells Apple what came of a sending; nothing of it arrived.
    private func told(_ delivery: Delivery, _ result: DeliveryResult) -> Bool {
        apple.with { $0.delivered(delivery, result) }
        return false
    }

    /// Takes documents in, as the server does: each read for itself, many committed together.
    func bring(_ documents: [(kind: DocumentKind, body: Data)]) throws {
        var rest = try documents.map { document in
            let context = DocumentContext(kind: document.kind, receivedAt: now)
            let value: JSONValue =
                document.kind == .signedTransaction
                ? .string(String(decoding: document.body, as: UTF8.self))
                : try JSONValue(parsing: document.body)
            let origin = "POST /apple/notifications"
            return ImportBatch([try reader.read(value, from: origin, in: context, at: now)], from: origin)
        }[...]
        while !rest.isEmpty {
            let taken = try store.importTogether(Array(rest.prefix(256)), by: Self.lead, at: now)
            for case .taken(let batch) in taken {
                for case .rejected(let reason, let detail, _) in batch.documents {
                    throw Refused(why: "\(reason): \(detail)")
                }
            }
            rest = rest.dropFirst(taken.count)
        }
    }

    /// A UUID that follows from a generator.
    private static func token(_ random: inout AppStoreSimulator.SeededRandom) -> String {
        let digits = (0..<3).map { _ in
            String(format: "%04x", UInt16.random(in: .min ... .max, using: &random))
        }
        return "3f2504e0-4f89-41d3-9a0c-\(digits.joined())"
    }

    /// A document that the store did not take, which none of the simulator's may be.
    struct Refused: Error { let why: String }
}

/// What customers do.
extension SimulatedShop {
    /// Somebody does something.
    private func act() throws {
        guard let somebody = customers.randomElement(using: &random) else { return }
        let dice = Double.random(in: 0..<1, using: &random)
        switch dice {
        case ..<0.62: try buy(as: somebody)
        case ..<0.74: try turnRenewal(of: somebody)
        case ..<0.82: try apple.with { try $0.setPayment(of: somebody, works: false) }
        case ..<0.92: try apple.with { try $0.setPayment(of: somebody, works: true) }
        default: try refund(of: somebody)
        }
    }

    /// Plans of one level, so that nothing is upgraded on the spot: no notification says that the old plan was.
    private func buy(as somebody: AccountID) throws {
        let products = [
            "tea.monthly", "tea.yearly", "tea.yearly", "tea.yearly", "tea.pot", "tea.leaves",
        ]
        let product = ProductID(products.randomElement(using: &random) ?? "tea.yearly")
        let outcome = apple.with { market in try? market.buy(product, by: somebody) }
        guard case .charged(let transaction)? = outcome, transaction.kind != .autoRenewable else { return }
        // Of what does not renew no notification tells: the app hands it over, as soon as somebody takes it.
        outbox.append(Data(try apple.with { try $0.signedTransaction(transaction.id) }.utf8))
    }

    private func turnRenewal(of somebody: AccountID) throws {
        let chain = apple.with { market in
            market.subscriptions.values.filter { $0.account == somebody && $0.phase == .active }
                .sorted { $0.original.rawValue < $1.original.rawValue }.first
        }
        guard let chain else { return }
        try apple.with { try $0.setRenewal(of: chain.original, to: !chain.renews) }
    }

    private func refund(of somebody: AccountID) throws {
        let bought = apple.with { market in
            market.transactions(of: somebody).filter { $0.revocation == nil && !$0.isFamilyShared }
        }
        guard let transaction = bought.randomElement(using: &random) else { return }
        try? apple.with { try $0.refund(transaction.id) }
    }
}

/// What is compared.
extension SimulatedShop {
    /// Where the store's idea of who may use what differs from the App Store's, now.
    func disagreements() throws -> [String] {
        try customers.compactMap { customer in
            let theirs = apple.with { $0.entitlements(of: customer) }.map(\.rawValue).sorted()
            let standing = try store.customerStanding(AppUserID(customer.rawValue), at: now)
            let verdicts = standing?.access.verdicts(at: now) ?? []
            let ours = verdicts.filter(\.isEntitled).map(\.entitlement.rawValue).sorted()
            guard ours != theirs else { return nil }
            let bought = apple.with { $0.transactions(of: customer) }.suffix(4).map {
                "\($0.product) \($0.purchasedAt)–\($0.expiresAt?.description ?? "") \($0.revocation.map { "revoked \($0.at)" } ?? "")"
            }
            return "\(customer): Apple says \(theirs), the store \(ours); \(bought.joined(separator: ", "))"
        }
    }

    /// How many customers may use something, by the App Store.
    var entitled: Int { apple.with { market in customers.count { !market.entitlements(of: $0).isEmpty } } }
}
