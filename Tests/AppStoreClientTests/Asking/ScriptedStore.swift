import AppStoreClient
import Foundation
import JWTKit
import Logging
import Purchases
import Synchronization

/// A key for App Store Connect, made for one run.
enum TestKey {
    static let key = ES256PrivateKey()
    static var pem: String { key.pemRepresentation }
}

/// Apple as a test wants it: answers what the script says, and remembers what it was asked.
final class ScriptedStore: AppStoreTransport {
    typealias Script = @Sendable (AppStoreHTTPRequest, Int) throws(TransportError) -> AppStoreHTTPResponse

    private let script: Script
    private let asked = Mutex<[AppStoreHTTPRequest]>([])

    /// Answers by the request and by how many came before it.
    init(_ script: @escaping Script) { self.script = script }

    var requests: [AppStoreHTTPRequest] { asked.withLock { $0 } }

    func send(_ request: AppStoreHTTPRequest) async throws(TransportError) -> AppStoreHTTPResponse {
        let count = asked.withLock { requests in
            requests.append(request)
            return requests.count - 1
        }
        return try script(request, count)
    }
}

/// Time that passes only when somebody waits for it, or turns it.
final class TurnedClock: Sendable {
    static let start = Instant(milliseconds: 1_700_000_000_000)
    private let time = Mutex(TurnedClock.start)

    var now: Instant { time.withLock { $0 } }

    func turn(to moment: Instant) { time.withLock { $0 = max($0, moment) } }

    var clock: AppStoreClock {
        AppStoreClock {
            self.now
        } sleep: {
            self.turn(to: $0)
        } random: {
            0.5
        }
    }
}

/// A client whose Apple, clock and log a test holds.
struct ClientBench {
    static let secret = "5d41402abc4b2a76b9719d911017c592"

    let store: ScriptedStore
    let time = TurnedClock()
    let log = LogKeeper()
    let client: AppStoreAsker

    init(
        environments: [AppStoreEnvironment] = [.production, .sandbox], hasKey: Bool = true,
        hasSecret: Bool = true, _ script: @escaping ScriptedStore.Script
    ) throws {
        store = ScriptedStore(script)
        let key = try AppStoreKey(pem: Secret(TestKey.pem), id: "KEYID12345", issuerID: "57246542-issuer")
        let access = AppStoreAccess(
            bundleID: BundleID("com.example.app"), key: hasKey ? key : nil,
            sharedSecret: hasSecret ? Secret(ClientBench.secret) : nil, environments: environments)
        var logger = Logger(label: "test") { [log] _ in log }
        logger.logLevel = .trace
        client = AppStoreAsker(access: access, transport: store, clock: time.clock, logger: logger)
    }
}

/// Keeps what is logged.
final class LogKeeper: LogHandler {
    private let kept = Mutex("")
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .trace }
        set {}
    }
    var text: String { kept.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        kept.withLock { $0 += "\(event.level) \(event.message) \(event.metadata ?? [:])\n" }
    }
}

extension AppStoreHTTPResponse {
    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Self {
        AppStoreHTTPResponse(status: status, headers: headers, body: Data(text.utf8))
    }
}
