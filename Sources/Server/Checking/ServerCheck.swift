package import Alarms
package import AppStoreClient
import Foundation
import JSONValues
package import Persistence
package import Purchases

/// One finding of `makegood-server check`.
package struct ServerFinding: Hashable, Sendable {
    /// What was checked.
    package let code: String
    package let level: Finding.Level
    package let text: String
    /// What to do; nil when nothing is to be done.
    package let fix: String?

    /// A finding that someone should do something about.
    package init(_ code: String, _ level: Finding.Level, _ text: String, fix: String) {
        (self.code, self.level, self.text, self.fix) = (code, level, text, fix)
    }

    /// A finding that is as it should be.
    package init(_ code: String, _ text: String) {
        (self.code, level, self.text, fix) = (code, .ok, text, nil)
    }
}

/// The work of `makegood-server check`: whether store, configuration and Apple's end fit together. What it finds in the
/// store alone is in `StoreCheck`.
package struct ServerCheck: Sendable {
    /// Whether a TEST notification is asked for and waited for.
    package enum Test: Hashable, Sendable {
        /// It is not: nothing is sent.
        case none
        /// It is, for at most so long.
        case waiting(TimeLength)
    }

    private let store: StoreAccess
    private let client: AppStoreAsker?
    private let tls: TLSFiles?
    private let alarms: AlarmConsent
    private let alarmsMayBePrivate: Bool
    private let clock: ServerClock

    /// A check of a store, of who asks Apple, nil where nothing is set to ask with, of the certificate that is shown, and
    /// of what the account agreed to run for alarms, and whether their address may be inside.
    package init(
        store: StoreAccess, client: AppStoreAsker?, tls: TLSFiles? = nil, alarms: AlarmConsent = .nobodys,
        alarmsMayBePrivate: Bool = false, clock: ServerClock
    ) {
        (self.store, self.client, self.tls, self.clock) = (store, client, tls, clock)
        (self.alarms, self.alarmsMayBePrivate) = (alarms, alarmsMayBePrivate)
    }

    /// Everything that was found, in the order in which it is to be mended.
    ///
    /// - Throws: `StoreError` when the store cannot be read.
    package func findings(test: Test) async throws -> [ServerFinding] {
        let (access, agent, now) = (client?.access, store.agent, clock.now())
        var findings = try await store.ask { [alarms, alarmsMayBePrivate] store in
            try StoreCheck(
                store: store, agent: agent, access: access, alarms: alarms,
                alarmsMayBePrivate: alarmsMayBePrivate, now: now
            ).findings()
        }
        if let tls { findings.append(tlsFinding(tls)) }
        guard let client else { return findings }
        return try await findings
            + AppleCheck(store: store, client: client, clock: clock).findings(test: test)
    }

    private func tlsFinding(_ files: TLSFiles) -> ServerFinding {
        do {
            let end = Instant(milliseconds: try ShownCertificate(files).end * 1000)
            return ServerCheck.tlsFinding(end: end, at: clock.now())
        } catch {
            let words = (error as? SettingsError)?.words ?? "certificate or key cannot be used"
            return ServerFinding("tls", .error, words, fix: "put tls right in the configuration")
        }
    }

    /// How soon before its end a certificate is warned of†: most are renewed a month before.
    private static let renewalTime = TimeLength.days(14)

    private static func tlsFinding(end: Instant, at now: Instant) -> ServerFinding {
        let fix = "renew it; the server shows the new one by itself, as soon as the files are there"
        if end <= now {
            return ServerFinding("tls", .error, "the certificate ended on \(end)", fix: fix)
        }
        guard end - now > renewalTime else {
            return ServerFinding("tls", .warning, "the certificate ends on \(end)", fix: fix)
        }
        return ServerFinding("tls", "certificate and key are a pair, until \(end)")
    }
}

/// What Apple's end says.
private struct AppleCheck {
    let store: StoreAccess
    let client: AppStoreAsker
    let clock: ServerClock

