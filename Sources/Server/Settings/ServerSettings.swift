package import AppStoreClient
import Foundation
package import Purchases

/// Everything that is set about a server, whether in its file, in the environment or on the command line.
package struct ServerSettings: Sendable {
    package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    /// The certificate and key that it shows; nil where a proxy in front of it does.
    package var tls: TLSFiles?
    /// How much of what is taken from the network.
    package var limits = HTTPLimits()
    /// How many bytes of what nobody vouches for quarantine keeps a day.
    package var unauthenticBytes = 16 << 20
    /// With what Apple is asked; nil where nothing is set.
    package var appStore: AppStoreSettings?
    /// Whether the address that leads set for alarms may be private, and without TLS.
    package var alarmsMayBePrivate = false
    /// Who is told by webhooks.
    package var webhooks: [WebhookSettings] = []
    /// The root that signatures must lead to in place of Apple's, for practice stores.
    package var root: String?

    /// Nothing is set.
    package init() {}
}

/// Where the server listens.
package struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    /// The name or address of an interface.
    package let host: String
    /// The port; 0 for any that is free.
    package let port: Int

    package init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `:8080` or `8080`; nil for anything else.
    package init?(_ text: String) {
        let parts: (String, Substring)
        if let end = text.lastIndex(of: ":") {
            parts = (String(text[..<end]), text[text.index(after: end)...])
        } else {
            parts = ("", text[...])
        }
        guard let port = Int(parts.1), (0...65_535).contains(port) else { return nil }
        let host =
            parts.0.hasPrefix("[") && parts.0.hasSuffix("]")
            ? String(parts.0.dropFirst().dropLast()) : parts.0
        guard !host.contains(":") || parts.0.hasPrefix("[") else { return nil }
        self.init(host: host.isEmpty ? "127.0.0.1" : host, port: port)
    }

    /// As it is written.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The files of a certificate and its key.
package struct TLSFiles: Hashable, Sendable {
    /// The chain in PEM, the server's own certificate first.
    package var certificate: String
    /// Its private key in PEM; nobody else may read the file.
    package var key: String

    package init(certificate: String, key: String) { (self.certificate, self.key) = (certificate, key) }
}

/// With what Apple is asked, as it is set: names of files and ids, no secret among them.
package struct AppStoreSettings: Hashable, Sendable {
    /// The app that is asked about; nil for the one that the store knows.
    package var bundleID: BundleID?
    /// The team's id in App Store Connect.
    package var issuerID: String?
    /// The key's id in App Store Connect.
    package var keyID: String?
    /// The file of the key, as App Store Connect gave it.
    package var keyFile: String?
    /// The file of the app's shared secret.
    package var sharedSecretFile: String?
    /// Other addresses than Apple's, for the simulator, by the settings that say them.
    package var addresses: [ServerSetting: String] = [:]
    /// The roots in PEM that the other side's TLS must lead to in place of the system's.
    package var trustedCertificates: String?

    /// Nothing is set.
    package init() {}
}

/// Why what is set makes no sense: what, where, and what to do.
package struct SettingsError: Error, Hashable, Sendable {
    /// What is wrong, and what to do about it.
    package let words: String

    package init(_ words: String) { self.words = words }
}

extension AppStoreSettings {
    /// Access to the App Store, with the secrets read; nil where there is none to ask with.
    ///
    /// Secrets stand in files or in the environment: `MAKEGOOD_APPSTORE_KEY` (the text of the `.p8` file),
    /// `MAKEGOOD_APPSTORE_KEY_ID`, `MAKEGOOD_APPSTORE_ISSUER_ID`, `MAKEGOOD_SHARED_SECRET`.
    ///
    /// - Throws: `SettingsError`.
    package func access(
        bundleIDs: [BundleID], environments: [AppStoreEnvironment], isPractice: Bool,
        environment variables: [String: String]
    ) throws -> AppStoreAccess? {
        let key = try key(variables)
        let secret =
            try variables["MAKEGOOD_SHARED_SECRET"].flatMap { $0.isEmpty ? nil : Secret($0) }
            ?? sharedSecretFile.map(AppStoreSettings.secret)
        guard key != nil || secret != nil else { return nil }
        guard let bundle = bundleID ?? (bundleIDs.count == 1 ? bundleIDs.first : nil) else {
            throw SettingsError(
                "app_store.bundle_id is missing: name the app that Apple is asked about")
        }
        guard bundleIDs.isEmpty || bundleIDs.contains(bundle) else {
            throw SettingsError(
                "app_store.bundle_id is \(bundle), which is none of the store's: see `makegood settings show`"
            )
        }
        return AppStoreAccess(
            bundleID: bundle, key: key, sharedSecret: secret, environments: environments,
            addresses: try addresses(isPractice: isPractice))
    }

    private func key(_ variables: [String: String]) throws -> AppStoreKey? {
        let text =
            try variables["MAKEGOOD_APPSTORE_KEY"].flatMap { $0.isEmpty ? nil : Secret($0) }
            ?? keyFile.map(AppStoreSettings.secret)
        guard let text else { return nil }
        do {
            return try AppStoreKey(
                pem: text, id: variables["MAKEGOOD_APPSTORE_KEY_ID"] ?? keyID ?? "",
                issuerID: variables["MAKEGOOD_APPSTORE_ISSUER_ID"] ?? issuerID ?? "")
        } catch {
            throw SettingsError(error.words)
        }
    }

    /// The secret in a file.
    ///
    /// - Throws: `SettingsError`.
    static func secret(in file: String) throws -> Secret {
        do { return try SecretFile.read(file) } catch { throw SettingsError(error.words) }
    }

    private func addresses(isPractice: Bool) throws -> AppStoreAddresses {
        guard !addresses.isEmpty else { return .apple }
        guard isPractice else {
            throw SettingsError("app_store.addresses is for practice stores only: a real store asks Apple")
        }
        var replaced: [AppStorePlace: URL] = [:]
        for (setting, text) in addresses {
            guard let place = setting.place, let url = URL(string: text), url.scheme != nil else {
                let known = ServerSetting.allCases.filter { $0.place != nil }.compactMap(\.path.last)
                throw SettingsError(
                    "\(setting.rawValue) is not understood: give URLs of \(known.joined(separator: ", "))")
            }
            replaced[place] = url
        }
        do {
            return try AppStoreAddresses(replacing: replaced)
        } catch {
            throw SettingsError("app_store.addresses is refused: https, or http on this host alone")
        }
    }
}
