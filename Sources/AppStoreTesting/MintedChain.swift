public import Foundation
import SwiftASN1
public import X509

/// A root, an intermediate and a leaf made on the spot, with Apple's marks and under a root that is not Apple's.
public struct MintedChain: Sendable {
    /// What the keys are made for.
    public enum Kind: Sendable {
        /// Documents in JWS: a leaf on P-256, the others on P-384.
        case ecdsa
        /// Receipts: RSA with 2048 bits, SHA-256; all such chains share their keys.
        case rsa
    }

    /// The leaf, the intermediate and the root, in DER.
    public let certificates: [Data]
    /// The key that the leaf speaks of.
    public let leafKey: Certificate.PrivateKey
    private let kind: Kind

    /// Makes a chain, good but for its faults.
    public init(
        _ kind: Kind = .ecdsa, validity: Validity = Validity(), faults: Set<ChainFault> = []
    ) throws {
        try self.init(kind, kind == .ecdsa ? .ecdsa : .rsa, validity, faults)
    }

    private init(
        _ kind: Kind, _ keys: MintedKeys, _ validity: Validity, _ faults: Set<ChainFault>
    ) throws {
        var draft = ChainDraft(keys, validity)
        for fault in faults { draft.add(fault, another: keys.another) }
        certificates = try draft.certificates().map(MintedChain.der)
        leafKey = keys.leaf
        self.kind = kind
    }

    /// A good chain for documents in JWS, made once.
    public static var good: MintedChain { get throws { try sharedGood.get() } }

    /// A good chain for documents in JWS whose root has the name of every minted root, but another key.
    public static var stranger: MintedChain { get throws { try sharedStranger.get() } }

    /// A good chain for receipts, made once.
    public static var goodRSA: MintedChain { get throws { try sharedRSA.get() } }

    /// A good chain for receipts whose root has the name of every minted root, but another key.
    public static var strangerRSA: MintedChain { get throws { try sharedStrangerRSA.get() } }

    private static let sharedGood = Result { try MintedChain() }
    private static let sharedStranger = Result { try MintedChain() }
    private static let sharedRSA = Result { try MintedChain(.rsa) }
    private static let sharedStrangerRSA = Result {
        try MintedChain(.rsa, try MintedKeys.rsa.underAnotherRoot, Validity(), [])
    }

    /// The root in DER, as a file that is trusted by hand would hold it.
    public var root: Data { certificates[2] }

    /// The root in PEM.
    public var rootPEM: String { PEMDocument(type: "CERTIFICATE", derBytes: [UInt8](root)).pemString }

    /// The leaf's signature over bytes, with SHA-256: r‖s of 32 bytes each (ECDSA), or PKCS #1 (RSA).
    public func sign(_ bytes: Data) throws -> Data {
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
