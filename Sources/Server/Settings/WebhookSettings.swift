import AppStoreClient
import Foundation
import Persistence

/// A receiver of webhooks as it is set: names of files, no secret among them.
package struct WebhookSettings: Hashable, Sendable {
    /// What it is called, in the store and in every message about it.
    package var name: String
    /// Where it listens.
    package var url: String
    /// The files of its secrets, the newest first; two while one takes the other's place.
    package var secretFiles: [String] = []
    /// What it is told of; nil for everything.
    package var types: Set<String>?
    /// Whether it may listen on a private address, and without TLS.
    package var allowsPrivate = false

    package init(name: String, url: String) { (self.name, self.url) = (name, url) }

    /// The most secrets that are valid at once.
    static let secretLimit = 2

    /// The receiver with its secrets read.
    ///
    /// Where no file is named the environment has them, newest first, separated by a blank: `MAKEGOOD_WEBHOOK_SECRET_SHOP`
    /// for a receiver `shop`.
    /// - Throws: `SettingsError`.
    package func target(environment: [String: String]) throws -> WebhookTarget {
        guard let url = URL(string: url), let scheme = url.scheme?.lowercased(), let host = url.host,
            !host.isEmpty, url.user == nil, url.password == nil, url.fragment == nil
        else {
            throw SettingsError(
                "webhooks.\(name).url is no address: write it as https://backend.example.com/makegood, without a "
                    + "password in it")
        }
        // Beyond it connections would end the program.
        guard (1...65535).contains(url.port ?? 443) else {
            throw SettingsError("webhooks.\(name).url has no port from 1 to 65535")
        }
        guard scheme == "https" || scheme == "http" && allowsPrivate else {
            throw SettingsError(
                "webhooks.\(name).url is not https: use https, or set allow_private: true for a receiver inside"
            )
        }
        let secrets = try secrets(environment)
        guard !secrets.isEmpty, secrets.count <= WebhookSettings.secretLimit else {
            throw SettingsError(
                "webhooks.\(name) needs one or two secrets: make one with `makegood-server webhooks secret` and name "
                    + "its file in secret_files")
        }
        return WebhookTarget(
            receiver: WebhookReceiver(name, types: types), url: url, host: host, secrets: secrets,
            allowsPrivate: allowsPrivate)
    }

    private func secrets(_ environment: [String: String]) throws -> [WebhookSecret] {
        let variable = "MAKEGOOD_WEBHOOK_SECRET_" + name.uppercased().replacing("-", with: "_")
        let texts: [Secret]
        if secretFiles.isEmpty {
            texts = (environment[variable] ?? "").split(separator: " ").map { Secret(String($0)) }
        } else {
            texts = try secretFiles.map(AppStoreSettings.secret)
        }
        return try texts.map { text in
            guard let secret = WebhookSecret(text) else {
                throw SettingsError(
                    "a secret of webhooks.\(name) is none: it is whsec_ and 24 to 64 bytes in base64, as `makegood-server "
                        + "webhooks secret` makes one")
            }
            return secret
        }
    }
}
