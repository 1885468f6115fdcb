import Alarms
import AppStore
import AppStoreClient
import AppStoreSimulator
import ArgumentParser
internal import FileStore
import Foundation
import JSONValues
import Logging
import Persistence
import Purchases
import Server
import ServiceLifecycle
import Wording

/// Shows everything at once: an App Store, an app, a server and a practice store, for a day that passes in minutes.
/// What happens in it is in `Demo`, `Demonstration` first.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show a day of purchases, an evening with Apple down, and the morning after.",
        discussion: """
            One process plays the App Store, the app and its customers, and serves a practice store. A day passes in about \
            two minutes, then it goes on at the pace of the clock until Ctrl-C. Open the console beside it with the line \
            that it says.
            """)

    @Option(
        help: "Where the practice store is made (default: a folder of its own that goes at the end).",
        completion: .file())
    var path: String?
    @Option(help: "The seed of the day (default: 1).") var seed: UInt64 = 1
    @Option(help: "How many seconds the day takes (default: 120).") var seconds = 120
    @Option(help: "The port of the server (default: any that is free).") var port = 0
    @Option(help: "The port of a receiver of webhooks that you may start beside it.") var webhookPort = 8090
    @Flag(help: "Write one JSON document a line.") var json = false
    @Flag(inversion: .prefixedNo, help: "Say how the console is opened beside it.") var consoleHint = true

    func validate() throws {
        guard (2...86_400).contains(seconds) else {
            throw ValidationError("--seconds takes a number from 2 to 86400.")
        }
        guard (1...65_535).contains(webhookPort) else {
            throw ValidationError("--webhook-port takes a number from 1 to 65535.")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port takes a number from 0 to 65535.")
        }
    }

    func run() async throws {
        try await Answer.saying(isJSON: json) {
            let folder = try DemoFolder(path)
            defer { folder.remove() }
            try await show(in: folder)
        }
    }

    private func show(in folder: DemoFolder) async throws {
        let begin = ServerClock.system.now()
        let legs = DemoShop.day.map { part in
            DemoTime.Leg(
                shown: .hours(part.hours), real: TimeLength(Int64(Double(seconds) * 1000 * part.share)))
        }
        let day = DemoTime(legs, from: begin)
        let shop = try DemoShop(seed: seed, start: day.start)
        let keys = try shop.makeStore(at: folder.store, alarms: folder.alarms, by: DemoShop.lead)
        let store = try Store.open(at: folder.store, readOnly: false)
        defer { try? store.close() }
        try await serve(shop, store, keys, DemoClock(day), folder)
    }

    private func serve(
        _ shop: DemoShop, _ store: Store, _ keys: DemoShop.Keys, _ time: DemoClock, _ folder: DemoFolder
    ) async throws {
        var settings = ServerSettings()
        settings.listen = ListenAddress(host: "127.0.0.1", port: port)
        var logger = Logger(label: "makegood-server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let clock = time.clock
        let asker = AppStoreAsker(
            access: try shop.world.access(serving: [.production]),
            transport: InProcessTransport(to: shop.world, now: clock.now),
            clock: AppStoreClock(now: clock.now, sleep: clock.sleep), logger: logger)
        try folder.writeSecret()
        let receiver = try DemoWebhooks.target(at: webhookPort, secretFile: folder.secret)
        let webhookPort = webhookPort
        let server = try ServerApplication(
            store, as: DemoShop.server, settings: settings, appStore: asker, release: Release.text,
            alarms: AlarmConsent(account: DemoShop.server, givenTo: DemoShop.command(into: folder.alarms)),
            others: { [DemoWebhooks($0, to: receiver, at: webhookPort)] },
            roots: TrustedRoots(certificate: shop.world.with { $0.signer.root }), clock: clock, logger: logger
        )
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let isJSON = json
        let tell: @Sendable (DemoLine) -> Void = { line in
            Answer(isJSON: isJSON).give(line.json) {
                line.words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            }
        }
        let play = DemoStart(ports: ports) { port in
            for hint in hints(folder, keys, port) { tell(DemoLine(at: clock.now(), kind: .hint, text: hint)) }
            return Demonstration(shop, by: time, keys: keys, port: port, access: server.access, tell: tell)
        }
        var services = try server.services { port in listening.yield(port) }
        services.append(play)
        try await ServiceRunner.run(services, at: "127.0.0.1:\(port)", logger: logger)
    }

    private func hints(_ folder: DemoFolder, _ keys: DemoShop.Keys, _ port: Int) -> [String] {
        var hints = ["practice store: \(folder.store)", "alarms go to \(folder.alarms)"]
        if consoleHint {
            hints.append("open the console beside it:  makegood --store \(folder.store) --agent ana")
        }
        hints += [
            "print the webhooks that a backend is sent:  makegood-server webhooks listen --port \(webhookPort)"
                + " --tolerance 0 --secret-file \(folder.secret)",
            "the server: http://127.0.0.1:\(port)   a backend asks it like this:",
            "  curl -H 'Authorization: Bearer \(keys.backend)' http://127.0.0.1:\(port)/v1/customers/u_1001/access",
            "  the app's own key is \(keys.app)",
        ]
        return hints
    }
}

/// Begins the demonstration when the server listens.
private struct DemoStart: Service {
    let ports: AsyncStream<Int>
    let make: @Sendable (_ port: Int) -> Demonstration

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            for await port in ports {
                try await make(port).run()
                return
            }
        }
    }
}

/// Where the demonstration keeps its store: a folder of its own, or where it was told to.
private struct DemoFolder {
    let store: String
    /// The file into which the alarm command writes.
    let alarms: String
    /// The file of the secret with which webhooks are signed.
    let secret: String
    private let made: URL?

    /// The folder around a store's path; without one a new folder that goes at the end.
    init(_ path: String?) throws {
        if let path {
            (store, alarms, made) = (path, path + ".alarms.jsonl", nil)
            secret = path + ".webhook-secret"
        } else {
            let folder = FileManager.default.temporaryDirectory.appending(path: "makegood-demo-\(getpid())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            (store, made) = (folder.appending(path: "store.sqlite").path, folder)
            alarms = folder.appending(path: "alarms.jsonl").path
            secret = folder.appending(path: "webhook-secret").path
        }
    }

    /// Makes a secret for webhooks, which nobody else may read.
    ///
    /// - Throws: `CommandFailure` where the file cannot be written.
    func writeSecret() throws {
        let isWritten = FileManager.default.createFile(
            atPath: secret, contents: Data((WebhookSecret.newText() + "\n").utf8),
            attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw CommandFailure(.unavailable, "\(secret) cannot be written") }
    }

    /// Takes away what was made for the demonstration alone.
    func remove() { if let made { try? FileManager.default.removeItem(at: made) } }
}
