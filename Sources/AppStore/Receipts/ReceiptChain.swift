/// The chain behind a receipt's signature, found by names among the certificates that it carries.
struct ReceiptChain {
    /// The leaf, the intermediate and the root, in DER.
    let der: [[UInt8]]

    /// Finds the chain of a signature; throws `no_x5c`, `untrusted_root` without a root, or `malformed_receipt`.
    init(of signer: SignerInfo, in certificates: [ArraySlice<UInt8>]) throws(DocumentProblem) {
        var outlines: [CertificateOutline] = []
        for certificate in certificates { outlines.append(try CertificateOutline(certificate)) }
        guard let leaf = outlines.first(where: signer.names) else { throw ReceiptChain.missing("signed it") }
        guard let intermediate = outlines.first(where: leaf.isIssued(by:)) else {
            throw ReceiptChain.missing("issued the one that signed it")
        }
        guard let root = outlines.first(where: intermediate.isIssued(by:)) else {
            throw DocumentProblem(
                .untrustedRoot,
                "the receipt does not carry the root of its certificates: \(DocumentProblem.sendAgain)")
        }
        der = [leaf, intermediate, root].map { Array($0.encoded) }
    }

    private static func missing(_ which: String) -> DocumentProblem {
        DocumentProblem(
            .noCertificates,
            "the receipt does not carry the certificate that \(which): \(DocumentProblem.sendAgain)")
    }
}

extension CertificateOutline {
    /// Whether another certificate has the name of this one's issuer.
    fileprivate func isIssued(by other: CertificateOutline) -> Bool { other.subject.elementsEqual(issuer) }
}
