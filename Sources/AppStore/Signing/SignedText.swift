import Foundation

/// A document in JWS compact form, taken apart but not checked.
///
/// Source: RFC 7515; Apple, `JWSTransaction`, `JWSRenewalInfo`, `signedPayload`.
public struct SignedText: Hashable, Sendable {
    /// The most bytes that a text can have.
    public static let sizeLimit = 4 * 1024 * 1024
    /// The most values that a header or a payload can have; Apple's have less than a hundred.
    ///
    /// Small values take up to eighty times their text in memory.
    public static let valueLimit = 10_000

    /// The header; always an object.
    public let header: JSONValue
    /// The payload; always an object.
    public let payload: JSONValue
    /// The bytes of the signature; empty when there is none.
    let signature: Data
    /// The text that the signature covers: header and payload as they came.
    let signedText: Substring

    /// Takes a text apart; throws `malformed_jws` or `too_large`.
    public init(_ text: String) throws(DocumentProblem) {
        let parts = try SignedText.parts(of: text)
        header = try SignedText.object(parts[0], "header")
        payload = try SignedText.object(parts[1], "payload")
        signature = try SignedText.bytes(parts[2], "signature")
        signedText = text[..<parts[1].endIndex]
    }

    /// What a text says, without a look at its header and signature; throws `malformed_jws` or `too_large`.
    public static func payload(of text: String) throws(DocumentProblem) -> JSONValue {
        try object(parts(of: text)[1], "payload")
    }

    private static func parts(of text: String) throws(DocumentProblem) -> [Substring] {
        guard text.utf8.count <= SignedText.sizeLimit else {
            throw DocumentProblem(
                .tooLarge,
                "the signed text is larger than \(SignedText.sizeLimit) bytes: send one document at a time")
        }
        let parts = text.utf8.split(
            separator: SignedText.point, maxSplits: 3, omittingEmptySubsequences: false
        )
        .map(Substring.init)
        guard parts.count == 3 else {
            throw SignedText.malformed("this is not three parts joined by points")
        }
        return parts
    }

    private static let point = UInt8(ascii: ".")

    /// How often that stands in JSON which comes before a value; in texts too, so that it is never too low.
    private static func valueCount(_ bytes: Data) -> Int {
        bytes.withUnsafeBytes { $0.count { $0 == 0x2C || $0 == 0x5B || $0 == 0x7B } }
    }

    private static func object(_ part: Substring, _ name: String) throws(DocumentProblem) -> JSONValue {
        let bytes = try bytes(part, name)
        guard valueCount(bytes) <= valueLimit else {
            throw DocumentProblem(
                .tooLarge, "the \(name) has more than \(valueLimit) values: send the text as it came")
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw DocumentProblem(.malformedJWS, "the \(name) of the signed text: \(error.detail)")
        }
        guard value.object != nil else {
            throw malformed("the \(name) is \(value.typeName), not an object")
        }
        return value
    }

    private static func bytes(_ part: Substring, _ name: String) throws(DocumentProblem) -> Data {
        guard let bytes = Data(base64URL: part) else { throw malformed("the \(name) is not base64url") }
        return bytes
    }

    private static func malformed(_ what: String) -> DocumentProblem {
        DocumentProblem(.malformedJWS, "this is no JWS in compact form, \(what): send the text as it came")
    }
}
