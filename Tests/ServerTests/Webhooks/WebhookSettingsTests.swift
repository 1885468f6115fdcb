import Foundation
import PersistenceTesting
import Server
import Testing

/// What `server.yaml` may say of receivers, and how it is told what it may not.
struct WebhookSettingsTests {
    private func read(_ text: String) throws -> [WebhookSettings] {
        let folder = try StoreFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.file("server.yaml")
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return try SettingsFile.settings(at: file, environment: [:]).webhooks
    }

    private func refusal(_ work: () throws -> Void) -> String? {
        do {
            try work()
            return nil
        } catch {
            return (error as? SettingsError)?.words
        }
    }

    @Test func everythingIsRead() throws {
        let receivers = try read(
            """
            listen: 127.0.0.1:1
            webhooks:
              shop:
                url: https://backend.example.com/makegood
                secret_files: [new-secret, /etc/old-secret]
                types: [entitlement.granted, ticket.opened]
              audit-2:
                url: http://10.0.0.7/hook
                allow_private: true
            """)
        #expect(receivers.map(\.name) == ["audit-2", "shop"])
        #expect(receivers[0].allowsPrivate && receivers[0].types == nil && receivers[0].secretFiles.isEmpty)
        #expect(
            receivers[1].types == ["entitlement.granted", "ticket.opened"] && !receivers[1].allowsPrivate)
        #expect(receivers[1].secretFiles.map { $0.hasSuffix("/new-secret") } == [true, false])
        #expect(receivers[1].secretFiles.last == "/etc/old-secret")
        #expect(try read("listen: 127.0.0.1:1").isEmpty && read("webhooks:").isEmpty)
    }

    @Test(arguments: [
        ("webhooks: 7", ":1: webhooks is a section"),
        ("webhooks:\n  Shop: {url: https://a.b}", ":2: a receiver's name"),
        ("webhooks:\n  shop: https://a.b", ":2: webhooks.shop is a section"),
        (
            "webhooks:\n  shop:\n    url: https://a.b\n    secret: x",
            ":4: there is no setting webhooks.shop.secret"
        ),
        ("webhooks:\n  shop:\n    types: []", "webhooks.shop.url is missing"),
        (
            "webhooks:\n  shop:\n    url: https://a.b\n    types: [everything]",
            ":4: nothing of type everything"
        ),
        (
            "webhooks:\n  shop:\n    url: https://a.b\n    allow_private: maybe",
            ":4: webhooks.shop.allow_private"
        ),
        (
            "webhooks:\n  shop:\n    url: https://a.b\n    secret_files: {a: b}",
            ":4: webhooks.shop.secret_files is a list"
        ),
    ])
    func whatIsWrongIsSaidWithItsLine(_ text: String, _ words: String) {
        let found = refusal { _ = try read(text) }
        #expect(found?.contains(words) == true, "\(found ?? "nothing")")
    }

    @Test(arguments: [
        ("http://backend.example.com/", "is not https"), ("ftp://backend.example.com/", "is not https"),
        ("https://ana:word@backend.example.com/", "is no address"), ("backend", "is no address"),
        ("https://backend.example.com:0/", "has no port"),
        ("https://backend.example.com:70000/", "has no port"),
        ("https:///hook", "is no address"), ("https://backend.example.com/#here", "is no address"),
    ])
    func anAddressIsHTTPSAndHoldsNoPassword(_ url: String, _ words: String) {
        let settings = WebhookSettings(name: "shop", url: url)
        let found = refusal {
            _ = try settings.target(environment: ["MAKEGOOD_WEBHOOK_SECRET_SHOP": WebhookTarget.secrets[0]])
        }
        #expect(found?.contains(words) == true && found?.contains("word@") == false, "\(found ?? "nothing")")
    }

    @Test func secretsAreOneOrTwoAndNeverSaid() throws {
        let settings = WebhookSettings(name: "shop-2", url: "https://backend.example.com/hook")
        func words(_ secrets: [String]) -> String? {
            refusal {
                _ = try settings.target(
                    environment: ["MAKEGOOD_WEBHOOK_SECRET_SHOP_2": secrets.joined(separator: " ")])
            }
        }
        #expect(words([])?.contains("one or two secrets") == true)
        #expect(words([WebhookTarget.secrets[0]]) == nil && words(WebhookTarget.secrets) == nil)
        #expect(words(WebhookTarget.secrets + WebhookTarget.secrets)?.contains("one or two secrets") == true)
        let wrong = words(["whsec_c2hvcnQ="])
        #expect(wrong?.contains("is none") == true && wrong?.contains("c2hvcnQ") == false)
    }

    @Test func aSecretsFileIsItsOwnersAlone() throws {
        let folder = try StoreFolder()
        defer { withExtendedLifetime(folder) {} }
        let file = folder.file("secret")
        try Data((WebhookTarget.secrets[0] + "\n").utf8).write(to: URL(filePath: file))
        var settings = WebhookSettings(name: "shop", url: "https://backend.example.com/hook")
        settings.secretFiles = [file]
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(refusal { _ = try settings.target(environment: [:]) } != nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        let target = try settings.target(environment: [:])
        #expect(target.place == "https://backend.example.com")
    }
}
