import AppStoreClient
import Crypto
import FileStore
import Foundation
import JSONValues
import Persistence
import PersistenceTesting
import Purchases
import Server
import Synchronization
import Testing

struct ServerCheckTests {
    private static let start = Instant(milliseconds: 1_700_000_000_000)
    private static let date = "Tue, 14 Nov 2023 22:13:20 GMT"
    private let lead = AgentName("lea")
    private let service = AgentName("makegood")

    /// Apple as it should be: unknown ids are unknown, empty receipts malformed, TEST notifications sent.
    private static func healthy(_ request: AppStoreHTTPRequest) -> AppStoreHTTPResponse {
        switch request.url.path {
        case "/verifyReceipt": answer(#"{"status":21002}"#)
        case "/inApps/v1/notifications/test": answer(#"{"testNotificationToken":"token"}"#)
        case "/inApps/v1/notifications/test/token":
            answer(#"{"signedPayload":"\#(payload)","sendAttempts":[{"sendAttemptResult":"SUCCESS"}]}"#)
        default: answer(#"{"errorCode":4000006}"#, status: 400)
        }
    }

    private static var payload: String {
        let text = Data(#"{"notificationType":"TEST","notificationUUID":"abc-1"}"#.utf8).base64EncodedString()
        return "e30.\(text.replacing("=", with: "")).c2ln"
    }

    private static func answer(
        _ text: String, status: Int = 200, date: String = ServerCheckTests.date
    ) -> AppStoreHTTPResponse {
        AppStoreHTTPResponse(status: status, headers: ["date": date], body: Data(text.utf8))
    }

    private struct Scripted: AppStoreTransport {
        let script: @Sendable (AppStoreHTTPRequest) -> AppStoreHTTPResponse?

        func send(_ request: AppStoreHTTPRequest) async throws(TransportError) -> AppStoreHTTPResponse {
            guard let response = script(request) else { throw .refused }
            return response
        }
    }

    /// A store that fits: role, app, environment, secret.
    private func store(
        serves: [AppStoreEnvironment] = [.production], bundle: String = "com.example.app",
        secret: String = "s3cret", role: Role = .service
    ) throws -> Store {
        let store = try Store.inMemory(serves: serves, by: lead, at: Self.start)
        try store.addAgent(service, role: role, by: lead, at: Self.start)
        if !bundle.isEmpty { try store.set(.bundleIDs, to: bundle, by: lead, at: Self.start) }
        if !secret.isEmpty { _ = try store.addSecret(secret, by: lead, at: Self.start) }
        return store
    }

    private func findings(
        _ store: Store, hasKey: Bool = true, secret: String? = "s3cret",
        environments: [AppStoreEnvironment] = [.production], as agent: AgentName? = nil,
        test: ServerCheck.Test = .none,
        _ script: @escaping @Sendable (AppStoreHTTPRequest) -> AppStoreHTTPResponse? = { healthy($0) }
    ) async throws -> [String: ServerFinding] {
        let time = Mutex(Self.start)
        let now: @Sendable () -> Instant = { time.withLock { $0 } }
        let sleep: @Sendable (Instant) async throws -> Void = { until in time.withLock { $0 = max($0, until) }
        }
        let key = try AppStoreKey(pem: Secret(CheckKey.pem), id: "KEYID12345", issuerID: "issuer")
        let access = AppStoreAccess(
            bundleID: BundleID("com.example.app"), key: hasKey ? key : nil,
            sharedSecret: secret.map(Secret.init), environments: environments)
        let client = AppStoreAsker(
            access: access, transport: Scripted(script: script),
            clock: AppStoreClock(now: now, sleep: sleep, random: { 0.5 }))
        let canAsk = hasKey || secret != nil
        let check = ServerCheck(
            store: StoreAccess(store, as: agent ?? service), client: canAsk ? client : nil,
            clock: ServerClock(now: now, sleep: sleep))
        let found = try await check.findings(test: test)
        #expect(found.allSatisfy { ($0.level == .ok) == ($0.fix == nil) }, "what is not well says what to do")
        return Dictionary(uniqueKeysWithValues: found.map { ($0.code, $0) })
    }

    @Test func whatFitsIsWell() async throws {
        let found = try await findings(try store())
        let bad = found.values.filter { $0.level != .ok }.map(\.code)
        #expect(bad.sorted() == ["alarms", "server"])
        #expect(Set(found.keys).isSuperset(of: ["role", "bundle", "key", "secret", "clock"]))
        #expect(found["server_production"]?.level == .ok && found["receipts_production"]?.level == .ok)
    }

    @Test func aStrangerTheWrongAppAndTheWrongSecretAreErrors() async throws {
        let found = try await findings(
            try store(bundle: "com.example.other", secret: "another"), as: AgentName("nobody"))
        for code in ["role", "bundle", "secret"] { #expect(found[code]?.level == .error, "\(code)") }
        #expect(found["role"]?.fix?.contains("agents add nobody --role service") == true)
        let agent = try await findings(try store(role: .agent))
        #expect(agent["role"]?.level == .error)
        let lead = try await findings(try store(role: .lead))
        #expect(lead["role"]?.level == .warning)
    }

    @Test func whatIsMissingIsSaid() async throws {
        let nothing = try await findings(try store(), hasKey: false, secret: nil)
        #expect(nothing["app_store"]?.level == .error)
        #expect(nothing["server_production"] == nil && nothing["receipts_production"] == nil)
        let found = try await findings(try store(bundle: "", secret: ""), hasKey: false)
        #expect(found["bundle"]?.level == .warning)
        #expect(found["key"]?.level == .warning && found["secret"]?.level == .warning)
        #expect(found["server_production"] == nil && found["receipts_production"]?.level == .ok)
        let unknown = try await findings(try store(secret: ""))
        #expect(unknown["secret"]?.level == .warning)
    }

    @Test func anAddressForAlarmsThatIsInsideIsAnError() async throws {
        let store = try store()
        try store.set(.alarmURL, to: "http://127.0.0.1:9/alarm", by: lead, at: Self.start)
        let found = try await findings(store)
        #expect(found["alarms"]?.level == .error)
        #expect(found["alarms"]?.fix?.contains("alarms.allow_private") == true)
        try store.set(.alarmURL, to: "https://alarms.example.org/x", by: lead, at: Self.start)
        #expect(try await findings(store)["alarms"]?.level == .ok)
    }

    @Test func aRefusedKeyIsAnErrorAndNoTestIsAskedFor() async throws {
        let found = try await findings(try store(), test: .waiting(.seconds(60))) { request in
            request.url.path == "/verifyReceipt" ? Self.healthy(request) : AppStoreHTTPResponse(status: 401)
        }
        #expect(found["server_production"]?.level == .error)
        #expect(found["server_production"]?.text.contains("401") == true)
        #expect(found["test_production"] == nil)
    }

    @Test func nobodyThereIsAnError() async throws {
        let found = try await findings(try store()) { _ in nil }
        #expect(found["server_production"]?.level == .error && found["receipts_production"]?.level == .error)
        #expect(found["clock"] == nil)
    }

    @Test(arguments: [
        ("Tue, 14 Nov 2023 22:13:15 GMT", Finding.Level.ok), ("Tue, 14 Nov 2023 22:12:40 GMT", .warning),
        ("Tue, 14 Nov 2023 22:14:20 GMT", .warning), ("Tue, 14 Nov 2023 23:13:20 GMT", .error),
    ]) func theClocksAreCompared(_ date: String, _ level: Finding.Level) async throws {
        let found = try await findings(try store()) { _ in
            Self.answer(#"{"errorCode":4040010}"#, status: 404, date: date)
        }
        #expect(found["clock"]?.level == level, "\(found["clock"]?.text ?? "")")
    }

    @Test func aTestThatIsDeliveredElsewhereIsAnError() async throws {
        let found = try await findings(try store(), test: .waiting(.seconds(60)))
        #expect(found["test_production"]?.level == .error)
        #expect(found["test_production"]?.text.contains("not into this store") == true)
    }

    @Test func aTestThatCannotBeDeliveredSaysWhy() async throws {
        let found = try await findings(try store(), test: .waiting(.seconds(60))) { request in
            request.url.path.hasSuffix("/token")
                ? Self.answer(
                    #"{"signedPayload":"a.b.c","sendAttempts":[{"sendAttemptResult":"TLS_ISSUE"}]}"#)
                : Self.healthy(request)
        }
        #expect(found["test_production"]?.text.contains("TLS_ISSUE") == true)
        let slow = try await findings(try store(), test: .waiting(.seconds(60))) { request in
            request.url.path.hasSuffix("/token")
                ? Self.answer(#"{"errorCode":4040008}"#, status: 404) : Self.healthy(request)
        }
        #expect(slow["test_production"]?.level == .warning)
        let nowhere = try await findings(try store(), test: .waiting(.seconds(60))) { request in
            request.url.path.hasSuffix("/test")
                ? Self.answer(#"{"errorCode":4040007}"#, status: 404) : Self.healthy(request)
        }
        #expect(nowhere["test_production"]?.fix?.contains("App Store Connect") == true)
    }
}

/// A key for App Store Connect, which nobody knows.
private enum CheckKey {
    static let pem = P256.Signing.PrivateKey().pemRepresentation
}