    func findings(test: ServerCheck.Test) async throws -> [ServerFinding] {
        var findings: [ServerFinding] = []
        for environment in client.access.environments {
            findings += await PlaceCheck(client: client, environment: environment).findings()
        }
        if let clock = await clockFinding() { findings.append(clock) }
        guard case .waiting(let time) = test, client.access.canAsk(.server),
            !findings.contains(where: \.isAppleAway)
        else { return findings }
        for environment in client.access.environments {
            findings.append(try await testFinding(environment, waiting: time))
        }
        return findings
    }

    /// Notifications and tokens carry times: a clock that is wrong is refused by Apple, and misleads every rule.
    private func clockFinding() async -> ServerFinding? {
        let heard = await client.statuses().compactMap(\.lastAnswer)
        guard let answer = heard.first(where: { $0.appleDate != nil }), let apple = answer.appleDate else {
            return nil
        }
        let skew = (answer.at - apple).count / 1000
        let words = "our clock is \(abs(skew)) s \(skew < 0 ? "behind" : "ahead of") the App Store's"
        let fix = "set the machine's clock by NTP"
        switch abs(skew) {
        // An answer may be under way for a while, and its date has whole seconds.
        case ...10: return ServerFinding("clock", "our clock agrees with the App Store's")
        case ...120: return ServerFinding("clock", .warning, words, fix: fix)
        default: return ServerFinding("clock", .error, words, fix: fix)
        }
    }

    /// Asks for a TEST notification, waits until Apple has sent it, and then until it is in the store.
    private func testFinding(
        _ environment: AppStoreEnvironment, waiting time: TimeLength
    ) async throws -> ServerFinding {
        let code = "test_\(environment.rawValue.lowercased())"
        let end = clock.now() + time
        do throws(AppStoreError) {
            // The error codes of these questions are explained in `ServerCodes` of `Purchases`.
            let token = try await client.requestTestNotification(in: environment)
            while clock.now() < end {
                guard await pause() else { break }
                guard let answer = try await testStatus(token, in: environment) else { continue }
                guard let result = answer.results.last else { continue }
                guard result == "SUCCESS" else {
                    return ServerFinding(
                        code, .error, "the App Store could not deliver a TEST notification: \(result)",
                        fix:
                            "look at the address in App Store Connect, its certificate, and the proxy before the server"
                    )
                }
                return await arrival(of: answer.answer, code, until: end)
            }
        } catch {
            return ServerFinding(
                code, .error, "no TEST notification could be asked for: \(AnswerWords.of(error))",
                fix: error == .api(code: 4_040_007, http: 404)
                    ? "enter the server's address in App Store Connect: App Information, App Store Server Notifications"
                    : AnswerWords.fix(error))
        }
        return ServerFinding(
            code, .warning, "the App Store has not sent the TEST notification yet",
            fix: "run the check again in a few minutes")
    }

    /// What became of a TEST notification; nil while Apple does not know it yet.
    private func testStatus(
        _ token: String, in environment: AppStoreEnvironment
    ) async throws(AppStoreError) -> TestNotificationAnswer? {
        do { return try await client.testNotificationStatus(token, in: environment) } catch {
            if case .api(4_040_008, _) = error { return nil }
            // In the sandbox Apple lets us ask a few times a minute.
            if case .busy = error { return nil }
            if case .rateLimited = error { return nil }
            throw error
        }
    }

    private func arrival(
        of answer: AppStoreAnswer, _ code: String, until end: Instant
    ) async -> ServerFinding {
        let missing = ServerFinding(
            code, .error, "the App Store delivered a TEST notification, but not into this store",
            fix:
                "run `makegood-server run` on this store, and look whether the address in App Store Connect leads to it"
        )
        // Nothing is trusted by it, only looked for.
        guard let json = try? JSONValue(parsing: answer.body),
            let uuid = UncheckedPayload.notificationUUID(in: json)
        else { return missing }
        repeat {
            if (try? await store.ask { try $0.holdsNotification(uuid) }) == true {
                return ServerFinding(code, "a TEST notification arrived and is in the store")
            }
        } while await pause() && clock.now() < end
        return missing
    }

