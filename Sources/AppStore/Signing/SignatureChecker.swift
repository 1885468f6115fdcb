import Crypto
public import Purchases
import Synchronization
import X509

/// Checks that documents were signed for the App Store; keeps the chains that it found good.
public final class SignatureChecker: Sendable {
    /// The most chains that are kept; Apple signs with very few at a time.
    private static let chainLimit = 64

    private let roots: TrustedRoots
    /// The present, as of which documents without a date are checked.
    let now: Instant
    private let goodChains = Mutex<[[SHA256Digest]: CertificateChain]>([:])

    /// A checker that trusts those roots; documents without a date are checked as of `now`.
    public init(roots: TrustedRoots = .apple, now: Instant) { (self.roots, self.now) = (roots, now) }

    /// Requires that a document in JWS is signed for the App Store, as of its date.
    ///
    /// Throws `no_x5c`, `bad_certificate`, `untrusted_root`, `missing_oid`, `certificate_expired`,
    /// `certificate_not_yet_valid`, `bad_date` or `bad_signature`.
    public func check(_ signed: SignedText) throws(DocumentProblem) {
        let certificates = try signed.certificates
        try signed.requireES256()
        let chain = try trustedChain(try certificates.map(SignedText.der))
        try chain.requireValidity(at: try signed.date ?? now)
        try signed.requireSignature(by: chain.leafKey)
    }
}

extension SignatureChecker {
    /// The key of the leaf of a chain in DER (leaf, intermediate, root) that was good at a moment.
    ///
    /// Throws `no_x5c`, `bad_certificate`, `untrusted_root`, `missing_oid`, `certificate_expired` or
    /// `certificate_not_yet_valid`.
    func verified(_ der: [[UInt8]], at time: Instant) throws(DocumentProblem) -> Certificate.PublicKey {
        let chain = try trustedChain(der)
        try chain.requireValidity(at: time)
        return chain.leafKey
    }

    /// The chain, when all but the time is right; chains that were right before are not checked again.
    private func trustedChain(_ der: [[UInt8]]) throws(DocumentProblem) -> CertificateChain {
        let digests = der.map { SHA256.hash(data: $0) }
        if let known = goodChains.withLock({ $0[digests] }) { return known }
        guard der.count == 3 else {
            throw DocumentProblem(
                .noCertificates,
                "the signature carries \(der.count) certificates, not three:"
                    + " send the document as it came")
        }
        let claimed = try CertificateChain(leaf: der[0], intermediate: der[1], root: der[2])
        let chain = try roots.anchored(claimed, root: der[2])
        try chain.requireIntegrity()
        goodChains.withLock { chains in
            if chains.count >= SignatureChecker.chainLimit { chains.removeAll() }
            chains[digests] = chain
        }
        return chain
    }
}
