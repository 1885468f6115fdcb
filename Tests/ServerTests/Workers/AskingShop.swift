import AppStore
import AppStoreClient
import AppStoreSimulator
import FileStore
import Foundation
import Intake
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization

/// A store and the workers that ask a simulated App Store for it; time is turned by hand.
final class AskingShop: Sendable {
    static let start = Instant("2026-01-31T08:00:00Z") ?? .earliest
    static let lead = AgentName("lea")
    static let service = AgentName("importer")

    let store: Store
    let apple: SharedAppStore
    let reader: DocumentReader
    let carrier: AnswerCarrier
    let asker: AppStoreAsker
    private let asked: Asked

    /// A store in memory with the simulator's catalog, for what is set to ask with.
    convenience init(hasKey: Bool = true) throws {
        let store = try Store.inMemory(by: Self.lead, at: Self.start)
        try Self.furnish(store)
        try self.init(store, hasKey: hasKey)
    }

    /// What a new store needs before it can serve.
    static func furnish(_ store: Store) throws {
        try store.addAgent(service, role: .service, by: lead, at: start)
        let catalog = Catalog(SimulatedProduct.tea.map(\.product))
        try store.replaceCatalog(with: catalog, by: lead, at: start)
    }

    /// Another server on the store of a shop that is there, asking the same App Store at the same time.
    init(beside shop: AskingShop, as server: ServerID, on store: Store? = nil) throws {
        let store = store ?? shop.store
        (self.store, apple, reader) = (store, shop.apple, shop.reader)
        (asked, hand) = (Asked(), shop.hand)
        let (asked, hand) = (asked, hand)
        asker = AppStoreAsker(
            access: shop.asker.access,
            transport: Counted(inner: InProcessTransport(to: apple), asked: asked),
            clock: AppStoreClock(now: { hand.now }, sleep: { hand.turn(to: $0) }, random: { 0.5 }))
        carrier = AnswerCarrier(
            StoreAccess(store, as: Self.service, server: server, clock: hand.clock), reader: reader,
            gatherer: Gatherer(store, as: Self.service, clock: hand.clock))
    }

    /// What the network does before a question goes out: a server that stands still there.
    func whenAsking(_ act: @escaping @Sendable (_ path: String) async -> Void) { asked.whenAsking(act) }

    /// A store that is there already.
    init(_ store: Store, hasKey: Bool = true) throws {
        var market = try SimulatedAppStore(at: Self.start)
        for name in ["u_1", "u_2", "u_3"] { market.open(AccountID(name)) }
        apple = SharedAppStore(market)
        self.store = store
        reader = try DocumentReader(store, roots: TrustedRoots(certificate: market.signer.root))
        asked = Asked()
        let hand = Hand()
        let whole = try apple.access(serving: [.production])
        let access = AppStoreAccess(
            bundleID: whole.bundleID, key: hasKey ? whole.key : nil,
            sharedSecret: whole.sharedSecret, environments: [.production])
        asker = AppStoreAsker(
            access: access, transport: Counted(inner: InProcessTransport(to: apple), asked: asked),
            clock: AppStoreClock(now: { hand.now }, sleep: { hand.turn(to: $0) }, random: { 0.5 }))
        carrier = AnswerCarrier(
            StoreAccess(store, as: Self.service, clock: hand.clock), reader: reader,
            gatherer: Gatherer(store, as: Self.service, clock: hand.clock))
        self.hand = hand
    }

    private let hand: Hand

    var now: Instant { hand.now }
    /// What tells the same time to whoever works here.
    var clock: ServerClock { hand.clock }

    /// Lets whatever is asked by a method and path that hold a text not reach Apple; nil lets everything.
    func lose(_ part: String?, as fault: TransportError = .timedOut) {
        asked.fault = fault
        asked.lostPart = part
    }

    /// How many questions went out whose method and path hold a text.
    func questions(_ part: String = "") -> Int { asked.count(part) }

    /// Lets Apple do what it is asked to, and the answers be lost; what is only asked is answered.
    func loseAnswersToActs(_ isLost: Bool) { asked.losesAnswers = isLost }

    /// Lets time pass without anybody telling anything; answers what Apple sent in vain.
    @discardableResult
    func pass(_ length: TimeLength) throws -> [Delivery] {
        hand.turn(to: now + length)
        return try apple.advance(to: now)
    }

