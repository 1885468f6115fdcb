import Crypto
import X509

/// The digests that receipts are signed with.
enum SignatureDigest: CaseIterable {
    /// SHA-1, of receipts until 2023.
    case sha1
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// The digest of that object identifier; nil for one that nobody signs with.
    init?(_ identifier: ArraySlice<UInt8>) {
        guard let digest = Self.allCases.first(where: { identifier.elementsEqual($0.identifier) }) else {
            return nil
        }
        self = digest
    }

    /// The signature that an algorithm makes with this digest; nil when it is unknown or uses another digest.
    func signature(_ algorithm: ArraySlice<UInt8>) -> Certificate.SignatureAlgorithm? {
        if algorithm.elementsEqual(ObjectIdentifierBytes.rsaEncryption) { return rsa.algorithm }
        if algorithm.elementsEqual(rsa.identifier) { return rsa.algorithm }
        if let ecdsa, algorithm.elementsEqual(ecdsa.identifier) { return ecdsa.algorithm }
        return nil
    }

    /// The digest of bytes.
    func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }

    private typealias Algorithm = (identifier: [UInt8], algorithm: Certificate.SignatureAlgorithm)

    private var identifier: [UInt8] {
        switch self {
        case .sha1: [0x2B, 0x0E, 0x03, 0x02, 0x1A]
        case .sha256: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
        case .sha384: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02]
        case .sha512: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]
        }
    }

    /// Source: RFC 8017, appendix C.
    private var rsa: Algorithm {
        let family = ObjectIdentifierBytes.rsaEncryption.dropLast()
        return switch self {
        case .sha1: (family + [0x05], .sha1WithRSAEncryption)
        case .sha256: (family + [0x0B], .sha256WithRSAEncryption)
        case .sha384: (family + [0x0C], .sha384WithRSAEncryption)
        case .sha512: (family + [0x0D], .sha512WithRSAEncryption)
        }
    }

    /// Source: RFC 5758, 3.2.
    private var ecdsa: Algorithm? {
        let family: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03]
        return switch self {
        case .sha1: nil
        case .sha256: (family + [0x02], .ecdsaWithSHA256)
        case .sha384: (family + [0x03], .ecdsaWithSHA384)
        case .sha512: (family + [0x04], .ecdsaWithSHA512)
        }
    }
}
