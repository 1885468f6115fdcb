import Alarms
import AppStore
import AppStoreClient
import ArgumentParser
import Foundation
import JSONValues
import Logging
import Persistence
import Purchases
import Server
import Wording

/// Serves a store until it is told to stop.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Serve until SIGTERM.",
        discussion: """
            SIGTERM and SIGINT: it stops listening, finishes what it began, for ten seconds at most, and leaves with 0; a \
            second one ends it at once. Several servers may serve one store: docs/server.md tells how one takes over from \
            another without a pause, and how to run it.
            """)

    @OptionGroup var global: ServerOptions
    @OptionGroup var serving: ServingOptions

    func run() async throws {
        try await Answer.saying(isJSON: global.json) {
            let opened = try ServingStore(global, serving)
            let transport = try opened.transport()
            let logger = serving.logger
            if let notice = opened.store.notice {
                logger.warning("\(notice.line(ofStoreAt: opened.store.path ?? "the store"))")
            }
            let server = try opened.application(asking: transport, logger: logger)
            let isJSON = global.json
            let services = try server.services { port in
                let address = ListenAddress(host: opened.settings.listen.host, port: port).description
                Answer(isJSON: isJSON).give(.object(["listening": address])) {
                    ["listening on \(address)"]
                }
            }
            try await ServiceRunner.run(services, at: "\(opened.settings.listen)", logger: logger)
            await transport.shutdown()
            try opened.store.close()
        }
    }
}

/// What is said about serving on the command line.
struct ServingOptions: ParsableArguments {
    @Option(help: "The settings (server.yaml).", completion: .file()) var config: String?
    @Option(help: "Where to listen, such as 127.0.0.1:8080; port 0 for any that is free.") var listen: String?
    @Option(help: "The certificate to show, in PEM.", completion: .file()) var tlsCertificate: String?
    @Option(help: "Its private key, in PEM.", completion: .file()) var tlsKey: String?
    @Option(
        help: "Practice stores only: trust this root certificate (DER or PEM) in place of Apple's.",
        completion: .file())
    var root: String?
    @Option(help: "What to note on standard error: debug, info, notice, warning or error.")
    var log = "info"

    /// Where notes go.
    var logger: Logger {
        var logger = Logger(label: "makegood-server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = Logger.Level(rawValue: log) ?? .info
        return logger
    }

    /// The settings of the file, the environment and the command line; of two the later counts.
    ///
    /// - Throws: `SettingsError`.
    func settings(environment: [String: String]) throws -> ServerSettings {
        var settings = try SettingsFile.settings(at: config, environment: environment)
        if let listen {
            guard let address = ListenAddress(listen) else {
                throw SettingsError("--listen \(listen) is no address: write it as 127.0.0.1:8080")
            }
            settings.listen = address
        }
        if tlsCertificate != nil || tlsKey != nil {
            guard let certificate = tlsCertificate, let key = tlsKey else {
                throw SettingsError("--tls-certificate and --tls-key are given together")
            }
            settings.tls = TLSFiles(certificate: certificate, key: key)
        }
        if let root { settings.root = root }
        guard Logger.Level(rawValue: log) != nil else {
            throw SettingsError("--log \(log) is none: write debug, info, notice, warning or error")
        }
        return settings
    }
}

/// A store that is served or looked at, open, with its settings.
struct ServingStore {
    let store: Store
    let agent: AgentName
    /// What is set.
    let settings: ServerSettings
    private let environment: [String: String]

    /// Opens the store.
    ///
    /// - Throws: `StoreError`, `SettingsError`, `CommandFailure`.
    init(_ options: ServerOptions, _ serving: ServingOptions) throws {
        environment = ProcessInfo.processInfo.environment
        settings = try serving.settings(environment: environment)
        (store, agent) = try options.open()
    }

    /// What carries questions to Apple.
    ///
    /// - Throws: `SettingsError` where the roots for TLS cannot be read.
    func transport() throws -> NetworkTransport {
        let roots = settings.appStore?.trustedCertificates
        guard roots == nil || store.isPractice else {
            throw SettingsError("app_store.trusted_certificates is for practice stores only")
        }
        do {
            return try NetworkTransport(trustedRoots: roots)
        } catch {
            throw SettingsError("app_store.trusted_certificates cannot be used: give certificates in PEM")
        }
    }

    /// Who asks Apple; nil where nothing is set to ask with.
    ///
    /// - Throws: `StoreError`, `SettingsError`.
    func asker(through transport: any AppStoreTransport, logger: Logger) throws -> AppStoreAsker? {
        let clock = ServerClock.system
        let access = try (settings.appStore ?? AppStoreSettings()).access(
            bundleIDs: store.bundleIDs().sorted(),
            environments: Array(store.accessRules().servedEnvironments),
            isPractice: store.isPractice, environment: environment)
        return access.map {
            AppStoreAsker(
                access: $0, transport: transport, clock: AppStoreClock(now: clock.now, sleep: clock.sleep),
                logger: logger)
        }
    }

    /// Who is told by webhooks.
    ///
    /// - Throws: `SettingsError` where an address or a secret cannot be used.
    func webhooks() throws -> [WebhookTarget] {
        try settings.webhooks.map { try $0.target(environment: environment) }
    }

    /// The server.
    ///
    /// - Throws: `StoreError`, `SettingsError`, `CommandFailure`.
    func application(asking transport: any AppStoreTransport, logger: Logger) throws -> ServerApplication {
        try ServerApplication(
            store, as: agent, settings: settings, appStore: asker(through: transport, logger: logger),
            release: Release.text, alarms: Login.alarms, webhooks: webhooks(),
            roots: settings.root.map(PracticeRoot.roots(at:)),
            clock: .system, logger: logger)
    }
}
