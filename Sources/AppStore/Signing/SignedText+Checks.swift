import Crypto
import Foundation
import Purchases
import X509

extension SignedText {
    /// The certificates in the header, as texts: leaf, intermediate, root; throws `no_x5c`.
    var certificates: [String] {
        get throws(DocumentProblem) {
            let texts = header["x5c"]?.array?.compactMap(\.string) ?? []
            guard texts.count == 3, header["x5c"]?.array?.count == 3 else {
                throw DocumentProblem(
                    .noCertificates,
                    "the header does not carry three certificates in x5c: send the document as Apple sent it")
            }
            return texts
        }
    }

    /// The moment as of which it is checked: when it was signed, or when an app transaction's receipt was made.
    ///
    /// Nil when it does not say; throws `bad_date` or `wrong_type`.
    var date: Instant? {
        get throws(DocumentProblem) {
            let fields = try FieldReader(payload)
            if let signed = try fields.date("signedDate") { return signed }
            return try fields.date("receiptCreationDate")
        }
    }

    /// The DER of a certificate in the header; throws `bad_certificate`.
    static func der(_ certificate: String) throws(DocumentProblem) -> [UInt8] {
        guard let bytes = Data(base64Encoded: certificate) else {
            throw DocumentProblem(
                .badCertificate, "a certificate in x5c is not base64: send the document as it came")
        }
        return [UInt8](bytes)
    }

    /// Requires the one algorithm that Apple signs with, and no extension of the form; throws `bad_signature`.
    ///
    /// Source: RFC 7515, 4.1.11: who does not know an extension that `crit` names refuses the signature.
    func requireES256() throws(DocumentProblem) {
        guard header["crit"] == nil else {
            throw DocumentProblem(
                .badSignature,
                "the header asks for an extension that Apple does not use: do not rely on this document")
        }
        guard header["alg"] == .string("ES256") else {
            let name = header["alg"].map { $0.string.map(SignedText.word) ?? $0.typeName } ?? "missing"
            throw DocumentProblem(
                .badSignature,
                "the algorithm of the signature is \(name), not ES256:"
                    + " do not rely on this document, Apple signs with ES256 only")
        }
    }

    /// The letters and digits of a name that may hold anything.
    private static func word(_ name: String) -> String {
        let letters = name.unicodeScalars.filter {
            $0.isASCII && $0.properties.isAlphabetic || ("0"..."9").contains($0)
        }
        return letters.isEmpty ? "none that is known" : String(String.UnicodeScalarView(letters.prefix(20)))
    }

    /// Requires that the key signed exactly these bytes, by ECDSA on P-256 with SHA-256; throws `bad_signature`.
    func requireSignature(by key: Certificate.PublicKey) throws(DocumentProblem) {
        guard let key = P256.Signing.PublicKey(key) else {
            throw unsigned("the leaf's key is not on the curve P-256")
        }
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
            throw unsigned("the signature has \(signature.count) bytes, not 64")
        }
        guard key.isValidSignature(signature, for: Data(signedText.utf8)) else {
            throw unsigned("the signature does not hold for these bytes")
        }
    }

    private func unsigned(_ what: String) -> DocumentProblem {
        DocumentProblem(
            .badSignature, "\(what): the document was changed, or Apple did not sign it; do not rely on it")
    }
}
