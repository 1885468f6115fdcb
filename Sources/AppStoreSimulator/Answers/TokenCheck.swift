import Crypto
import Foundation
import JSONValues
import Purchases

/// Checks the token with which the Server API is called.
///
/// Source: Apple, "Generating JSON Web Tokens for API requests": ES256, `kid`, `iss`, `iat`, `exp` at most 60 minutes
/// later, `aud`, `bid`. Apple's own library sends no `iat`. A clock may differ by five minutes.†
struct TokenCheck {
    let terms: ShopTerms
    let now: Instant

    /// Whether a header `Authorization` carries a good token.
    func accepts(_ authorization: String?) -> Bool {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return false }
        let parts = authorization.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = json(parts[0]), let claims = json(parts[1]),
            let signature = bytes(parts[2]),
            let signed = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
        else { return false }
        let key = terms.key
        guard header["alg"]?.string == "ES256", header["kid"]?.string == key.keyID,
            header["typ"]?.string.map({ $0 == "JWT" }) ?? true, claims["iss"]?.string == key.issuerID,
            hasAudience(claims["aud"]), claims["bid"]?.string == terms.bundleID.rawValue,
            let ends = seconds(claims["exp"])
        else { return false }
        let present = now.milliseconds / 1000
        let issued = seconds(claims["iat"]) ?? present
        guard issued <= present + 300, ends + 300 >= present, ends - issued <= 3600 else { return false }
        return key.privateKey.publicKey.isValidSignature(signed, for: Data("\(parts[0]).\(parts[1])".utf8))
    }

    private func hasAudience(_ value: JSONValue?) -> Bool {
        let audience = "appstoreconnect-v1"
        return value?.string == audience || (value?.array?.contains(.string(audience)) ?? false)
    }

    private func seconds(_ value: JSONValue?) -> Int64? {
        switch value {
        case .integer(let seconds)?: seconds
        case .number(let seconds)? where abs(seconds) < 1e12: Int64(seconds)
        default: nil
        }
    }

    private func json(_ part: Substring) -> JSONValue? { bytes(part).flatMap { try? JSONValue(parsing: $0) } }

    private func bytes(_ part: Substring) -> Data? {
        let text = part.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
    }
}
