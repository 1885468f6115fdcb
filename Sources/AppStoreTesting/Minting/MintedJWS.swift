package import AppStore
import Crypto
package import Foundation
package import JSONValues
import X509

/// A signed document in compact JWS form whose parts can be changed before and after it is signed.
package struct MintedJWS: Sendable {
    /// The members of the header.
    package var header: [String: JSONValue]
    /// The payload's text, JSON or not.
    package var payload: String
    /// The signature's bytes; empty until it is signed.
    package var signature = Data()
    private let chain: MintedChain

    /// A document that carries the chain's certificates and is not signed yet.
    package init(_ payload: String, by chain: MintedChain) {
        (self.payload, self.chain) = (payload, chain)
        header = ["alg": .string("ES256"), "x5c": .array([])]
        setCertificates(chain.certificates)
    }

    /// Signs it as it stands, with the leaf's key.
    package mutating func sign() throws { signature = try chain.sign(signedBytes) }

    /// Replaces the certificates in the header.
    package mutating func setCertificates(_ certificates: [Data]) {
        header["x5c"] = .array(certificates.map { .string($0.base64EncodedString()) })
    }

    /// The document: header, payload and signature in base64url, joined by points.
    package var text: String { signedText + "." + signature.base64URL }

    /// The bytes that the signature covers.
    package var signedBytes: Data { Data(signedText.utf8) }

    private var signedText: String {
        Data(JSONValue.object(header).canonicalText.utf8).base64URL + "." + Data(payload.utf8).base64URL
    }

    /// Signs it with one thing wrong.
    package mutating func sign(with fault: JWSFault) throws {
        prepare(fault)
        try sign()
        try spoil(fault)
    }

    /// What is wrong with the header that is signed.
    private mutating func prepare(_ fault: JWSFault) {
        let certificates = chain.certificates
        switch fault {
        case .algorithmNone: header["alg"] = .string("none")
        case .algorithmHS256: header["alg"] = .string("HS256")
        case .noCertificates: header["x5c"] = nil
        case .twoCertificates: setCertificates(Array(certificates.dropLast()))
        case .fourCertificates: setCertificates(certificates + certificates.suffix(1))
        case .certificateNoBase64: header["x5c"] = .array(Array(repeating: .string("=?="), count: 3))
        case .certificateDamaged:
            setCertificates([Data(certificates[0].dropLast())] + certificates.dropFirst())
        default: break
        }
    }

    /// What is wrong with the signature, or with what it covers.
    private mutating func spoil(_ fault: JWSFault) throws {
        switch fault {
        case .algorithmNone: signature = Data()
        case .algorithmHS256:
            let secret = SymmetricKey(data: chain.certificates[0])
            signature = Data(HMAC<SHA256>.authenticationCode(for: signedBytes, using: secret))
        case .tamperedHeader: header["kid"] = .string("tampered")
        case .tamperedPayload: payload += " "
        case .signedByAnother:
            signature = try P256.Signing.PrivateKey().signature(for: signedBytes).rawRepresentation
        case .signatureTooShort: signature.removeLast()
        case .signatureTooLong: signature.append(0)
        case .signatureInDER:
            signature = try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
        case .signatureZero: signature = Data(count: 64)
        default: break
        }
    }
}

extension MintedChain {
    /// A document in compact JWS form with that payload, signed by the chain, good but for a fault.
    package func jws(_ payload: String, _ fault: JWSFault? = nil) throws -> String {
        var jws = MintedJWS(payload, by: self)
        if let fault { try jws.sign(with: fault) } else { try jws.sign() }
        return jws.text
    }

