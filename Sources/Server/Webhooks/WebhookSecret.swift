package import AppStoreClient
import Crypto
import Foundation

/// A secret that a receiver and the server share, with which messages are signed.
///
/// Source: the Standard Webhooks convention, "Signature scheme": `whsec_` and 24 to 64 random bytes in base64.
package struct WebhookSecret: Sendable {
    /// What secrets begin with.
    package static let prefix = "whsec_"
    private static let lengths = 24...64

    private let key: SymmetricKey

    /// Reads a secret as it is written, with or without its prefix; nil for anything else.
    package init?(_ secret: Secret) {
        let bytes: Data? = secret.use { text in
            let base =
                text.hasPrefix(WebhookSecret.prefix) ? text.dropFirst(WebhookSecret.prefix.count) : text[...]
            return Data(base64Encoded: String(base))
        }
        guard let bytes, WebhookSecret.lengths.contains(bytes.count) else { return nil }
        key = SymmetricKey(data: bytes)
    }

    /// A new secret of 32 random bytes, as it is written.
    package static func newText() -> String {
        prefix + SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString()
    }

    /// The signature of a message that is sent at a moment, in seconds since 1970.
    package func signature(of body: String, id: String, timestamp: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(id).\(timestamp).\(body)".utf8), using: key)
        return "v1," + Data(code).base64EncodedString()
    }

    /// Whether one of the signatures in a header is this secret's.
    package func verifies(_ header: String, of body: String, id: String, timestamp: Int64) -> Bool {
        header.split(separator: " ").contains { word in
            guard word.hasPrefix("v1,"), let code = Data(base64Encoded: String(word.dropFirst(3))) else {
                return false
            }
            return HMAC<SHA256>.isValidAuthenticationCode(
                code, authenticating: Data("\(id).\(timestamp).\(body)".utf8), using: key)
        }
    }
}

/// What stands in the headers of a signed message.
package enum WebhookHeader {
    /// The message's name, the same at each try.
    package static let id = "webhook-id"
    /// When it is sent, in seconds since 1970.
    package static let timestamp = "webhook-timestamp"
    /// Its signatures, one of each valid secret, separated by blanks.
    package static let signature = "webhook-signature"
}
