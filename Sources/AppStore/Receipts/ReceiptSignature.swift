import Crypto
import X509

extension SignatureChecker {
    /// Requires that the App Store signed a receipt, as of its creation date, else as of the checker's present.
    ///
    /// Throws `no_x5c`, `bad_certificate`, `untrusted_root`, `missing_oid`, `certificate_expired`,
    /// `certificate_not_yet_valid`, `bad_signature` or `malformed_receipt`.
    package func check(_ receipt: AppReceipt) throws(DocumentProblem) {
        let data = receipt.signedData
        guard !data.certificates.isEmpty else {
            throw DocumentProblem(
                .noCertificates, "the receipt carries no certificates: \(DocumentProblem.sendAgain)")
        }
        let signer = try data.signer()
        let chain = try ReceiptChain(of: signer, in: data.certificates)
        let key = try verified(chain.der, at: receipt.createdAt ?? now)
        guard try signer.isValid(data, by: key) else {
            throw DocumentProblem(
                .badSignature,
                "the signature is not of these bytes: do not rely on this receipt, and ask where it comes from"
            )
        }
    }
}

extension SignedData {
    /// The first signature that is made in a way receipts are signed; throws `bad_signature` without one.
    fileprivate func signer() throws(DocumentProblem) -> SignerInfo {
        var signers = signers
        while let element = try signers.next() {
            if let signer = try SignerInfo(element) { return signer }
        }
        throw DocumentProblem(
            .badSignature,
            "the receipt has no signature that can be checked: do not rely on it, and ask where it comes from"
        )
    }
}

/// The parts of a PKCS#7 SignedData: what is signed, by whom, and the certificates that came with it.
///
/// Source: RFC 5652, 5.1; Apple, "Validating receipts on the device".
struct SignedData {
    /// The most certificates that one can carry; Apple's carry three.
    static let certificateLimit = 16

    /// The object identifier of what is signed.
    let contentType: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
    /// The certificates, in DER, in no order that counts.
    let certificates: [ArraySlice<UInt8>]
    /// Its signatures.
    let signers: DERReader

    /// Takes a ContentInfo apart; throws `malformed_receipt`, and `bad_certificate` above ``certificateLimit``.
    init(_ bytes: ArraySlice<UInt8>) throws(DocumentProblem) {
        var file = DERReader(bytes)
        var info = try file.next(.sequence, name: "a PKCS#7 receipt").reader
        try file.end()
        let type = try info.next(.objectIdentifier, name: "the mark of signed data")
        guard type.content.elementsEqual(ObjectIdentifierBytes.signedData) else {
            throw .damaged(at: type.encoded.startIndex, "the mark of signed data is expected")
        }
        var wrapped = try info.next(.context(0), name: "signed data").reader
        try info.end()
        var parts = try wrapped.next(.sequence, name: "signed data").reader
        try wrapped.end()
        _ = try parts.next(.integer, name: "a version")
        _ = try parts.next(.set, name: "the list of digests")
        (contentType, content) = try SignedData.content(try parts.next(.sequence, name: "the content"))
        certificates = try SignedData.certificates(try parts.next(if: .context(0)))
        _ = try parts.next(if: .context(1))
        signers = try parts.next(.set, name: "the list of signatures").reader
        try parts.end()
    }

