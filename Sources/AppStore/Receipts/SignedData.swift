/// The parts of a PKCS#7 SignedData: what is signed, by whom, and the certificates that came with it.
///
/// Source: RFC 5652, 5.1; Apple, "Validating receipts on the device".
struct SignedData {
    /// The most certificates that one can carry; Apple's carry three.
    static let certificateLimit = 16

    /// The object identifier of what is signed.
    let contentType: ArraySlice<UInt8>
    /// What is signed.
    let content: ArraySlice<UInt8>
    /// The certificates, in DER, in no order that counts.
    let certificates: [ArraySlice<UInt8>]
    /// Its signatures.
    let signers: DERReader

    /// Takes a ContentInfo apart; throws `malformed_receipt`, `bad_certificate` with more certificates than any.
    init(_ bytes: ArraySlice<UInt8>) throws(DocumentProblem) {
        var file = DERReader(bytes)
        var info = try file.next(.sequence, "a PKCS#7 receipt").reader
        try file.end()
        let type = try info.next(.objectIdentifier, "the mark of signed data")
        guard type.content.elementsEqual(ObjectIdentifierBytes.signedData) else {
            throw .damaged(at: type.encoded.startIndex, "the mark of signed data is expected")
        }
        var wrapped = try info.next(.context(0), "signed data").reader
        try info.end()
        var parts = try wrapped.next(.sequence, "signed data").reader
        try wrapped.end()
        _ = try parts.next(.integer, "a version")
        _ = try parts.next(.set, "the list of digests")
        (contentType, content) = try SignedData.content(try parts.next(.sequence, "the content"))
        certificates = try SignedData.certificates(try parts.next(if: .context(0)))
        _ = try parts.next(if: .context(1))
        signers = try parts.next(.set, "the list of signatures").reader
        try parts.end()
    }

    private static func content(
        _ element: DERElement
    ) throws(DocumentProblem) -> (type: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>) {
        var info = element.reader
        let type = try info.next(.objectIdentifier, "the type of the content")
        var wrapped = try info.next(.context(0), "the content").reader
        try info.end()
        let bytes = try wrapped.next(.octetString, "the content")
        try wrapped.end()
        return (type.content, bytes.content)
    }

    private static func certificates(_ list: DERElement?) throws(DocumentProblem) -> [ArraySlice<UInt8>] {
        guard var reader = list?.reader else { return [] }
        var certificates: [ArraySlice<UInt8>] = []
        while let element = try reader.next() {
            // Other forms of certificates have tags of their own, and sign nothing here.
            guard element.tag == .sequence else { continue }
            guard certificates.count < certificateLimit else {
                throw DocumentProblem(
                    .badCertificate,
                    "the receipt carries more than \(certificateLimit) certificates: \(DocumentProblem.sendAgain)"
                )
            }
            certificates.append(element.encoded)
        }
        return certificates
    }
}
