import AppStore
import AppStoreClient
import AppStoreSimulator
import AsyncHTTPClient
import FileStore
import Foundation
import JSONValues
import Logging
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Persistence
import PersistenceTesting
import Purchases
import Server
import ServiceLifecycle
import Synchronization

/// A server on a practice store in a folder of its own, listening on a free port, and a simulated App Store that it asks.
struct ServedShop: Sendable {
    static let start = Instant("2026-01-31T08:00:00Z") ?? .earliest
    static let lead = AgentName("lea")
    static let service = AgentName("importer")

    let store: Store
    let path: String
    let port: Int
    let apple: SharedAppStore
    let server: ServerApplication
    let app: String
    let backend: String
    let figures: String

    /// What may be different.
    struct Setup {
        var settings = ServerSettings()
        var asksApple = true
        /// Whether workers run beside the routes: without them nothing happens but what is asked.
        var hasWorkers = true
        var now = ServedShop.start
        var log: (@Sendable (String) -> any LogHandler)?
        var prepare: (Store) throws -> Void = { _ in }
    }

    /// Serves a store for as long as some work lasts.
    static func serving(
        _ change: (inout Setup) -> Void = { _ in },
        _ work: @escaping @Sendable (ServedShop) async throws -> Void
    ) async throws {
        var setup = Setup()
        setup.settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
        // A busy machine does not come to these: whoever tries a limit sets it.
        setup.settings.limits.requestTime = .hours(1)
        setup.settings.limits.answerTime = .hours(1)
        setup.settings.limits.idleTime = .hours(1)
        change(&setup)
        let folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "store.sqlite").path
        let store = try Store.create(at: path, practice: true, by: lead, at: start)
        defer { try? store.close() }
        try store.addAgent(service, role: .service, by: lead, at: start)
        let catalog = Catalog(SimulatedProduct.tea.map(\.product))
        try store.replaceCatalog(with: catalog, by: lead, at: start)
        try setup.prepare(store)
        let keys = try APIScope.allCases.map {
            try store.addAPIKey(named: $0.rawValue, for: $0, by: lead, at: start)
        }
        var apple = try SimulatedAppStore(at: start)
        for name in ["u_1", "u_2"] { apple.open(AccountID(name)) }
        let shared = SharedAppStore(apple)
        let now = setup.now
        let clock = ServerClock {
            now
        } sleep: { _ in
            try await Task.sleep(for: .seconds(3600))
        }
        let asker =
            try setup.asksApple
            ? AppStoreAsker(
                access: shared.access(), transport: InProcessTransport(to: shared),
                clock: AppStoreClock(now: { now }, sleep: { _ in }, random: { 0.5 })) : nil
        let logger =
            setup.log.map { Logger(label: "test", factory: $0) }
            ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let server = try ServerApplication(
            store, as: service, settings: setup.settings, appStore: asker,
            roots: TrustedRoots(certificate: apple.signer.root), clock: clock, logger: logger)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let services: [any Service] =
            setup.hasWorkers
            ? try server.services { listening.yield($0) }
            : [try server.application { listening.yield($0) }]
        let group = ServiceGroup(services: services, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var iterator = ports.makeAsyncIterator()
            guard let port = await iterator.next() else { return }
            let shop = ServedShop(
                store: store, path: path, port: port, apple: shared, server: server, app: keys[0],
                backend: keys[1], figures: keys[2])
            let result = await Result { try await work(shop) }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}

/// What was answered.
struct Answered: Sendable {
    let status: Int
    let headers: HTTPHeaders
    let body: Data

    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    var code: String? { json["code"]?.string }
    var kind: String? { json["type"]?.string?.split(separator: ":").last.map(String.init) }
}

extension ServedShop {
    /// How many documents the routes brought; what workers asked Apple meanwhile is none of them.
    func documents() throws -> Int {
        try store.documents(limit: 100).count { $0.source.hasPrefix("POST ") }
    }

    /// Sends a request, with a key if one is given.
    func send(
        _ method: HTTPMethod, _ path: String, key: String? = nil, headers: [String: String] = [:],
        body: Data? = nil
    ) async throws -> Answered {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.method = method
        if let key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            if headers["content-type"] == nil {
                request.headers.add(name: "content-type", value: "application/json")
            }
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(10))
        let bytes = try await response.body.collect(upTo: 8 << 20)
        return Answered(
            status: Int(response.status.code), headers: response.headers, body: Data(buffer: bytes))
    }

    /// Sends JSON.
    func post(_ path: String, key: String? = nil, headers: [String: String] = [:], _ text: String)
        async throws -> Answered
    {
        try await send(.POST, path, key: key, headers: headers, body: Data(text.utf8))
    }

    /// Whether the server is ready before long: a busy machine may need more than the second in which it has to be said.
    func becomesReady() async throws -> Bool {
        for _ in 0..<10_000 {
            if try await send(.GET, "/ready").status == 200 { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// Buys something, and answers the notification that tells it.
    func bought(_ product: String = "tea.yearly", by account: String = "u_1") throws -> (
        Delivery, SimulatedTransaction
    ) {
        try apple.with { apple in
            guard case .charged(let transaction) = try apple.buy(ProductID(product), by: AccountID(account)),
                let delivery = try apple.advance(to: ServedShop.start).last
            else { throw NothingSold() }
            return (delivery, transaction)
        }
    }

    struct NothingSold: Error {}
}
