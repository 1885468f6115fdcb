import Crypto
public import Foundation
import SwiftASN1

/// The roots that signatures must lead to.
public struct TrustedRoots: Sendable {
    private enum Trust {
        case fingerprints(Set<String>)
        case certificate(ChainCertificate)
    }

    private let trust: Trust

    /// Apple's two roots, known by their fingerprints: every document of the App Store carries its root.
    ///
    /// Source: Apple PKI, "Apple Root CA - G3" (JWS) and "Apple Inc. Root" (receipts).
    public static let apple = TrustedRoots(fingerprints: [
        "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
        "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
    ])

    /// Roots that are known by the SHA-256 of their DER, in lower-case hexadecimal digits.
    init(fingerprints: Set<String>) { trust = .fingerprints(fingerprints) }

    /// A test root given by hand, in DER or PEM; throws `bad_certificate`.
    public init(certificate bytes: Data) throws(DocumentProblem) {
        trust = .certificate(try ChainCertificate(.givenRoot, try TrustedRoots.der(bytes)))
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