    private static func content(
        _ element: DERElement
    ) throws(DocumentProblem) -> (type: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>) {
        var info = element.reader
        let type = try info.next(.objectIdentifier, name: "the type of the content")
        var wrapped = try info.next(.context(0), name: "the content").reader
        try info.end()
        let bytes = try wrapped.next(.octetString, name: "the content")
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
    let signature: ArraySlice<UInt8>
    private let attributes: DERElement?

    /// Reads a signature; nil when it is made in a way that nobody signs receipts; throws `malformed_receipt`.
    init?(_ element: DERElement) throws(DocumentProblem) {
        var parts = element.reader
        _ = try parts.next(.integer, name: "a version")
        identifier = try SignerInfo.identifier(&parts)
        let digest = SignatureDigest(try SignerInfo.algorithm(&parts))
        attributes = try parts.next(if: .context(0))
        let name = try SignerInfo.algorithm(&parts)
        signature = try parts.next(.octetString, name: "a signature").content
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
        // In the receipt they stand under the tag [0]; what was signed has that of a set (RFC 5652, 5.4).
        let signed = [DERTag.set.rawValue] + attributes.encoded.dropFirst()
        return key.isValidSignature(signature, for: signed, signatureAlgorithm: algorithm)
    }

    private static func identifier(_ parts: inout DERReader) throws(DocumentProblem) -> Identifier {
        if let key = try parts.next(if: .contextBytes(0)) { return .key(key.content) }
        var name = try parts.next(.sequence, name: "the name of a certificate").reader
        let issuer = try name.next(.sequence, name: "the issuer of a certificate")
        return .issuer(
            issuer.encoded, serial: try name.next(.integer, name: "the number of a certificate").content)
    }

    private static func algorithm(_ parts: inout DERReader) throws(DocumentProblem) -> ArraySlice<UInt8> {
        var algorithm = try parts.next(.sequence, name: "an algorithm").reader
        return try algorithm.next(.objectIdentifier, name: "the name of an algorithm").content
    }

    /// The one value of a signed attribute; nil when it is not there once, with one value.
    private static func value(
        of identifier: [UInt8], in attributes: DERElement
    ) throws(DocumentProblem) -> ArraySlice<UInt8>? {
        var (reader, found): (DERReader, ArraySlice<UInt8>?) = (attributes.reader, nil)
        while let attribute = try reader.next() {
            var parts = attribute.reader
            let name = try parts.next(.objectIdentifier, name: "the name of an attribute").content
            guard name.elementsEqual(identifier) else { continue }
            var values = try parts.next(.set, name: "the values of an attribute").reader
            guard found == nil, let value = try values.next(), values.nextTag == nil else { return nil }
            found = value.content
        }
        return found
    }
}

/// The digests that receipts are signed with.
enum SignatureDigest: CaseIterable {
    /// SHA-1, of receipts until 2023.
    case sha1
    case sha256
    case sha384
    case sha512

    /// The digest of that object identifier; nil for one that nobody signs with.
    init?(_ identifier: ArraySlice<UInt8>) {
        guard let digest = Self.allCases.first(where: { identifier.elementsEqual($0.identifier) }) else {
            return nil
        }
        self = digest
    }

    /// The signature that an algorithm makes with this digest; nil when it is unknown or uses another digest.
    func signature(_ algorithm: ArraySlice<UInt8>) -> Certificate.SignatureAlgorithm? {
        if algorithm.elementsEqual(ObjectIdentifierBytes.rsaEncryption) { return rsa.algorithm }
        if algorithm.elementsEqual(rsa.identifier) { return rsa.algorithm }
        if let ecdsa, algorithm.elementsEqual(ecdsa.identifier) { return ecdsa.algorithm }
        return nil
    }

    func digest(of bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }

    private typealias Algorithm = (identifier: [UInt8], algorithm: Certificate.SignatureAlgorithm)

    /// Source: RFC 3370, 2.1; RFC 5754, 2.
    private var identifier: [UInt8] {
        switch self {
        case .sha1: [0x2B, 0x0E, 0x03, 0x02, 0x1A]
        case .sha256: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
        case .sha384: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02]
        case .sha512: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03]
        }
    }

    /// Source: RFC 8017, appendix C.
    private var rsa: Algorithm {
        let family = ObjectIdentifierBytes.rsaEncryption.dropLast()
        return switch self {
        case .sha1: (family + [0x05], .sha1WithRSAEncryption)
        case .sha256: (family + [0x0B], .sha256WithRSAEncryption)
        case .sha384: (family + [0x0C], .sha384WithRSAEncryption)
        case .sha512: (family + [0x0D], .sha512WithRSAEncryption)
        }
    }

    /// Source: RFC 5758, 3.2.
    private var ecdsa: Algorithm? {
        let family: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03]
        return switch self {
        case .sha1: nil
        case .sha256: (family + [0x02], .ecdsaWithSHA256)
        case .sha384: (family + [0x03], .ecdsaWithSHA384)
        case .sha512: (family + [0x04], .ecdsaWithSHA512)
        }
    }
}
