import Purchases
import SwiftASN1
import X509

/// The three certificates behind a signature: leaf, intermediate, root.
struct CertificateChain: Sendable {
    private let leaf: ChainCertificate
    private let intermediate: ChainCertificate
    private let root: ChainCertificate

    /// Reads the certificates from DER; throws `bad_certificate`.
    init(leaf: [UInt8], intermediate: [UInt8], root: [UInt8]) throws(DocumentProblem) {
        self.leaf = try ChainCertificate(.leaf, leaf)
        self.intermediate = try ChainCertificate(.intermediate, intermediate)
        self.root = try ChainCertificate(.root, root)
    }

    private init(_ chain: CertificateChain, root: ChainCertificate) {
        (leaf, intermediate, self.root) = (chain.leaf, chain.intermediate, root)
    }

    /// The same chain under a root that was given by hand; what the document says is its root does not count.
    func under(_ root: ChainCertificate) -> CertificateChain { CertificateChain(self, root: root) }

    /// The key that signed the document.
    var leafKey: Certificate.PublicKey { leaf.certificate.publicKey }

    /// Requires everything of a chain of the App Store's but its root's trust and the time.
    ///
    /// Throws `untrusted_root`, `missing_oid` or `bad_certificate`. Source: RFC 5280, 6.1; the marks are Apple's.
    func requireIntegrity() throws(DocumentProblem) {
        try intermediate.requireSignature(by: root)
        try leaf.requireSignature(by: intermediate)
        try root.requireAuthority(above: 1)
        try intermediate.requireAuthority(above: 0)
        try leaf.requireDigitalSignature()
        for certificate in [root, intermediate, leaf] { try certificate.requireKnownForm() }
        try intermediate.requireMark(.worldwideDeveloperRelations)
        try leaf.requireMark(.appStoreSigning)
    }

    /// Requires that all three are valid at a moment; throws as `ChainCertificate.requireValidity(at:)`.
    func requireValidity(at time: Instant) throws(DocumentProblem) {
        for certificate in [leaf, intermediate, root] { try certificate.requireValidity(at: time) }
    }
}

extension ASN1ObjectIdentifier {
    /// Marks the certificates that sign receipts and documents for the App Store.
    fileprivate static let appStoreSigning: ASN1ObjectIdentifier = "1.2.840.113635.100.6.11.1"
    /// Marks the intermediate certificates of Apple Worldwide Developer Relations.
    fileprivate static let worldwideDeveloperRelations: ASN1ObjectIdentifier = "1.2.840.113635.100.6.2.1"
}
