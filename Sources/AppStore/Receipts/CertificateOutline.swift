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
        var certificate = try file.next(.sequence, "a certificate").reader
        var fields = try certificate.next(.sequence, "a certificate's fields").reader
        _ = try fields.next(if: .context(0))
        self.encoded = encoded
        serial = try fields.next(.integer, "a certificate's number").content
        _ = try fields.next(.sequence, "a certificate's algorithm")
        issuer = try fields.next(.sequence, "a certificate's issuer").encoded
        _ = try fields.next(.sequence, "a certificate's validity")
        subject = try fields.next(.sequence, "a certificate's subject").encoded
        subjectKeyIdentifier = try CertificateOutline.keyIdentifier(fields)
    }

    private static func keyIdentifier(_ rest: DERReader) throws(DocumentProblem) -> ArraySlice<UInt8>? {
        var fields = rest
        while let field = try fields.next() {
            guard field.tag == .context(3) else { continue }
            var wrapped = field.reader
            var extensions = try wrapped.next(.sequence, "a certificate's extensions").reader
            while let element = try extensions.next() {
                if let identifier = try keyIdentifier(element) { return identifier }
            }
        }
        return nil
    }

    /// The identifier, when the extension is the one that holds it.
    private static func keyIdentifier(_ element: DERElement) throws(DocumentProblem) -> ArraySlice<UInt8>? {
        var parts = element.reader
        let name = try parts.next(.objectIdentifier, "an extension's name").content
        guard name.elementsEqual(ObjectIdentifierBytes.subjectKeyIdentifier) else { return nil }
        var value = try parts.next(.octetString, "an extension's value").reader
        return try value.next(.octetString, "a key's identifier").content
    }
}
