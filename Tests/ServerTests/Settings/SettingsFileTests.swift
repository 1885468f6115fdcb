import Foundation
import Purchases
import Server
import Testing

/// What the settings' file may say, and how it is told what it may not.
struct SettingsFileTests {
    private func read(_ text: String, _ environment: [String: String] = [:]) throws -> ServerSettings {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "settings-\(UUID().uuidString).yaml")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        return try SettingsFile.settings(at: file.path, environment: environment)
    }

    private func refusal(_ text: String, _ environment: [String: String] = [:]) -> String? {
        do {
            _ = try read(text, environment)
            return nil
        } catch {
            return (error as? SettingsError)?.words
        }
    }

    @Test func everythingIsRead() throws {
        let settings = try read(
            """
            listen: "[::1]:9000"
            tls: { certificate: /etc/cert.pem, key: key.pem }
            trusted_proxies: [10.0.0.0/8, "::1"]
            unauthentic_bytes_per_day: 1000
            limits: { connections: 7, request_seconds: 3, per_key_per_second: 2.5 }
            alarms: { allow_private: true }
            app_store:
              key_id: 12345
              key_file: AuthKey.p8
              addresses: { sandbox_server: http://127.0.0.1:9090/sandbox }
            """)
        #expect(settings.listen == ListenAddress(host: "::1", port: 9000))
        #expect(settings.tls?.certificate == "/etc/cert.pem")
        #expect(settings.tls?.key.hasSuffix("/key.pem") == true)
        #expect(settings.unauthenticBytes == 1000 && settings.limits.connections == 7)
        #expect(settings.limits.requestTime == .seconds(3) && settings.limits.perKey.perSecond == 2.5)
        #expect(settings.alarmsMayBePrivate)
        #expect(try !read("").alarmsMayBePrivate)
        #expect(settings.appStore?.keyID == "12345")
        #expect(settings.appStore?.addresses.count == 1)
    }

    @Test func theEnvironmentComesFirst() throws {
        let settings = try read("listen: 127.0.0.1:1", ["MAKEGOOD_SERVER_LISTEN": "127.0.0.1:2"])
        #expect(settings.listen.port == 2)
        #expect(try read("", ["MAKEGOOD_SERVER_LIMITS_CONNECTIONS": "9"]).limits.connections == 9)
    }

    @Test(arguments: [
        ("listn: x", ":1: there is no setting listn"), ("listen: [1]", ":1: listen is one value"),
        ("limits:\n  conections: 1", ":2: there is no setting limits.conections"),
        ("limits:\n  connections: many", "limits.connections is many"),
        ("alarms:\n  allow_private: yes", "alarms.allow_private is yes"),
        ("listen: nowhere", "listen is nowhere"), ("tls: { key: a }", "tls needs both"),
        ("trusted_proxies: [everywhere]", "trusted_proxies"), ("- a", "section"), ("a: [", "no YAML"),
    ])
    func whatIsWrongIsSaidWithItsLine(_ text: String, _ words: String) {
        let refusal = refusal(text)
        #expect(refusal?.contains(words) == true, "\(refusal ?? "nothing")")
    }

    @Test func aVariableThatNamesNothingIsRefused() {
        #expect(refusal("", ["MAKEGOOD_SERVER_LISTN": "x"])?.contains("MAKEGOOD_SERVER_LISTN") == true)
    }

    @Test(arguments: [
        ("10.1.2.3", "9.9.9.9, 10.0.0.7", "9.9.9.9"), ("10.1.2.3", "1.1.1.1, 9.9.9.9", "9.9.9.9"),
        ("8.8.8.8", "9.9.9.9", "8.8.8.8"), ("10.1.2.3", "nonsense", "10.1.2.3"), ("10.1.2.3", "", "10.1.2.3"),
    ])
    func onlyTrustedProxiesAreBelieved(_ peer: String, _ forwarded: String, _ client: String) throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"]))
        #expect(proxies.client(peer: peer, forwarded: forwarded) == client)
    }
}
