import JWTKit

/// A key of App Store Connect for in-app purchases: what signs the questions to the App Store Server API
/// (`AppStoreTokens`). Keys with which others ask our server are the `Keyring`'s in `Server/HTTP`.
package struct AppStoreKey: Sendable {
    /// Its id in App Store Connect.
    package let id: String
    /// The issuer id of the team.
    package let issuerID: String
    /// The private key; parsed once, for a broken one should be found when the server starts.
    let privateKey: ES256PrivateKey

    /// A key from the text of its `.p8` file.
    ///
    /// - Throws: `AppStoreKeyError` when it is no private key of P-256 in PEM, or an id is empty.
    package init(pem: Secret, id: String, issuerID: String) throws(AppStoreKeyError) {
        guard !id.isEmpty else { throw .noKeyID }
        guard !issuerID.isEmpty else { throw .noIssuerID }
        // The library's error may quote the text.
        guard let key = pem.use({ text in try? ES256PrivateKey(pem: text) }) else { throw .notPrivateKey }
        (self.id, self.issuerID, privateKey) = (id, issuerID, key)
    }
}

/// Why a key of App Store Connect cannot be used.
package enum AppStoreKeyError: Error, Hashable, Sendable {
    /// The text is no private key of P-256 in PEM.
    case notPrivateKey
    /// The key id is missing.
    case noKeyID
    /// The issuer id is missing.
    case noIssuerID

    /// What is wrong, and what to do about it.
    package var words: String {
        switch self {
        case .notPrivateKey:
            "the App Store Connect key is no private key in PEM: take the .p8 file as App Store Connect gave it"
        case .noKeyID:
            "the App Store Connect key has no key id: it stands beside the key in App Store Connect"
        case .noIssuerID:
            "the App Store Connect key has no issuer id: it stands above the keys in App Store Connect"
        }
    }
}
