import AppStore
import AppStoreTesting
import AsyncHTTPClient
internal import FileStore
import Foundation
import Hummingbird
import Intake
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Persistence
import Purchases
import Server
import ServiceLifecycle
import Synchronization

/// The server over HTTP: notifications taken in beside the same documents by import, and who has access beside a bare
/// question behind the same HTTP server.
struct ServerFigures {
    static let names = [
        "server.notifications", "server.notifications.answer", "grant.during_notifications", "server.access",
    ]
    /// How many requests are under way at once, each on a connection of its own.
    private static let connections = 32
    private static let reads =
        "SELECT entitlement, until_ms, source, source_id FROM active_entitlements WHERE app_user_id = ?"

    private let bench: Bench

    /// The figures of a bench, whose kept store is only read.
    init(_ bench: Bench) { self.bench = bench }

    /// The figures, as far as they are wanted.
    func figures() async throws -> [Figure] {
        var figures: [Figure] = []
        if ServerFigures.names.dropLast().contains(where: bench.settings.wants) {
            figures += try await notifications()
        }
        if bench.settings.wants("server.access") { figures.append(try await access()) }
        return figures
    }

    // MARK: Notifications

    private func notifications() async throws -> [Figure] {
        let chain = try MintedChain.good
        let count = bench.settings.documents
        let papers = try (0..<3 * count).map { try SignedNotification(chain: chain, number: 50_000_000 + $0) }
        let bodies = papers.map(\.line)
        let roots = try TrustedRoots(certificate: chain.root)
        let bare = try imported(bodies[..<count], trusting: roots)
        let place = bench.place("server")
        let store = try StoreBuilder.empty(at: place)
        defer { StoreFiles(place).remove() }
        try bringCustomers(to: store)
        return try await serving(store, trusting: roots) { port in
            let url = "http://127.0.0.1:\(port)/apple/notifications"
            let begin = SteadyClock.seconds
            _ = try await post(bodies[count..<2 * count], to: url, perSecond: nil)
            let rate = Double(count) / (SteadyClock.seconds - begin)
            let grants = GrantWriter(store, bench.population)
            let times = try await post(bodies[(2 * count)...], to: url, perSecond: rate / 2)
            return [
                Figure(
                    "server.notifications", .perSecond, [rate], bare: [bare], note: "bare: the same by import"
                ),
                Figure("server.notifications.answer", .milliseconds, times, note: "at half that rate"),
                Figure("grant.during_notifications", .milliseconds, try grants.end()),
            ]
        }
    }

    /// How many customers can be granted something.
    fileprivate static func customers(of population: BenchPopulation) -> Int {
        min(population.customers, 5000)
    }

    /// Customers who can be granted something.
    private func bringCustomers(to store: Store) throws {
        let lines = (0..<ServerFigures.customers(of: bench.population)).map {
            #"{"app_user_id":"\#(bench.population.person($0).idText)"}"#
        }
        let importer = try Importer(store: store, agent: StoreBuilder.lead, now: BenchPopulation.start)
        _ = try importer.run(Data(lines.joined(separator: "\n").utf8), named: "bench")
    }

    private func imported(_ bodies: ArraySlice<String>, trusting roots: TrustedRoots) throws -> Double {
        let place = bench.place("server-import")
        let store = try StoreBuilder.empty(at: place)
        defer { StoreFiles(place).remove() }
        let seconds = try SteadyClock.time {
            try SignedFigures.bring(Array(bodies), trusting: roots, to: store)
        }
        try store.close()
        return Double(bodies.count) / seconds
    }

    /// Posts all of them, as fast as they are answered or so many a second; answers how long each answer took.
    private func post(
        _ bodies: ArraySlice<String>, to url: String, perSecond rate: Double?
    ) async throws -> [Double] {
        let begin = SteadyClock.seconds
        return try await withThrowingTaskGroup(of: Double.self) { group in
            var times: [Double] = []
            for (number, body) in bodies.enumerated() {
                if number >= ServerFigures.connections, let time = try await group.next() {
                    times.append(time)
                }
                if let rate { await rest(until: begin + Double(number) / rate) }
                group.addTask { try await ServerFigures.post(body, to: url) }
            }
            for try await time in group { times.append(time) }
            return times
        }
    }

    private func rest(until moment: Double) async {
        let wait = moment - SteadyClock.seconds
        if wait > 0 { try? await Task.sleep(for: .seconds(wait)) }
    }