    /// Something that is bought, of which nobody tells the store.
    func bought(_ product: ProductID, by name: String = "u_1") throws -> SimulatedTransaction {
        let outcome = try apple.with { try $0.buy(product, by: AccountID(name)) }
        guard case .charged(let transaction) = outcome else { throw NothingCharged(outcome: "\(outcome)") }
        return transaction
    }

    struct NothingCharged: Error { let outcome: String }

    /// Takes documents in, as a route does; of a customer where the app says whose they are.
    func bring(
        _ documents: [(DocumentKind, Data)], of customer: AppUserID? = nil, effects: [SideEffect] = []
    ) throws {
        let items = try documents.map { kind, body in
            let context = DocumentContext(kind: kind, customer: customer, receivedAt: now)
            return try reader.read(body, from: "test", in: context, at: now)
        }
        _ = try store.importTogether(
            [ImportBatch(items, from: "test", effects: effects)], by: Self.service, at: now)
    }

    /// The app's report of a charge that its server could not verify.
    func report(_ transaction: SimulatedTransaction, by name: String = "u_1", as attempt: String = "a-1")
        throws
    {
        let text = """
            {"attempt_id":"\(attempt)","app_user_id":"\(name)","product_id":"\(transaction.product)",
             "environment":"Production","transaction_id":"\(transaction.id)",
             "original_transaction_id":"\(transaction.original)",
             "events":[{"at":"\(now)","state":"purchased"},
                       {"at":"\(now)","step":"verify","http_status":503}]}
            """
        try bring([(.purchaseReport, Data(text.utf8))])
    }

    /// How many rows a query counts.
    func count(_ sql: String) throws -> Int { try Raw.number(store, "SELECT count(*) FROM \(sql)") ?? 0 }

    /// The workers, as after a start of the server.
    var requests: RequestWorker { RequestWorker(carrier, asking: asker) }
    var polling: PollingWorker { PollingWorker(carrier, asking: asker) }
    var gaps: GapWorker { GapWorker(carrier, asking: asker) }

    /// Runs a worker whenever it wants to go on, but not before a pause is over, until a length has passed; answers how
    /// often it wanted to.
    @discardableResult
    func run(
        _ worker: any Worker, for length: TimeLength, pausing pause: TimeLength = .seconds(1)
    ) async throws -> Int {
        let end = now + length
        var runs = 0
        while now <= end, runs < 20_000 {
            let done = try await worker.work(at: now)
            runs += 1
            let next = max(done.next, now + pause)
            if next > end { break }
            try pass(next - now)
        }
        if now < end { try pass(end - now) }
        return runs
    }
}

/// The present, turned by hand and never back.
private final class Hand: Sendable {
    private let time = Mutex(AskingShop.start)
    var now: Instant { time.withLock { $0 } }
    func turn(to moment: Instant) { time.withLock { $0 = max($0, moment) } }
    var clock: ServerClock { ServerClock(now: { self.now }, sleep: { self.turn(to: $0) }) }
}

/// What went out.
private final class Asked: Sendable {
    private let paths = Mutex<[String]>([])
    private let loss = Mutex(false)
    /// Whether what is done is done, and nobody hears of it.
    var losesAnswers: Bool {
        get { loss.withLock { $0 } }
        set { loss.withLock { $0 = newValue } }
    }
    private let part = Mutex<String?>(nil)
    var lostPart: String? {
        get { part.withLock { $0 } }
        set { part.withLock { $0 = newValue } }
    }
    private let meaning = Mutex(TransportError.timedOut)
    /// What becomes of what does not reach Apple.
    var fault: TransportError {
        get { meaning.withLock { $0 } }
        set { meaning.withLock { $0 = newValue } }
    }
    private let act = Mutex<(@Sendable (String) async -> Void)?>(nil)
    func whenAsking(_ act: @escaping @Sendable (String) async -> Void) { self.act.withLock { $0 = act } }
    func note(_ path: String) async {
        let act = act.withLock(\.self)
        await act?(path)
        paths.withLock { $0.append(path) }
    }
    func count(_ part: String) -> Int {
        paths.withLock { paths in part.isEmpty ? paths.count : paths.count { $0.contains(part) } }
    }
}

private struct Counted: AppStoreTransport {
    let inner: InProcessTransport
    let asked: Asked

    func send(_ request: AppStoreHTTPRequest) async throws(TransportError) -> AppStoreHTTPResponse {
        let what = "\(request.method) \(request.url.path)"
        await asked.note(what)
        if let lost = asked.lostPart, what.contains(lost) { throw asked.fault }
        let answer = try await inner.send(request)
        if asked.losesAnswers, request.method != "GET" { throw .reset }
        return answer
    }
}
