import Crypto
import Foundation
import X509

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
