import AppStoreClient
import AppStoreSimulator
import ArgumentParser
import Foundation
import JSONValues
import Logging
import Purchases
import Server
import ServiceLifecycle

/// Is Apple's side: a simulated App Store behind HTTP, with the app and its customers.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Be Apple's side: a simulated App Store, until SIGTERM.",
        discussion: """
            It writes its root certificate, a key of App Store Connect, a shared secret and a server.yaml into a folder, \
            and says with which commands a practice store is served against it. Every purchase is notified to --notify; \
            with --app-key-file the app's devices send their receipts and purchase reports to the same server.

            curl -d '{"account":"u_1","product":"tea.monthly"}' http://127.0.0.1:9090/simulator/buy
            curl -d '{"on":true}' http://127.0.0.1:9090/simulator/outage

            More of that kind (POST, JSON): accounts {account, app_account_token, environment, family, asks_to_buy, \
            interrupted, empty_receipt, deleted}; buy {account, product, offer, quantity, signed}; complete and decline \
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
    @Option(help: "A day that is written down (YAML; docs/server.md).", completion: .file()) var scenario:
        String?
    @Option(help: "Shorten periods and pauses so many times.") var speed: Int?
    @Option(help: "From what everything random follows.") var seed: UInt64 = 1
    @Option(help: "Where root, key, secret and server.yaml are written.", completion: .directory())
    var folder = "simulator"
    @Flag(help: "Write one JSON document a line.") var json = false

    func run() async throws {
        signal(SIGPIPE, SIG_IGN)
        guard let address = ListenAddress(listen) else {
            throw ValidationError("--listen \(listen) is no address: write it as 127.0.0.1:9090")
        }
        let scenario = try readScenario()
        let clock = SimulatorClock(ServerClock.system.now)
        let shared = SharedAppStore(try scenario.world(at: clock.now))
        let lines = EventLines(isJSON: json)
        let group = ServiceGroup(
            services: [
                SimulatorServer(
                    shared, clock: clock, host: address.host, port: address.port, sending: try addresses(),
                    logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() }, tell: lines.tell,
                    onListening: { port in
                        lines.begin(
                            at: "http://\(address.host):\(port)", shared,
                            SimulatorFolder(URL(filePath: folder)))
                    })
            ], logger: Logger(label: "simulator") { _ in SwiftLogNoOpLogHandler() })
        let signals = StopSignals { Task { await group.triggerGracefulShutdown() } }
        defer { signals.cancel() }
        do {
            try await group.run()
        } catch {
            throw ValidationError(
                "it cannot serve on \(listen): check the address, and who listens there already")
        }
    }

    private func readScenario() throws -> Scenario {
        var read = Scenario(seed: seed)
        if let scenario {
            guard let data = FileManager.default.contents(atPath: scenario) else {
                throw ValidationError("the scenario \(scenario) cannot be read")
            }
            do {
                read = try Scenario(yaml: String(decoding: data, as: UTF8.self), seed: seed)
            } catch let problem as ScenarioProblem {
                throw ValidationError("\(scenario): \(problem)")
            }
        }
        if let speed {
            guard (1...1_000_000).contains(speed) else { throw ValidationError("--speed is 1 to 1000000") }
            read.terms.speed = speed
        }
        return read
    }

    private func addresses() throws -> Courier.Addresses {
        var addresses = Courier.Addresses()
        guard notify != "none" else { return addresses }
        guard let url = URL(string: notify), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host != nil
        else { throw ValidationError("--notify \(notify) is no URL") }
        addresses.notifications = url
        guard let appKeyFile else { return addresses }
        do {
            addresses.appKey = try SecretFile.read(appKeyFile).use { $0 }
        } catch {
            throw ValidationError(error.words)
        }
        addresses.server = URL(string: "/", relativeTo: url)?.absoluteURL
        return addresses
    }
}

/// Writes what the simulator does to standard output, a line an event.
private struct EventLines: Sendable {
    let isJSON: Bool

    /// Says where it listens and how it is used; without its files nobody could use it, so that it ends without them.
    func begin(at address: String, _ world: SharedAppStore, _ folder: SimulatorFolder) {
        do {
            try folder.write(world.with { $0 }, at: address)
        } catch {
            write("makegood-server: the folder \(folder.folder.path) cannot be written", to: .standardError)
            kill(getpid(), SIGTERM)
            return
        }
        let terms = world.with { $0.terms }
        let run = "makegood-server run --store S --config \(folder.settings.path) --root \(folder.root.path)"
        if isJSON {
            let json = JSONValue.object([
                "event": .string("listening"), "address": .string(address), "root": .string(folder.root.path),
                "config": .string(folder.settings.path), "bundle_id": .string(terms.bundleID.rawValue),
                "app_apple_id": .string(String(terms.appAppleID)),
            ])
            return write(json.canonicalText, to: .standardOutput)
        }
        let lines = [
            "the simulated App Store listens on \(address)",
            "a practice store for it:   makegood init --practice --store S --bundle-id \(terms.bundleID)"
                + " --app-apple-id \(terms.appAppleID) --serve Production,Sandbox",
            "serve it with:             \(run)", "import by hand with:       --root \(folder.root.path)",
        ]
        write(lines.joined(separator: "\n"), to: .standardOutput)
    }

    func tell(_ event: SimulatorEvent) {
        write(isJSON ? event.json.canonicalText : event.words, to: .standardOutput)
    }

    /// Whoever read the lines may be gone; the simulator goes on.
    private func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }
}
