import X509

/// One signature of signed data: which certificate made it, how, and over what.
///
/// Source: RFC 5652, 5.3.
struct SignerInfo {
    /// How a signature names its certificate.
    enum Identifier {
        /// By who issued it and its number, both in DER.
        case issuer(ArraySlice<UInt8>, serial: ArraySlice<UInt8>)
        /// By the identifier of its key.
        case key(ArraySlice<UInt8>)
    }

    /// Which certificate made it.
    let identifier: Identifier
    /// The digest of the content.
    let digest: SignatureDigest
    /// How it was made.
    let algorithm: Certificate.SignatureAlgorithm
    /// The signature.
    let signature: ArraySlice<UInt8>
    private let attributes: DERElement?

    /// Reads a signature; nil when it is made in a way that nobody signs receipts; throws `malformed_receipt`.
    init?(_ element: DERElement) throws(DocumentProblem) {
        var parts = element.reader
        _ = try parts.next(.integer, "a version")
        identifier = try SignerInfo.identifier(&parts)
        let digest = SignatureDigest(try SignerInfo.algorithm(&parts))
        attributes = try parts.next(if: .context(0))
        let name = try SignerInfo.algorithm(&parts)
        signature = try parts.next(.octetString, "a signature").content
        guard let digest, let algorithm = digest.signature(name) else { return nil }
        (self.digest, self.algorithm) = (digest, algorithm)
    }

    /// Whether the signature names this certificate.
    func names(_ certificate: CertificateOutline) -> Bool {
        switch identifier {
        case .issuer(let issuer, let serial):
            certificate.issuer.elementsEqual(issuer) && certificate.serial.elementsEqual(serial)
        case .key(let key): certificate.subjectKeyIdentifier?.elementsEqual(key) ?? false
        }
    }

    /// Whether a key made the signature over that data.
    ///
    /// With signed attributes the signature is over them, and they must name the type and the digest of the content.
    func isValid(_ data: SignedData, by key: Certificate.PublicKey) throws(DocumentProblem) -> Bool {
        guard let attributes else {
            return key.isValidSignature(signature, for: data.content, signatureAlgorithm: algorithm)
        }
        let digest = digest.digest(of: data.content)
        guard try SignerInfo.value(of: ObjectIdentifierBytes.contentType, in: attributes) == data.contentType,
            try SignerInfo.value(of: ObjectIdentifierBytes.messageDigest, in: attributes) == digest[...]
        else { return false }
        let signed = [DERTag.set.rawValue] + attributes.encoded.dropFirst()
        return key.isValidSignature(signature, for: signed, signatureAlgorithm: algorithm)
    }

    private static func identifier(_ parts: inout DERReader) throws(DocumentProblem) -> Identifier {
        if let key = try parts.next(if: .contextBytes(0)) { return .key(key.content) }
        var name = try parts.next(.sequence, "the name of a certificate").reader
        let issuer = try name.next(.sequence, "the issuer of a certificate")
        return .issuer(issuer.encoded, serial: try name.next(.integer, "the number of a certificate").content)
    }

    private static func algorithm(_ parts: inout DERReader) throws(DocumentProblem) -> ArraySlice<UInt8> {
        var algorithm = try parts.next(.sequence, "an algorithm").reader
        return try algorithm.next(.objectIdentifier, "the name of an algorithm").content
    }

    /// The one value of a signed attribute; nil when it is not there once, with one value.
    private static func value(
        of identifier: [UInt8], in attributes: DERElement
    ) throws(DocumentProblem) -> ArraySlice<UInt8>? {
        var (reader, found): (DERReader, ArraySlice<UInt8>?) = (attributes.reader, nil)
        while let attribute = try reader.next() {
            var parts = attribute.reader
            let name = try parts.next(.objectIdentifier, "the name of an attribute").content
            guard name.elementsEqual(identifier) else { continue }
            var values = try parts.next(.set, "the values of an attribute").reader
            guard found == nil, let value = try values.next(), values.nextTag == nil else { return nil }
            found = value.content
        }
        return found
    }
}
