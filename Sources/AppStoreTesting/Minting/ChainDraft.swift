package import AppStore
import Foundation
package import SwiftASN1
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
        (intermediate.issuerKey, leaf.issuerKey) = (keys.root.publicKey, keys.intermediate.publicKey)
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

/// What a minted certificate says, before somebody signs it.
struct CertificateDraft {
    var subject: String
    /// Who signs it, by name.
    var issuer: String
    /// The key that it speaks of.
    var key: Certificate.PrivateKey
    /// When it is valid.
    var validity: ClosedRange<Date>
    /// Whether it may sign certificates, and how many may follow; nil leaves the extension out.
    var constraints: BasicConstraints?
    /// What its key may be used for; nil leaves the extension out.
    var usage: KeyUsage?
    /// The extension that marks it as one of the App Store's; nil leaves it out.
    var mark: ASN1ObjectIdentifier?
    /// The key that its issuer is known by, as Apple's certificates name it; nil for a root.
    var issuerKey: Certificate.PublicKey?
    /// Whether it carries a critical extension that nobody knows.
    var isStrange = false
    /// The version of X.509 that it says it is of.
    var version = Certificate.Version.v3

    /// The certificate, signed with a key.
    func certificate(signedBy issuerKey: Certificate.PrivateKey) throws -> Certificate {
        try Certificate(
            version: version, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
            notValidBefore: validity.lowerBound, notValidAfter: validity.upperBound,
            issuer: try CertificateDraft.name(issuer), subject: try CertificateDraft.name(subject),
            extensions: try Certificate.Extensions(try extensions), issuerPrivateKey: issuerKey)
    }

    private var extensions: [Certificate.Extension] {
        get throws {
            var extensions: [Certificate.Extension] = []
            if let constraints { extensions.append(try Critical(constraints).makeCertificateExtension()) }
            if let usage { extensions.append(try Critical(usage).makeCertificateExtension()) }
            extensions.append(try SubjectKeyIdentifier(hash: key.publicKey).makeCertificateExtension())
            if let issuerKey {
                let identifier = SubjectKeyIdentifier(hash: issuerKey).keyIdentifier
                extensions.append(
                    try AuthorityKeyIdentifier(keyIdentifier: identifier).makeCertificateExtension())
            }
            if let mark { extensions.append(CertificateDraft.empty(mark, critical: false)) }
            if isStrange { extensions.append(CertificateDraft.empty("1.2.3.4.5", critical: true)) }
            return extensions
        }
    }

    private static func name(_ name: String) throws -> DistinguishedName {
        try DistinguishedName {
            CountryName("US")
            OrganizationName("Makegood Tests")
            CommonName(name)
        }
    }

    /// An extension without contents but ASN.1's NULL, as Apple's marks are.
    private static func empty(_ oid: ASN1ObjectIdentifier, critical: Bool) -> Certificate.Extension {
        Certificate.Extension(oid: oid, critical: critical, value: [0x05, 0x00])
    }
}

/// What can be wrong with the certificates behind a signature.
package enum ChainFault: CaseIterable, Sendable {
    /// The leaf lacks the mark of those that sign for the App Store.
    case leafUnmarked
    /// The intermediate lacks the mark of Worldwide Developer Relations.
    case intermediateUnmarked
    /// The leaf expired in 2016.
    case leafExpired
    /// The leaf is valid from 2039 on.
    case leafNotYetValid
    /// The intermediate expired in 2016.
    case intermediateExpired
    /// The intermediate is valid from 2039 on.
    case intermediateNotYetValid
    /// The root expired in 2016.
    case rootExpired
    /// The root is valid from 2039 on.
    case rootNotYetValid
    /// Another intermediate of the same name signed the leaf.
    case leafSignedByAnother
    /// Another root of the same name signed the intermediate.
    case intermediateSignedByAnother
    /// The leaf names another issuer than the intermediate that signed it.
    case leafNamesAnother
    /// The intermediate names another issuer than the root that signed it.
    case intermediateNamesAnother
    /// The intermediate does not say that it may sign certificates.
    case intermediateUnconstrained
    /// The intermediate says that it may not sign certificates.
    case intermediateNoAuthority
    /// The intermediate's key may not sign certificates.
    case intermediateKeyOnlySigns
    /// The root does not say that it may sign certificates.
    case rootUnconstrained
    /// The root's key may not sign certificates.
    case rootKeyOnlySigns
    /// The root allows no intermediate below it.
    case rootPathTooShort
    /// The leaf's key may not sign documents.
    case leafKeyCannotSign
    /// The leaf carries a critical extension that nobody knows.
    case leafStrange
    /// The intermediate carries a critical extension that nobody knows.
    case intermediateStrange
    /// The leaf says that it is of version 1, which has no extensions.
    case leafOfVersion1
    /// The root says that it is of version 1, which has no extensions.
    case rootOfVersion1

    /// Why a document that such a chain signed between 2017 and 2038 is refused.
    package var reason: RejectionReason {
        switch self {
        case .leafUnmarked, .intermediateUnmarked: .missingOID
        case .leafExpired, .intermediateExpired, .rootExpired: .certificateExpired
        case .leafNotYetValid, .intermediateNotYetValid, .rootNotYetValid: .certificateNotYetValid
        default: .untrustedRoot
        }
    }
}

extension ASN1ObjectIdentifier {
    /// Marks the certificates that sign receipts and signed documents for the App Store.
    package static let appStoreSigning: ASN1ObjectIdentifier = "1.2.840.113635.100.6.11.1"
    /// Marks the intermediate certificates of Apple Worldwide Developer Relations.
    package static let worldwideDeveloperRelations: ASN1ObjectIdentifier = "1.2.840.113635.100.6.2.1"
}
