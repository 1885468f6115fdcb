import AppStoreClient
import AppStoreSimulator
import ArgumentParser
import Foundation
import JSONValues
import Logging
import Persistence
import Purchases
import Server
import ServiceLifecycle

/// Runs Apple's side: a simulated App Store behind HTTP (`SimulatorServer`), with the app and its customers.
///
/// The help lists what `SimulatorControl` in `AppStoreSimulator/Network` answers: a new command stands in both.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Run a simulated App Store, until SIGTERM.",
        discussion: """
            It writes its root certificate, a key of App Store Connect, a shared secret and a server.yaml into a folder, \
            and says with which commands a practice store is served against it. Every purchase is notified to --notify; \
            with --app-key-file the app's devices send their receipts and purchase reports to the same server.

            curl -d '{"account":"u_1","product":"tea.monthly"}' http://127.0.0.1:9090/simulator/buy
            curl -d '{"on":true}' http://127.0.0.1:9090/simulator/outage

            More of that kind (POST, JSON): accounts {account, app_account_token, environment, family, asks_to_buy, \
            interrupted, empty_receipt, deleted}; buy {account, product, offer, quantity, device: \
            receipts|signed_transactions|reports}; complete and decline \
            {number}; renewal {account, on}; payment {account, works}; refund, reverse-refund, decline-refund and \
            request-refund {transaction_id}; leave-family {account}; outage {on, seconds}; fault {kind, value, side, share, \
            seconds}; clear; advance {seconds}; receipt {account}; signed-transaction {transaction_id}; test. GET: accounts, \
            products, tally. Faults: down, reset, half, html, redirect, slow, http, receipt, api, limited, wrong_secret, \
            unauthorized, lost, late, duplicated, shuffled, stranger.
            """)

    @Option(help: "Where to listen; port 0 for any that is free.") var listen = "127.0.0.1:9090"
    @Option(help: "Where notifications go; none for nowhere.")
    var notify = "http://127.0.0.1:8080/apple/notifications"
    @Option(
        help: "The file of the app's API key (makegood-server key add NAME --scope app), mode 0600.",
        completion: .file())
    var appKeyFile: String?
    @Option(help: "A day that is written down (YAML; docs/simulator.md).", completion: .file()) var scenario:
        String?
    @Option(help: "How many times shorter periods and pauses are.") var speed: Int?
    @Option(help: "The seed of everything random.") var seed: UInt64 = 1
    @Option(help: "Where root, key, secret and server.yaml are written.", completion: .directory)
    var folder = "simulator"
    @Flag(help: "Write one JSON document a line.") var json = false

    func run() async throws {
        try await Answer.saying(isJSON: json) {
            guard let address = ListenAddress(listen) else {
                throw CommandFailure(
                    .configuration, "--listen \(listen) is no address", remedy: "write it as 127.0.0.1:9090")
            }
            let clock = SimulatorClock(ServerClock.system.now)
            let world = SharedAppStore(try readScenario().world(at: clock.now))
            let lines = EventLines(answer: Answer(isJSON: json))
            let logger = Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }
            let files = SimulatorFolder(URL(filePath: folder))
            do {
                // `EventLines` does so again when the port is known; without its files nobody could use the simulator.
                try files.write(world.with { $0 }, at: "http://\(address)")
            } catch {
                throw CommandFailure(
                    .unavailable, "the folder \(files.folder.path) cannot be written",
                    remedy: "choose another one with --folder")
            }
            let server = SimulatorServer(
                world, clock: clock, host: address.host, port: address.port, sending: try addresses(),
                logger: logger, tell: lines.tell
            ) { port in
                lines.begin(at: "http://\(address.host):\(port)", world, files)
            }
            try await ServiceRunner.run([server], at: listen, logger: logger)
        }
    }

    private func readScenario() throws -> Scenario {
        var read = Scenario(seed: seed)
        if let scenario {
            guard let data = FileManager.default.contents(atPath: scenario) else {
                throw CommandFailure(.configuration, "\(scenario) cannot be read", remedy: "check the path")
            }
            do {
                read = try Scenario(yaml: String(decoding: data, as: UTF8.self), seed: seed)
            } catch let problem as ScenarioProblem {
                throw CommandFailure(.configuration, "\(scenario): \(problem)")
            }
        }
        if let speed {
            guard (1...1_000_000).contains(speed) else {
                throw CommandFailure(.configuration, "--speed is 1 to 1000000")
            }
            read.terms.speed = speed
        }
        return read
    }

    private func addresses() throws -> Sender.Addresses {
        var addresses = Sender.Addresses()
        guard notify != "none" else { return addresses }
        guard let url = URL(string: notify), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host != nil
        else { throw CommandFailure(.configuration, "--notify \(notify) is no URL") }
        addresses.notifications = url
        guard let appKeyFile else { return addresses }
        do {
            addresses.appKey = try SecretFile.read(appKeyFile).use { $0 }
        } catch {
            throw CommandFailure(.configuration, error.words)
        }
        addresses.server = URL(string: "/", relativeTo: url)?.absoluteURL
        return addresses
    }
}

/// Writes what the simulator does to standard output, a line an event.
private struct EventLines: Sendable {
    let answer: Answer

    /// Says where it listens and how it is used; without its files it ends.
    func begin(at address: String, _ world: SharedAppStore, _ folder: SimulatorFolder) {
        do {
            try folder.write(world.with { $0 }, at: address)
        } catch {
            Answer.note("makegood-server: the folder \(folder.folder.path) cannot be written")
            kill(getpid(), SIGTERM)
            return
        }
        let terms = world.with { $0.terms }
        let json = JSONValue.object([
            "event": "listening", "address": address, "root": folder.root.path,
            "config": folder.settings.path, "bundle_id": terms.bundleID,
            "app_apple_id": String(terms.appAppleID),
        ])
        answer.give(json) {
            [
                "the simulated App Store listens on \(address)",
                "a practice store for it:  makegood init --practice --store S --serve Production,Sandbox"
                    + " --bundle-id \(terms.bundleID) --app-apple-id \(terms.appAppleID)",
                "serve it with:            makegood-server run --store S --config \(folder.settings.path)",
                "import by hand with:      --root \(folder.root.path)",
            ]
        }
    }

    func tell(_ event: SimulatorEvent) { answer.give(event.json) { [event.words] } }
}