    /// A signed text with the other signature that holds for it, (r, n - s) for (r, s); nil for what is no signed text.
    package static func otherForm(of text: String) -> String? {
        let parts = text.split(separator: ".")
        guard parts.count == 3 else { return nil }
        let digits = parts[2].replacing("-", with: "+").replacing("_", with: "/")
        guard let signature = Data(base64Encoded: String(digits) + "=="), signature.count == 64 else {
            return nil
        }
        // As on paper, from the last byte of n to the first.
        var order = MintedChain.curveOrder
        var borrow = 0
        for (place, byte) in zip(order.indices, signature.suffix(32)).reversed() {
            let difference = Int(order[place]) - Int(byte) - borrow
            borrow = difference < 0 ? 1 : 0
            order[place] = UInt8((difference + 256) % 256)
        }
        return "\(parts[0]).\(parts[1])." + (signature.prefix(32) + order).base64URL
    }

    /// How many points the curve P-256 has. Source: NIST SP 800-186, 3.2.1.3.
    private static let curveOrder: [UInt8] =
        [255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255] + [
            188, 230, 250, 173, 167, 23, 158, 132, 243, 185, 202, 194, 252, 99, 37, 81,
        ]

    /// A document in compact JWS form with that payload, signed by the chain, good but for a fault.
    package func jws(_ payload: JSONValue, _ fault: JWSFault? = nil) throws -> String {
        try jws(payload.canonicalText, fault)
    }
}

extension Data {
    /// The bytes in base64url without padding, as RFC 7515 has them.
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// What can be wrong with a signed document whose certificates are good.
package enum JWSFault: CaseIterable, Sendable {
    /// It says that it is not signed, and is not.
    case algorithmNone
    /// It is signed with HMAC, with the leaf's certificate as the secret.
    case algorithmHS256
    /// Its header has no certificates.
    case noCertificates
    /// Its header has two certificates only.
    case twoCertificates
    /// Its header has a fourth certificate.
    case fourCertificates
    /// A certificate is not base64.
    case certificateNoBase64
    /// A certificate is none.
    case certificateDamaged
    /// Its header was changed after it was signed.
    case tamperedHeader
    /// Its payload was changed after it was signed.
    case tamperedPayload
    /// Another key than the leaf's signed it.
    case signedByAnother
    /// Its signature lacks a byte.
    case signatureTooShort
    /// Its signature has a byte too many.
    case signatureTooLong
    /// Its signature is in DER.
    case signatureInDER
    /// Its signature is all zeros.
    case signatureZero

    /// Why such a document is refused.
    package var reason: RejectionReason {
        switch self {
        case .noCertificates, .twoCertificates, .fourCertificates: .noCertificates
        case .certificateNoBase64, .certificateDamaged: .badCertificate
        default: .badSignature
        }
    }
}

extension Certificate.PrivateKey {
    /// The signature over bytes as certificates carry it: DER (ECDSA) or PKCS #1 (RSA).
    func signature(of bytes: Data, _ algorithm: Certificate.SignatureAlgorithm) throws -> [UInt8] {
        try sign(bytes: bytes, signatureAlgorithm: algorithm).rawRepresentation
    }
}

extension Data {
    /// An ECDSA signature in DER as JWS has it: r and s of 32 bytes each.
    var rawECDSASignature: Data {
        get throws { try P256.Signing.ECDSASignature(derRepresentation: self).rawRepresentation }
    }
}

/// A signature with everything that its check needs at hand: the bare work that an import of it cannot do without.
package struct BareSignature: Sendable {
    private let key: P256.Signing.PublicKey
    private let signature: P256.Signing.ECDSASignature
    private let bytes: Data

    /// The signature of a text in compact JWS form, made by the leaf of a chain.
    package init(_ text: String, by chain: MintedChain) throws {
        guard let key = P256.Signing.PublicKey(chain.leafKey.publicKey), let point = text.lastIndex(of: ".")
        else {
            throw DocumentProblem(.malformedJWS, "this is no text that a chain for JWS signed")
        }
        let digits = text[text.index(after: point)...].replacing("-", with: "+").replacing("_", with: "/")
        self.key = key
        signature = try P256.Signing.ECDSASignature(
            rawRepresentation: Data(base64Encoded: String(digits) + "==") ?? Data())
        bytes = Data(text[..<point].utf8)
    }

    /// Whether the key made it over the text.
    package var isValid: Bool { key.isValidSignature(signature, for: bytes) }
}