    /// Waits for two seconds; false when nobody waits any more.
    private func pause() async -> Bool {
        (try? await clock.sleep(clock.now() + .seconds(2))) != nil
    }
}

extension ServerFinding {
    /// Whether it says that Apple cannot be asked.
    fileprivate var isAppleAway: Bool { level == .error && code.hasPrefix("server_") }
}

/// What can be said of a place by asking it something that changes nothing.
private struct PlaceCheck {
    let client: AppStoreAsker
    let environment: AppStoreEnvironment

    func findings() async -> [ServerFinding] {
        var findings: [ServerFinding] = []
        if client.access.canAsk(.server) { findings.append(await server()) }
        if client.access.canAsk(.receipts) { findings.append(await receipts()) }
        return findings
    }

    /// Asks about transaction 1, which does not exist: an error of 400 to 404 with Apple's code means that the key was
    /// accepted.
    private func server() async -> ServerFinding {
        do throws(AppStoreError) {
            _ = try await client.transactionInfo(TransactionID("1"), in: environment)
        } catch {
            guard case .api(let code, _) = error, (4_000_000..<4_050_000).contains(code) else {
                return finding("server", error)
            }
        }
        return ServerFinding(
            code("server"), "the App Store Server API (\(environment.rawValue)) answers and accepts the key")
    }

    /// Sends an empty receipt, which is refused as malformed wherever verifyReceipt answers. That says nothing of the
    /// secret, which Apple looks at only with a real receipt.
    private func receipts() async -> ServerFinding {
        do throws(AppStoreError) {
            try await client.reachReceipts(in: environment)
        } catch {
            switch error {
            case .status(21004, _), .paused: return finding("receipts", error)
            case .status(let status, _) where status != 21005: break
            default: return finding("receipts", error)
            }
        }
        return ServerFinding(code("receipts"), "verifyReceipt (\(environment.rawValue)) answers")
    }

    private func code(_ interface: String) -> String { "\(interface)_\(environment.rawValue.lowercased())" }

    private func finding(_ interface: String, _ error: AppStoreError) -> ServerFinding {
        let name = interface == "server" ? "the App Store Server API" : "verifyReceipt"
        return ServerFinding(
            code(interface), .error,
            "\(name) (\(environment.rawValue)) cannot be asked: \(AnswerWords.of(error))",
            fix: AnswerWords.fix(error))
    }
}

/// What a failed answer means for setting the server up.
private enum AnswerWords {
    static func of(_ error: AppStoreError) -> String {
        switch error {
        case .unauthorized, .paused(_, .unauthorized): "it does not accept our key (401)"
        case .transport(.certificate), .paused(_, .untrusted): "the server that answers cannot prove to be it"
        case .status(21004, _), .paused: "it does not accept our shared secret (21004)"
        case .transport(.unknownHost): "its name leads nowhere from here"
        case .transport(.refused): "nobody takes the connection"
        case .transport(.timedOut): "it does not answer in time"
        case .transport: "the connection breaks"
        case .notJSON, .redirected: "the server that answers is not it (\(error.code))"
        default: "it answers \(error.code)"
        }
    }

    static func fix(_ error: AppStoreError) -> String {
        switch error {
        case .unauthorized, .paused(_, .unauthorized):
            "compare key, key id, issuer id and bundle id with App Store Connect, and look whether the key was revoked"
        case .transport(.certificate), .paused(_, .untrusted), .notJSON, .redirected:
            "look what stands between this machine and the App Store: a proxy, a portal, a wrong address; and whether this machine's certificates are whole (ca-certificates)"
        case .status(21004, _), .paused:
            "take the app's shared secret from App Store Connect: App Information, App-Specific Shared Secret"
        case .transport: "let this machine connect to the App Store on port 443"
        default: "run the check again; if it stays, look at Apple's system status"
        }
    }
}
