import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
package import X509

/// A root, an intermediate and a leaf made on the spot, with Apple's marks and under a root that is not Apple's.
package struct MintedChain: Sendable {
    /// What the keys are made for.
    package enum Kind: Sendable {
        /// Documents in JWS: a leaf on P-256, the others on P-384.
        case ecdsa
        /// Receipts: RSA with 2048 bits, SHA-256; all such chains share their keys.
        case rsa
    }

    /// The leaf, the intermediate and the root, in DER.
    package let certificates: [Data]
    /// The key that the leaf speaks of.
    package let leafKey: Certificate.PrivateKey
    private let kind: Kind
    private let rootKey: Certificate.PrivateKey

    /// Makes a chain, good but for its faults.
    package init(
        _ kind: Kind = .ecdsa, validity: Validity = Validity(), faults: Set<ChainFault> = []
    ) throws {
        try self.init(kind, kind == .ecdsa ? .ecdsa : .rsa, validity, faults)
    }

    private init(
        _ kind: Kind, _ keys: MintedKeys, _ validity: Validity, _ faults: Set<ChainFault>, root: Data? = nil
    ) throws {
        var draft = ChainDraft(keys, validity)
        for fault in faults { draft.add(fault, another: keys.another) }
        let made = try draft.certificates().map(MintedChain.der)
        certificates = made.prefix(2) + [root ?? made[2]]
        (leafKey, rootKey) = (keys.leaf, keys.root)
        self.kind = kind
    }

    /// A good chain for receipts under the root of this chain, so that one root is trusted for both.
    package var forReceipts: MintedChain {
        get throws {
            let rsa = try MintedKeys.rsa
            let keys = MintedKeys(
                root: rootKey, intermediate: rsa.intermediate, leaf: rsa.leaf, another: rsa.another)
            return try MintedChain(.rsa, keys, Validity(), [], root: root)
        }
    }

    /// A good chain for documents in JWS, made once.
    package static var good: MintedChain { get throws { try sharedGood.get() } }

    /// A good chain for documents in JWS whose root has the name of every minted root, but another key.
    package static var stranger: MintedChain { get throws { try sharedStranger.get() } }

    /// A good chain for receipts, made once.
    package static var goodRSA: MintedChain { get throws { try sharedRSA.get() } }

    /// A good chain for receipts whose root has the name of every minted root, but another key.
    package static var strangerRSA: MintedChain { get throws { try sharedStrangerRSA.get() } }

    private static let sharedGood = Result { try MintedChain() }
    private static let sharedStranger = Result { try MintedChain() }
    private static let sharedRSA = Result { try MintedChain(.rsa) }
    private static let sharedStrangerRSA = Result {
        try MintedChain(.rsa, try MintedKeys.rsa.underAnotherRoot, Validity(), [])
    }

    /// The root in DER, as a file that is trusted by hand would hold it.
    package var root: Data { certificates[2] }

    package var rootPEM: String { PEMDocument(type: "CERTIFICATE", derBytes: [UInt8](root)).pemString }

    /// The leaf's signature over bytes, with SHA-256: r‖s of 32 bytes each (ECDSA), or PKCS #1 (RSA).
    package func sign(_ bytes: Data) throws -> Data {
        switch kind {
        case .ecdsa: try Data(leafKey.signature(of: bytes, .ecdsaWithSHA256)).rawECDSASignature
        case .rsa: try Data(leafKey.signature(of: bytes, .sha256WithRSAEncryption))
        }
    }

    private static func der(_ certificate: Certificate) throws -> Data {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return Data(serializer.serializedBytes)
    }
}

extension MintedChain {
    /// When the certificates of a chain are valid: both bounds belong to it.
    package struct Validity: Sendable {
        /// When the leaf is valid.
        package var leaf: ClosedRange<Date>
        /// When the intermediate is valid.
        package var intermediate: ClosedRange<Date>
        /// When the root is valid.
        package var root: ClosedRange<Date>

        /// Times for each certificate; all are valid from 2015 to 2040 unless said otherwise.
        package init(
            leaf: ClosedRange<Date> = years(2015, 2040), intermediate: ClosedRange<Date> = years(2015, 2040),
            root: ClosedRange<Date> = years(2015, 2040)
        ) {
            (self.leaf, self.intermediate, self.root) = (leaf, intermediate, root)
        }

        /// From the first moment of one year to the first moment of another, in UTC.
        package static func years(_ first: Int, _ last: Int) -> ClosedRange<Date> {
            start(first)...start(last)
        }

        /// The years of a certificate that has expired long ago.
        static let past = years(2015, 2016)
        /// The years of a certificate that is not valid for a long time yet.
        static let future = years(2039, 2040)

        private static func start(_ year: Int) -> Date {
            let leapDays = (year - 1969) / 4
            return Date(timeIntervalSince1970: Double((year - 1970) * 365 + leapDays) * 86_400)
        }
    }
}

/// The private keys of a minted chain, and one that belongs to nobody in it.
struct MintedKeys: Sendable {
    let root: Certificate.PrivateKey
    let intermediate: Certificate.PrivateKey
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
