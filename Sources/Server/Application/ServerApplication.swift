package import Alarms
package import AppStore
package import AppStoreClient
import Foundation
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Intake
package import Logging
import NIOCore
import NIOPosix
package import Persistence
package import Purchases
package import ServiceLifecycle

/// A server, put together of its parts: the store, the gatherer, the client that asks Apple, the workers, and the
/// routes. `makegood-server run` and `demo` run it. A new route or worker is listed here.
///
/// ```swift
/// let server = try ServerApplication(store, as: agent, settings: settings)
/// try await ServiceGroup(services: server.services(), logger: logger).run()
/// ```
package struct ServerApplication: Sendable {
    /// The store, off the cooperative pool.
    package let access: StoreAccess
    /// The one way into the store.
    package let gatherer: Gatherer
    /// Who asks Apple; nil where nothing is set to ask with.
    package let appStore: AppStoreAsker?
    /// Who reads documents.
    package let reader: DocumentReader
    /// The routes, and what stands before them.
    package let door: FrontDoor

    private let release: String?
    private let settings: ServerSettings
    private let clock: ServerClock
    private let beats: ServerClock
    private let alarms: AlarmConsent
    private let others: @Sendable (StoreAccess) -> [any Worker]
    private let webhooks: [WebhookTarget]
    private let logger: Logger
    private let keyring: Keyring
    private let connections: ConnectionCount

    /// A server on a store, acting as an agent with the role `service`, or a lead.
    ///
    /// - Parameters:
    ///   - appStore: who asks Apple; nil where nothing is set to ask with.
    ///   - id: what it is called among the servers of the store; nil for its process since now.
    ///   - release: which release of the program it is.
    ///   - beats: the clock of its signs of life: the system's also where a demonstration turns `clock`, since consoles
    ///     compare them with theirs.
    ///   - alarms: what the account that runs the server agreed to run for alarms.
    ///   - webhooks: who is told by webhooks.
    ///   - others: further workers: the demonstration's `DemoWebhooks`.
    ///   - roots: what signatures must lead to in place of Apple's roots, for practice stores.
    /// - Throws: `StoreError`: refused where the agent may not serve, or a real store is told to trust other roots.
    package init(
        _ store: Store, as agent: AgentName, settings: ServerSettings, appStore: AppStoreAsker? = nil,
        id: ServerID? = nil, release: String? = nil, alarms: AlarmConsent = .nobodys,
        webhooks: [WebhookTarget] = [],
        others: @escaping @Sendable (StoreAccess) -> [any Worker] = { _ in [] }, roots: TrustedRoots? = nil,
        clock: ServerClock = .system, beats: ServerClock = .system,
        logger: Logger = Logger(label: "makegood")
    ) throws {
        try store.require(.serve, of: agent)
        try store.require(.importDocuments, of: agent)
        (self.settings, self.appStore, self.clock, self.logger) = (settings, appStore, clock, logger)
        (self.beats, self.alarms, self.release, self.webhooks) = (beats, alarms, release, webhooks)
        self.others = others
        let metrics = PrometheusMetrics()
        let server = id ?? ServerID(process: getpid(), startedAt: beats.now())
        access = StoreAccess(store, as: agent, server: server, clock: clock)
        reader = try DocumentReader(store, roots: roots)
        gatherer = Gatherer(store, as: agent, clock: clock, metrics: metrics)
        keyring = Keyring(access)
        connections = ConnectionCount(limit: settings.limits.connections)
        let parts = ServerParts(
            store: access, reader: reader, gatherer: gatherer, appStore: appStore,
            unauthenticBytes: settings.unauthenticBytes, logger: logger)
        door = FrontDoor(
            ServerApplication.endpoints(parts, metrics), keyring: keyring, clock: clock,
            limits: settings.limits, metrics: metrics, logger: logger)
    }

    /// Every route there is.
    private static func endpoints(_ parts: ServerParts, _ metrics: PrometheusMetrics) -> [Endpoint] {
        [
            NotificationRoute(parts: parts).endpoint, ReportRoute(parts: parts).endpoint,
            ReceiptRoute(parts: parts).endpoint, VerifyRoute(parts: parts).endpoint,
            AccessRoute(parts: parts).endpoint, EventsRoute(parts: parts).endpoint,
        ]
            + HealthRoutes(parts: parts, metrics: metrics, probe: StoreProbe(parts.gatherer)).endpoints
    }

    /// Everything that runs, in the order in which it begins; it ends in the other order: first nothing comes in any more,
    /// last what came in is written.
    ///
    /// One of them fails with a `StoreError` when another file takes the store's place; nothing is served any more then.
    ///
    /// - Parameter onListening: told the port once connections are taken.
    /// - Throws: `SettingsError` where the certificate cannot be used.
    package func services(
        onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws -> [any Service] {
        // `company`: the servers of one store share Apple's budget.
        let loop = WorkerLoop(
            workers, on: access, clock: clock, beats: beats, release: release,
            company: { [appStore] in await appStore?.share(among: $0) }, logger: logger)
        return [GatheringService(gatherer: gatherer), watch, upkeep, loop, try application(onListening)]
    }

    /// What it does by itself.
    private var workers: [any Worker] {
        let receivers = webhooks.map(\.receiver)
        let telling: [any Worker] =
            [
                AlarmWorker(access, consent: alarms, allowsPrivate: settings.alarmsMayBePrivate),
                EventWorker(access), ReportWorker(access, reader: reader, gatherer: gatherer),
            ]
            + webhooks.map { WebhookWorker(access, to: $0, among: receivers) } + others(access)
        guard let appStore else { return telling }
        let carrier = AnswerCarrier(access, reader: reader, gatherer: gatherer)
        return telling + [
            RequestWorker(carrier, asking: appStore), PollingWorker(carrier, asking: appStore),
            GapWorker(carrier, asking: appStore),
        ]
    }

    /// The HTTP server alone, for tests.
    package func application(
        _ onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }
    ) throws -> Application<FrontDoor> {
        Application(
            responder: door, server: try server(),
            configuration: ApplicationConfiguration(
                address: .hostname(settings.listen.host, port: settings.listen.port), backlog: 1024),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: quiet)
    }

    /// Hummingbird's own notes are about itself.
    private var quiet: Logger {
        var logger = logger
        logger.logLevel = .warning
        return logger
    }

    private func server() throws -> HTTPServerBuilder {
        let (limits, connections) = (settings.limits, connections)
        // The limits of a head's fields are ours†: what is long comes in the body.
        let plain = HTTPServerBuilder.http1(
            configuration: HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ConnectionGuard(count: connections, limits: limits)
                ],
                httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
        guard let files = settings.tls else { return plain }
        return try .tls(plain, tlsConfiguration: ShownCertificate(files).configuration)
    }

    /// Keys and settings that somebody changed are read anew.
    private var watch: StoreWatch {
        StoreWatch(store: access.store) { [keyring, reader] in
            keyring.changed()
            reader.settingsChanged()
        }
    }

    private var upkeep: UpkeepLoop { UpkeepLoop(access: access, clock: clock, logger: logger) }
}

