import Crypto
import CryptoExtras
import X509

/// The private keys of a minted chain, and one that belongs to nobody in it.
struct MintedKeys: Sendable {
    /// The root's key.
    let root: Certificate.PrivateKey
    /// The intermediate's key.
    let intermediate: Certificate.PrivateKey
    /// The leaf's key.
    let leaf: Certificate.PrivateKey
    /// A key of none of the three.
    let another: Certificate.PrivateKey

    /// New keys on the curves that Apple uses for documents in JWS.
    static var ecdsa: MintedKeys {
        MintedKeys(
            root: .init(P384.Signing.PrivateKey()), intermediate: .init(P384.Signing.PrivateKey()),
            leaf: .init(P256.Signing.PrivateKey()), another: .init(P384.Signing.PrivateKey()))
    }

    /// RSA keys as Apple uses them for receipts.
    ///
    /// Making them takes long, so that every chain has the same ones, and only `another` tells chains apart.
    static var rsa: MintedKeys { get throws { try sharedRSA.get() } }

    private static let sharedRSA = Result {
        MintedKeys(root: try rsaKey(), intermediate: try rsaKey(), leaf: try rsaKey(), another: try rsaKey())
    }

    /// The same keys under a root of another key.
    var underAnotherRoot: MintedKeys {
        MintedKeys(root: another, intermediate: intermediate, leaf: leaf, another: root)
    }

    private static func rsaKey() throws -> Certificate.PrivateKey {
        .init(try _RSA.Signing.PrivateKey(keySize: .bits2048))
    }
}
