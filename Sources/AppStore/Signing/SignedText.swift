import Crypto
package import Foundation
package import JSONValues
import Purchases
import X509

/// A document in JWS compact form, taken apart but not checked.
///
/// Source: RFC 7515; Apple, `JWSTransaction`, `JWSRenewalInfo`, `signedPayload`.
package struct SignedText: Hashable, Sendable {
    /// The most bytes that a text can have.
    package static let sizeLimit = 4 * 1024 * 1024
    /// The most values that a header or a payload can have; Apple's have less than a hundred.
    ///
    /// Small values take up to eighty times their text in memory.
    package static let valueLimit = 10_000

    /// The header; always an object.
    package let header: JSONValue
    /// The payload; always an object.
    package let payload: JSONValue
    /// The bytes of the signature; empty when there is none.
    let signature: Data
    /// The header as it came, in base64url.
    let headerText: Substring
    /// The text that the signature covers: header and payload as they came.
    let signedText: Substring

    /// Takes a text apart; throws `malformed_jws` or `too_large`.
    package init(_ text: String) throws(DocumentProblem) { try self.init(text) { _ in nil } }

    /// Takes a text apart; a header that is known is not read again; throws `malformed_jws` or `too_large`.
    init(_ text: String, knownHeader: (Substring) -> JSONValue?) throws(DocumentProblem) {
        let parts = try SignedText.parts(of: text)
        headerText = parts[0]
        if let known = knownHeader(parts[0]) {
            header = known
        } else {
            header = try SignedText.object(parts[0], name: "header")
        }
        payload = try SignedText.object(parts[1], name: "payload")
        signature = try SignedText.bytes(parts[2], name: "signature")
        signedText = text[..<parts[1].endIndex]
    }

    /// What a text says, without a look at its header and signature; throws `malformed_jws` or `too_large`.
    package static func payload(of text: String) throws(DocumentProblem) -> JSONValue {
        try object(parts(of: text)[1], name: "payload")
    }

    private static func parts(of text: String) throws(DocumentProblem) -> [Substring] {
        guard text.utf8.count <= SignedText.sizeLimit else {
            throw DocumentProblem(
                .tooLarge,
                "the signed text is larger than \(SignedText.sizeLimit) bytes: send one document at a time")
        }
        let points = SignedText.points(in: text)
        guard points.count == 2 else {
            throw SignedText.malformed("this is not three parts joined by points")
        }
        let letters = text.utf8
        let (first, second) = (
            letters.index(letters.startIndex, offsetBy: points[0]),
            letters.index(letters.startIndex, offsetBy: points[1])
        )
        return [
            text[..<first], text[letters.index(after: first)..<second], text[letters.index(after: second)...],
        ]
    }

    /// Where the points stand, counted in bytes; three of them are looked for at most.
    private static func points(in text: String) -> [Int] {
        var text = text
        return text.withUTF8 { letters in
            var (points, start) = ([Int](), 0)
            while points.count < 3, let found = letters.place(of: UInt8(ascii: "."), from: start) {
                points.append(found)
                start = found + 1
            }
            return points
        }
    }

    /// How often that stands in JSON which comes before a value; in texts too, so that it is never too low.
    private static func valueCount(_ bytes: Data) -> Int {
        bytes.withUnsafeBytes { $0.count { $0 == 0x2C || $0 == 0x5B || $0 == 0x7B } }
    }

    private static func object(_ part: Substring, name: String) throws(DocumentProblem) -> JSONValue {
        let bytes = try bytes(part, name: name)
        guard bytes.count <= valueLimit || valueCount(bytes) <= valueLimit else {
            throw DocumentProblem(
                .tooLarge, "the \(name) has more than \(valueLimit) values: send the text as it came")
        }
        let value: JSONValue
        do {
            value = try JSONValue(document: bytes)
        } catch {
            throw DocumentProblem(.malformedJWS, "the \(name) of the signed text: \(error.detail)")
        }
        guard value.object != nil else {
            throw malformed("the \(name) is \(value.typeName), not an object")
        }
        return value
    }

    private static func bytes(_ part: Substring, name: String) throws(DocumentProblem) -> Data {
        guard let bytes = Data(base64URL: part) else { throw malformed("the \(name) is not base64url") }
        return bytes
    }

    /// Bytes in base64url without padding, as the parts of a signed text stand in it.
    ///
    /// Source: RFC 7515, 2.
    package static func base64URL(_ bytes: Data) -> String {
        let digits = bytes.base64EncodedData().filter { $0 != UInt8(ascii: "=") }
        return String(
            decoding: digits.map { digit -> UInt8 in
                switch digit {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                default: digit
                }
            }, as: UTF8.self)
    }

    private static func malformed(_ what: String) -> DocumentProblem {
        DocumentProblem(.malformedJWS, "this is no JWS in compact form, \(what): send the text as it came")
    }
}

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

extension Data {
    /// Reads base64url, with or without padding; nil for anything else, spaces and lines included.
    ///
    /// Source: RFC 7515, 2; RFC 4648, 5.
    init?(base64URL text: Substring) {
        var text = text
        guard let digits = text.withUTF8(Data.standardDigits), let bytes = Data(base64Encoded: digits) else {
            return nil
        }
        self = bytes
    }

    /// The same digits in plain base64, padded; nil when one of them is a digit of plain base64 only, or one is left over.
    private static func standardDigits(_ digits: UnsafeBufferPointer<UInt8>) -> Data? {
        let count = countWithoutPadding(digits)
        guard count % 4 != 1 else { return nil }
        var standard = Data(digits[..<count])
        let isPlain = standard.withUnsafeMutableBytes { bytes in
            // Without a way out of the loop, so that many digits are looked at at a time.
            var strange: UInt8 = 0
            for place in bytes.indices {
                let digit = bytes[place]
                strange |= digit == 0x2B || digit == 0x2F || digit == 0x3D ? 1 : 0
                bytes[place] = digit == 0x2D ? 0x2B : digit == 0x5F ? 0x2F : digit
            }
            return strange == 0
        }
        guard isPlain else { return nil }
        standard.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (4 - count % 4) % 4))
        return standard
    }

    /// How many digits there are before the padding, when the text is padded as it must be; else all there are.
    private static func countWithoutPadding(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
        let padding = UInt8(ascii: "=")
        guard digits.count % 4 == 0, digits.last == padding else { return digits.count }
        return digits.count - (digits[digits.count - 2] == padding ? 2 : 1)
    }
}
