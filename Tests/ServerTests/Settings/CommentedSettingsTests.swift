import Foundation
import Server
import Testing

/// The file that the package brings sets nothing, and everything in it can be set.
struct CommentedSettingsTests {
    private func read(_ text: String) throws -> ServerSettings {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "settings-\(UUID().uuidString).yaml")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        return try SettingsFile.settings(at: file.path, environment: [:])
    }

    /// The file as it is when every setting counts: a # before words is followed by one blank, one before a key by none
    /// or by the key's indentation.
    private var everythingSet: String {
        CommentedSettings.text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let rest = line.dropFirst()
            let isWords = rest.isEmpty || (rest.hasPrefix(" ") && !rest.hasPrefix("  "))
            return isWords ? String(line) : String(rest)
        }.joined(separator: "\n")
    }

    @Test func asItComesItSetsNothing() throws {
        let settings = try read(CommentedSettings.text)
        #expect(settings.limits == HTTPLimits() && settings.listen == ServerSettings().listen)
        #expect(settings.tls == nil && settings.appStore == nil && settings.webhooks.isEmpty)
        #expect(
            CommentedSettings.text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") && $0.count <= 80 })
    }

    @Test func everySettingInItIsOne() throws {
        let settings = try read(everythingSet)
        #expect(settings.tls?.key.hasSuffix("/privkey.pem") == true)
        #expect(settings.limits.bodyBytes == HTTPLimits().bodyBytes)
        #expect(settings.limits.perKey == HTTPLimits().perKey)
        #expect(settings.limits.proxies != TrustedProxies.none)
        #expect(settings.appStore?.keyID == ServerSetting.keyID.example)
        #expect(settings.webhooks.map(\.name) == ["shop"])
        #expect(settings.webhooks.first?.secretFiles.count == 1 && settings.webhooks.first?.types?.count == 2)
        for setting in ServerSetting.allCases where !setting.isForPractice {
            let name = setting.rawValue.split(separator: ".").last ?? ""
            #expect(
                CommentedSettings.text.contains(" \(name): ") || CommentedSettings.text.contains("#\(name): ")
            )
        }
    }
}
