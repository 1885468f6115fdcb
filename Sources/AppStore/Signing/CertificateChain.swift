import Crypto
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
        self.leaf = try ChainCertificate(.leaf, bytes: leaf)
        self.intermediate = try ChainCertificate(.intermediate, bytes: intermediate)
        self.root = try ChainCertificate(.root, bytes: root)
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

/// One certificate of a chain and its place in it, with the checks that RFC 5280 asks of it.
struct ChainCertificate: Sendable {
    /// Where a certificate stands in its chain.
    enum Place: String {
        /// It signs documents.
        case leaf
        /// It signs leaves.
        case intermediate
        /// It signs intermediates; the document says that it does.
        case root
        /// It signs intermediates; somebody gave it by hand.
        case givenRoot = "given root"
    }

    /// The most bytes that a certificate can have: many tiny nodes of ASN.1 take fifty times their size in memory.
    static let sizeLimit = 16 * 1024

    /// What it says.
    let certificate: Certificate
    private let place: Place

    /// Reads a certificate from DER; throws `bad_certificate`.
    init(_ place: Place, bytes: [UInt8]) throws(DocumentProblem) {
        guard bytes.count <= ChainCertificate.sizeLimit else {
            throw DocumentProblem(
                .badCertificate,
                "the \(place.rawValue) certificate is larger than \(ChainCertificate.sizeLimit) bytes:"
                    + " send the document as it came")
        }
        guard let certificate = try? Certificate(derEncoded: bytes) else {
            throw DocumentProblem(
                .badCertificate,
                "the \(place.rawValue) certificate cannot be read as X.509: send the document as it came")
        }
        (self.place, self.certificate) = (place, certificate)
    }

    /// Requires that another certificate names itself as the issuer and signed this one; throws `untrusted_root`.
    func requireSignature(by issuer: ChainCertificate) throws(DocumentProblem) {
        let link = "the \(place.rawValue) certificate"
        guard certificate.issuer == issuer.certificate.subject else {
            throw untrusted("\(link) names another issuer than the \(issuer.place.rawValue) certificate")
        }
        guard issuer.certificate.publicKey.isValidSignature(certificate.signature, for: certificate) else {
            throw untrusted("\(link) is not signed by the \(issuer.place.rawValue) certificate")
        }
    }

    /// Requires that it may sign certificates, with that many intermediates below it; throws `untrusted_root`.
    func requireAuthority(above intermediates: Int) throws(DocumentProblem) {
        guard case .isCertificateAuthority(let limit)? = try read({ try $0.basicConstraints }),
            try read({ try $0.keyUsage })?.keyCertSign ?? true
        else { throw untrusted("the \(place.rawValue) certificate may not sign certificates") }
        guard limit.map({ $0 >= intermediates }) ?? true else {
            throw untrusted("the \(place.rawValue) certificate allows fewer certificates below it")
        }
    }

    /// Requires that its key may sign documents; throws `untrusted_root`.
    func requireDigitalSignature() throws(DocumentProblem) {
        guard try read({ try $0.keyUsage })?.digitalSignature ?? true else {
            throw untrusted("the key of the \(place.rawValue) certificate may not sign documents")
        }
    }

    /// Requires version 3, and that every critical extension is one that is checked here; throws `untrusted_root`.
    func requireKnownForm() throws(DocumentProblem) {
        guard certificate.version == .v3 else {
            throw untrusted("the \(place.rawValue) certificate is not of version 3")
        }
        let known: [ASN1ObjectIdentifier] = [.X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage]
        for strange in certificate.extensions where strange.critical && !known.contains(strange.oid) {
            throw untrusted("the \(place.rawValue) certificate has an unknown critical extension")
        }
    }

    /// Requires an extension that marks it as one of the App Store's; throws `missing_oid`.
    func requireMark(_ mark: ASN1ObjectIdentifier) throws(DocumentProblem) {
        guard certificate.extensions[oid: mark] != nil else {
            throw DocumentProblem(
                .missingOID,
                "the \(place.rawValue) certificate is not made for the App Store, it lacks \(mark):"
                    + " send a document that Apple signed")
        }
    }

    /// Requires that it is valid at a moment, both of its dates included.
    ///
    /// Throws `certificate_expired` or `certificate_not_yet_valid`.
    func requireValidity(at time: Instant) throws(DocumentProblem) {
        let (first, last) = (Instant(certificate.notValidBefore), Instant(certificate.notValidAfter))
        var dates: String { "it is valid from \(first) to \(last), and was checked as of \(time)" }
        if time < first {
            throw DocumentProblem(
                .certificateNotYetValid,
                "the \(place.rawValue) certificate was not valid yet: \(dates);"
                    + " look at the date of the document, or at the clock")
        }
        if time > last {
            throw DocumentProblem(
                .certificateExpired,
                "the \(place.rawValue) certificate had expired: \(dates); ask Apple for the document again")
        }
    }

    private func read<Value>(
        _ value: (Certificate.Extensions) throws -> Value
    ) throws(DocumentProblem) -> Value {
        do {
            return try value(certificate.extensions)
        } catch {
            throw DocumentProblem(
                .badCertificate,
                "an extension of the \(place.rawValue) certificate is damaged: send the document as it came")
        }
    }

    private func untrusted(_ what: String) -> DocumentProblem {
        DocumentProblem(.untrustedRoot, "\(what): do not rely on this document, and ask where it comes from")
    }
}