/// Keeps the gatherer until everything above it has ended, then lets it finish.
private struct GatheringService: Service {
    /// How long what waits may take to be written.
    static let time = TimeLength.seconds(10)

    let gatherer: Gatherer

    func run() async throws {
        try? await gracefulShutdown()
        await gatherer.close(within: GatheringService.time)
    }
}

/// Tells when settings or keys changed, and fails when another file took the store's place, as after a restore: what the
/// server has in memory is of the store before it, so it ends, and its supervisor, such as systemd, starts it anew.
private struct StoreWatch: Service {
    let store: Store
    let changed: @Sendable () -> Void

    func run() async throws {
        let (losses, told) = AsyncStream.makeStream(of: StoreError.self)
        let watcher = try store.watch(lost: { told.yield($0) }) { changes in
            if changes.contains(where: { $0.entity == .setting }) { changed() }
        }
        defer { watcher.cancel() }
        for await loss in losses.cancelOnGracefulShutdown() { throw loss }
    }
}

/// Does once a minute what only the clock brings: moves overdue tickets and looks for incidents, as an open console
/// does; drops old webhook messages, answers and events; raises an alarm where notifications or reports stopped
/// coming.
private struct UpkeepLoop: Service {
    static let pace = TimeLength.seconds(60)
    /// So long after its start a server calls nobody because nothing came, and forgets nothing: what waited for it comes
    /// first.†
    static let welcome = TimeLength.seconds(120)

    let access: StoreAccess
    let clock: ServerClock
    let logger: Logger

    func run() async throws {
        let start = clock.now()
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                let now = clock.now()
                do {
                    try await access.run { store, agent in
                        _ = try store.applyOverdueMoves(by: agent, at: now)
                        try store.pruneWebhooks(by: agent, at: now)
                        guard now - start >= UpkeepLoop.welcome else { return }
                        try store.callForSilence(by: agent, at: now)
                    }
                    // Each part is a write of its own, and others have their turn between.
                    while now - start >= UpkeepLoop.welcome, !Task.isCancelled,
                        try await access.run({ store, agent in try store.pruneOld(by: agent, at: now) })
                    {}
                } catch {
                    logger.notice("upkeep waits", metadata: ["error": "\(type(of: error))"])
                }
                guard (try? await clock.sleep(now + UpkeepLoop.pace)) != nil else { return }
            }
        }
    }
}
