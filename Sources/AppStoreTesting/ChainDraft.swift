import Foundation
import SwiftASN1
import X509

/// The three certificates of a minted chain, before they are signed.
struct ChainDraft {
    private(set) var root: CertificateDraft
    private(set) var intermediate: CertificateDraft
    private(set) var leaf: CertificateDraft
    private var rootSigningKey: Certificate.PrivateKey
    private var intermediateSigningKey: Certificate.PrivateKey

    /// A chain as Apple's are, with those keys and times.
    init(_ keys: MintedKeys, _ validity: MintedChain.Validity) {
        let authority = KeyUsage(keyCertSign: true, cRLSign: true)
        root = CertificateDraft(
            subject: "Root", issuer: "Root", key: keys.root, validity: validity.root,
            constraints: .isCertificateAuthority(maxPathLength: nil), usage: authority)
        intermediate = CertificateDraft(
            subject: "Intermediate", issuer: "Root", key: keys.intermediate, validity: validity.intermediate,
            constraints: .isCertificateAuthority(maxPathLength: 0), usage: authority,
            mark: .worldwideDeveloperRelations)
        leaf = CertificateDraft(
            subject: "Leaf", issuer: "Intermediate", key: keys.leaf, validity: validity.leaf,
            constraints: .notCertificateAuthority, usage: KeyUsage(digitalSignature: true),
            mark: .appStoreSigning)
        (rootSigningKey, intermediateSigningKey) = (keys.root, keys.intermediate)
    }

    /// The certificates: leaf, intermediate, root.
    func certificates() throws -> [Certificate] {
        [
            try leaf.certificate(signedBy: intermediateSigningKey),
            try intermediate.certificate(signedBy: rootSigningKey),
            try root.certificate(signedBy: root.key),
        ]
    }

    /// Makes one thing wrong.
    mutating func add(_ fault: ChainFault, another key: Certificate.PrivateKey) {
        let onlySigns = KeyUsage(digitalSignature: true)
        switch fault {
        case .leafUnmarked: leaf.mark = nil
        case .intermediateUnmarked: intermediate.mark = nil
        case .leafExpired: leaf.validity = MintedChain.Validity.past
        case .leafNotYetValid: leaf.validity = MintedChain.Validity.future
        case .intermediateExpired: intermediate.validity = MintedChain.Validity.past
        case .intermediateNotYetValid: intermediate.validity = MintedChain.Validity.future
        case .rootExpired: root.validity = MintedChain.Validity.past
        case .rootNotYetValid: root.validity = MintedChain.Validity.future
        case .leafSignedByAnother: intermediateSigningKey = key
        case .intermediateSignedByAnother: rootSigningKey = key
        case .leafNamesAnother: leaf.issuer = "Another"
        case .intermediateNamesAnother: intermediate.issuer = "Another"
        case .intermediateUnconstrained: intermediate.constraints = nil
        case .intermediateNoAuthority: intermediate.constraints = .notCertificateAuthority
        case .intermediateKeyOnlySigns: intermediate.usage = onlySigns
        case .rootUnconstrained: root.constraints = nil
        case .rootKeyOnlySigns: root.usage = onlySigns
        case .rootPathTooShort: root.constraints = .isCertificateAuthority(maxPathLength: 0)
        case .leafKeyCannotSign: leaf.usage = KeyUsage(keyAgreement: true)
        case .leafStrange: leaf.isStrange = true
        case .intermediateStrange: intermediate.isStrange = true
        case .leafOfVersion1: leaf.version = .v1
        case .rootOfVersion1: root.version = .v1
        }
    }
}
