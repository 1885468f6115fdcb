import JWTKit
import Purchases

/// Signs the tokens with which the App Store Server API is asked, and keeps one for as long as it is good.
actor AppStoreTokens {
    /// How long a token is good; Apple allows an hour at most†.
    static let life = TimeLength.seconds(300)
    /// How long before its end a token is used no more.
    static let reserve = TimeLength.seconds(60)
    /// How far back a token begins: a clock of ours that is a little fast must not make it one of the future†.
    static let slack = TimeLength.seconds(15)

    private let key: AppStoreKey
    private let bundleID: BundleID
    private let keys: JWTKeyCollection
    private var current: (token: Secret, end: Instant)?

    /// Tokens of a key for an app.
    init(_ key: AppStoreKey, for bundleID: BundleID) {
        (self.key, self.bundleID, keys) = (key, bundleID, JWTKeyCollection())
    }

    /// A token that is good for at least a minute.
    func token(at now: Instant) async throws(AppStoreError) -> Secret {
        if let current, now < current.end - AppStoreTokens.reserve,
            now > current.end - AppStoreTokens.life - AppStoreTokens.slack
        {
            return current.token
        }
        let start = now - AppStoreTokens.slack
        let end = start + AppStoreTokens.life
        let claims = TokenClaims(
            iss: key.issuerID, iat: start.seconds, exp: end.seconds, aud: "appstoreconnect-v1",
            bid: bundleID.rawValue)
        let kid = JWKIdentifier(string: key.id)
        do {
            let text = try await keys.add(ecdsa: key.privateKey, kid: kid).sign(claims, kid: kid)
            current = (Secret(text), end)
            return Secret(text)
        } catch {
            throw .notConfigured(.server)
        }
    }

    /// Forgets the token: Apple did not accept it.
    func forget() { current = nil }
}

/// What a token says.
///
/// Source: Apple, Generating JSON Web Tokens for API requests.
private struct TokenClaims: JWTPayload {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud: String
    let bid: String

    func verify(using algorithm: some JWTAlgorithm) async throws {}
}

extension Instant {
    /// Whole seconds since 1970.
    fileprivate var seconds: Int64 { milliseconds / 1000 }
}
