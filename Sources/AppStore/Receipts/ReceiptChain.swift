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

/// What of a certificate is needed to find it among others: names and numbers, as the bytes that they are.
///
/// Whether it is worth anything is for `SignatureChecker` to say. Source: RFC 5280, 4.1.
struct CertificateOutline {
    /// The whole certificate in DER.
    let encoded: ArraySlice<UInt8>
    /// Its number at its issuer.
    let serial: ArraySlice<UInt8>
    /// The name of who issued it, in DER.
    let issuer: ArraySlice<UInt8>
    /// The name of whose it is, in DER.
    let subject: ArraySlice<UInt8>
    /// The identifier of its key, where it says one.
    let subjectKeyIdentifier: ArraySlice<UInt8>?

    /// Reads a certificate's outline; throws `malformed_receipt`.
    init(_ encoded: ArraySlice<UInt8>) throws(DocumentProblem) {
        var file = DERReader(encoded)
        var certificate = try file.next(.sequence, name: "a certificate").reader
        var fields = try certificate.next(.sequence, name: "a certificate's fields").reader
        _ = try fields.next(if: .context(0))
        self.encoded = encoded
        serial = try fields.next(.integer, name: "a certificate's number").content
        _ = try fields.next(.sequence, name: "a certificate's algorithm")
        issuer = try fields.next(.sequence, name: "a certificate's issuer").encoded
        _ = try fields.next(.sequence, name: "a certificate's validity")
        subject = try fields.next(.sequence, name: "a certificate's subject").encoded
        subjectKeyIdentifier = try CertificateOutline.keyIdentifier(fields)
    }

    private static func keyIdentifier(_ rest: DERReader) throws(DocumentProblem) -> ArraySlice<UInt8>? {
        var fields = rest
        while let field = try fields.next() {
            guard field.tag == .context(3) else { continue }
            var wrapped = field.reader
            var extensions = try wrapped.next(.sequence, name: "a certificate's extensions").reader
            while let element = try extensions.next() {
                if let identifier = try keyIdentifier(element) { return identifier }
            }
        }
        return nil
    }

    /// The identifier, when the extension is the one that holds it.
    private static func keyIdentifier(_ element: DERElement) throws(DocumentProblem) -> ArraySlice<UInt8>? {
        var parts = element.reader
        let name = try parts.next(.objectIdentifier, name: "an extension's name").content
        guard name.elementsEqual(ObjectIdentifierBytes.subjectKeyIdentifier) else { return nil }
        var value = try parts.next(.octetString, name: "an extension's value").reader
        return try value.next(.octetString, name: "a key's identifier").content
    }
}