    private static func post(_ body: String, to url: String) async throws -> Double {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: body))
        let begin = SteadyClock.seconds
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        _ = try await answer.body.collect(upTo: 1 << 20)
        guard answer.status == .ok else { throw BenchError("the server answered \(answer.status.code)") }
        return SteadyClock.seconds - begin
    }

    // MARK: Access

    private func access() async throws -> Figure {
        let people = bench.population.sample(bench.settings.questions, salt: 16)
        let count = bench.settings.reads
        let place = bench.place("server-access")
        try StoreFiles(bench.path).copy(to: place)
        defer { StoreFiles(place).remove() }
        let store = try Store.open(at: place)
        let key = try store.addAPIKey(
            named: "bench", for: .backend, by: StoreBuilder.lead, at: BenchPopulation.now)
        let found = try await serving(store, trusting: nil) { port in
            try await rate(count) { number in
                let person = people[number % people.count]
                return ("http://127.0.0.1:\(port)/v1/customers/\(person.idText)/access", key)
            }
        }
        let bare = try await servingBare(place) { port in
            try await rate(count) { number in
                ("http://127.0.0.1:\(port)/\(people[number % people.count].idText)", nil)
            }
        }
        return Figure(
            "server.access", .perSecond, [found], bare: [bare],
            note: "bare: one SELECT behind the same HTTP server")
    }

    /// How many questions are answered in a second.
    private func rate(
        _ count: Int, _ question: @escaping @Sendable (Int) -> (url: String, key: String?)
    ) async throws -> Double {
        let begin = SteadyClock.seconds
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= ServerFigures.connections { try await group.next() }
                group.addTask {
                    let (url, key) = question(number)
                    var request = HTTPClientRequest(url: url)
                    if let key { request.headers.add(name: "authorization", value: "Bearer \(key)") }
                    let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
                    _ = try await answer.body.collect(upTo: 1 << 20)
                    guard answer.status == .ok else {
                        throw BenchError("the server answered \(answer.status.code)")
                    }
                }
            }
            try await group.waitForAll()
        }
        return Double(count) / (SteadyClock.seconds - begin)
    }

    // MARK: Serving

    /// Serves a store while something is measured; nothing that is measured is rationed.
    private func serving<Value: Sendable>(
        _ store: Store, trusting roots: TrustedRoots?, _ work: (Int) async throws -> Value
    ) async throws -> Value {
        var settings = ServerSettings()
        settings.listen = ListenAddress(host: "127.0.0.1", port: 0)
        settings.limits.perKey = Ration(perSecond: 1e6, atOnce: 1e6)
        settings.limits.perAddress = settings.limits.perKey
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let server = try ServerApplication(
            store, as: StoreBuilder.lead, settings: settings, roots: roots,
            clock: ServerClock {
                BenchPopulation.now
            } sleep: { _ in
                try await Task.sleep(for: .seconds(60))
            },
            logger: logger)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        return try await measured(
            try server.services { listening.yield($0) }, ports, logger, work)
    }

    private func servingBare<Value: Sendable>(
        _ path: String, _ work: (Int) async throws -> Value
    ) async throws -> Value {
        let questions = try BareQuestions(path, sql: ServerFigures.reads)
        var logger = Logger(label: "bench")
        logger.logLevel = .critical
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { request, _ in
                let person = String(request.uri.path.dropFirst())
                try await NIOThreadPool.singleton.runIfActive { try questions.ask(person) }
                return Response(
                    status: .ok, headers: [.contentType: "application/json"],
                    body: .init(byteBuffer: ByteBuffer(string: #"{"app_user_id":"\#(person)"}"#)))
            },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: logger)
        return try await measured([application], ports, logger, work)
    }

    private func measured<Value: Sendable>(
        _ services: [any Service], _ ports: AsyncStream<Int>, _ logger: Logger,
        _ work: (Int) async throws -> Value
    ) async throws -> Value {
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: logger))
        let running = Task { try await group.run() }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else { throw BenchError("the server does not listen") }
        let result: Result<Value, any Error>
        do { result = .success(try await work(port)) } catch { result = .failure(error) }
        await group.triggerGracefulShutdown()
        try await running.value
        return try result.get()
    }
}

extension FigureGroup {
    /// What comes over the network.
    static let server = FigureGroup(names: ServerFigures.names + PollingFigures.names) { bench in
        try await ServerFigures(bench).figures() + PollingFigures(bench).figures()
    }
}

/// One question of bare SQLite's, from whichever thread.
private final class BareQuestions: Sendable {
    private struct Open: @unchecked Sendable {
        let connection: BareConnection
        var tape = StatementTrace()
    }

    private let open: Mutex<Open>
    private let sql: String

    init(_ path: String, sql: String) throws {
        self.sql = sql
        open = Mutex(Open(connection: try BareConnection(path)))
    }

    func ask(_ person: String) throws {
        try open.withLock { open in
            open.tape = StatementTrace()
            let stretch = open.tape.append(sql, [(1, .text(Array(person.utf8)))])
            try open.connection.prepare(open.tape)
            _ = try open.connection.play(open.tape, stretch)
        }
    }
}

/// An agent who gives grants again and again, on a thread of its own, until told to end.
private final class GrantWriter: Sendable {
    private struct State {
        var isEnding = false
        var times: [Double] = []
        var failure: (any Error)?
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let done = DispatchSemaphore(value: 0)

    init(_ store: Store, _ population: BenchPopulation) {
        Thread.detachNewThread { [self] in
            var number = 0
            while !state.withLock(\.isEnding) {
                do {
                    let time = try SteadyClock.time {
                        try GrantWriter.grant(number, population, in: store)
                    }
                    state.withLock { $0.times.append(time) }
                } catch {
                    state.withLock { $0.failure = error }
                    break
                }
                number += 1
                Thread.sleep(forTimeInterval: Burst.pause)
            }
            done.signal()
        }
    }

    private static func grant(_ number: Int, _ population: BenchPopulation, in store: Store) throws {
        let person = population.person(number % ServerFigures.customers(of: population))
        let at = BenchPopulation.now + .seconds(Int64(number))
        _ = try store.grant(
            BenchGrant.of(person.id, at: at), key: "server-\(number)",
            by: StoreBuilder.givers[number % StoreBuilder.givers.count], at: at)
    }

    /// Ends it; how long each grant took.
    func end() throws -> [Double] {
        state.withLock { $0.isEnding = true }
        done.wait()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.times
        }
    }
}
