import X509

/// The digests that signed data can be made with.
public enum CMSDigest: CaseIterable, Sendable {
    /// SHA-1, as receipts until 2023.
    case sha1
    /// SHA-256, as receipts since.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// Its object identifier in DER.
    var identifier: [UInt8] {
        switch self {
        case .sha1: [0x06, 0x05, 0x2B, 0x0E, 0x03, 0x02, 0x1A]
        case .sha256: CMSDigest.secure + [0x01]
        case .sha384: CMSDigest.secure + [0x02]
        case .sha512: CMSDigest.secure + [0x03]
        }
    }

    /// The signature with RSA, and the last byte of its object identifier.
    var rsa: (algorithm: Certificate.SignatureAlgorithm, mark: UInt8) {
        switch self {
        case .sha1: (.sha1WithRSAEncryption, 0x05)
        case .sha256: (.sha256WithRSAEncryption, 0x0B)
        case .sha384: (.sha384WithRSAEncryption, 0x0C)
        case .sha512: (.sha512WithRSAEncryption, 0x0D)
        }
    }

    private static let secure: [UInt8] = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02]
}
