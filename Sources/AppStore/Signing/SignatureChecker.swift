import Crypto
package import Foundation
import JSONValues
package import Purchases
import SwiftASN1
import Synchronization
import X509

/// Checks that documents were signed for the App Store; keeps the chains that it found good.
///
/// ```swift
/// let checker = SignatureChecker(now: now)
/// try checker.check(signed)  // throws what is wrong with it
/// ```
package final class SignatureChecker: Sendable {
    /// The most chains that are kept; Apple signs with very few at a time.
    private static let chainLimit = 64

    private let roots: TrustedRoots
    /// The present, as of which documents without a date are checked.
    let now: Instant
    private let goodChains = Mutex<[[SHA256Digest]: CertificateChain]>([:])
    private let goodHeaders = Mutex<[GoodHeader]>([])

    /// A header that asks for nothing strange, and the good chain that it carries.
    private struct GoodHeader {
        /// Its letters, in base64url.
        let letters: [UInt8]
        let value: JSONValue
        let chain: CertificateChain

        /// Whether it is just these letters.
        func isWritten(_ letters: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let base = letters.baseAddress, letters.count == self.letters.count else { return false }
            return memcmp(self.letters, base, letters.count) == 0
        }
    }

    /// A checker that trusts those roots; documents without a date are checked as of `now`.
    package init(roots: TrustedRoots = .apple, now: Instant) { (self.roots, self.now) = (roots, now) }

    /// Requires that a document in JWS is signed for the App Store, as of its date.
    ///
    /// Throws `no_x5c`, `bad_certificate`, `untrusted_root`, `missing_oid`, `certificate_expired`,
    /// `certificate_not_yet_valid`, `bad_date` or `bad_signature`.
    package func check(_ signed: SignedText) throws(DocumentProblem) {
        if let known = goodHeader(signed.headerText) {
            try require(signed, by: known.chain)
        } else {
            let chain = try trustedChain(of: signed)
            try require(signed, by: chain)
            // Only what the chain's key signed is kept: anybody can write a header around Apple's certificates.
            keep(signed, with: chain)
        }
    }

    private func require(_ signed: SignedText, by chain: CertificateChain) throws(DocumentProblem) {
        try chain.requireValidity(at: try signed.date ?? now)
        try signed.requireSignature(by: chain.leafKey)
    }

    /// Takes a text apart, not checked; a header that was found good before is not read again.
    ///
    /// Throws `malformed_jws` or `too_large`.
    func signedText(_ text: String) throws(DocumentProblem) -> SignedText {
        try SignedText(text) { header in goodHeader(header)?.value }
    }

    /// What is known of a header of just these bytes; nil when it was not found good before.
    ///
    /// They are few and long: comparing them is much less work than hashing the text of each document.
    private func goodHeader(_ text: Substring) -> GoodHeader? {
        var text = text
        return text.withUTF8 { letters in
            goodHeaders.withLock { headers in headers.first { $0.isWritten(letters) } }
        }
    }

    private func keep(_ signed: SignedText, with chain: CertificateChain) {
        let header = GoodHeader(letters: Array(signed.headerText.utf8), value: signed.header, chain: chain)
        goodHeaders.withLock { headers in
            if headers.count >= SignatureChecker.chainLimit { headers.removeAll() }
            headers.append(header)
        }
    }

    /// The chain in a text's header, when all but the time is right.
    private func trustedChain(of signed: SignedText) throws(DocumentProblem) -> CertificateChain {
        let certificates = try signed.certificates
        try signed.requireES256()
        return try trustedChain(try certificates.map(SignedText.der))
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

/// The roots that signatures must lead to.
package struct TrustedRoots: Sendable {
    private enum Trust {
        case fingerprints(Set<String>)
        case certificate(ChainCertificate)
    }

    private let trust: Trust

    /// Apple's two roots, known by their fingerprints: every document of the App Store carries its root.
    ///
    /// Source: Apple PKI, "Apple Root CA - G3" (JWS) and "Apple Inc. Root" (receipts).
    package static let apple = TrustedRoots(fingerprints: [
        "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
        "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
    ])

    /// Roots that are known by the SHA-256 of their DER, in lower-case hexadecimal digits.
    init(fingerprints: Set<String>) { trust = .fingerprints(fingerprints) }

    /// A test root given by hand, in DER or PEM; throws `bad_certificate`.
    package init(certificate bytes: Data) throws(DocumentProblem) {
        trust = .certificate(try ChainCertificate(.givenRoot, bytes: try TrustedRoots.der(bytes)))
    }

    /// The chain up to a root that is trusted, whose DER the document gives; throws `untrusted_root`.
    func anchored(_ chain: CertificateChain, root: [UInt8]) throws(DocumentProblem) -> CertificateChain {
        switch trust {
        case .certificate(let certificate): return chain.under(certificate)
        case .fingerprints(let known):
            guard known.contains(SHA256.hash(data: root).hexadecimal) else {
                throw DocumentProblem(
                    .untrustedRoot,
                    "the root certificate is none of Apple's: do not rely on this document;"
                        + " if it is a test's, give its root by hand in a practice store")
            }
            return chain
        }
    }

    private static func der(_ bytes: Data) throws(DocumentProblem) -> [UInt8] {
        // The first byte of a certificate in DER is that of a sequence, which is "0" in a text.
        if bytes.first == 0x30 { return [UInt8](bytes) }
        guard bytes.count <= 4 * ChainCertificate.sizeLimit, let text = String(data: bytes, encoding: .utf8),
            let document = try? PEMDocument(pemString: text), document.discriminator == "CERTIFICATE"
        else {
            throw DocumentProblem(
                .badCertificate, "the root is no certificate in DER or PEM: give a file with that one only")
        }
        return document.derBytes
    }
}
