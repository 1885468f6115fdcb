package import Foundation
package import JSONValues

/// What keeps a document from being taken in: the reason for programs, the detail for people.
package struct DocumentProblem: Error, Hashable, Sendable {
    /// The machine-readable reason.
    package let reason: RejectionReason
    /// What is wrong, where, and what to do; never a secret.
    package let detail: String

    /// A problem with its reason and detail.
    package init(_ reason: RejectionReason, _ detail: String) {
        (self.reason, self.detail) = (reason, detail)
    }
}

/// Why a document could not be taken in, as programs read it; every reason there is stands here.
///
/// Quarantine keeps its texts: none is renamed.
package enum RejectionReason: String, Error, Hashable, Sendable, CaseIterable {
    /// There is nothing in it.
    case empty
    /// A directory stands where a file is expected.
    case directory
    /// The file is not there or cannot be read.
    case unreadable
    /// It is larger than any document.
    case tooLarge = "too_large"
    /// Its text is not UTF-8.
    case invalidUTF8 = "invalid_utf8"
    /// It is not JSON, or only a part of it.
    case notJSON = "not_json"
    /// It is not CSV as RFC 4180 has it.
    case notCSV = "not_csv"
    /// Its lists and objects are nested too deep.
    case tooDeep = "too_deep"
    /// It is none of the kinds that are known.
    case unknownKind = "unknown_kind"
    /// It is not of the kind that it was said to be.
    case wrongKind = "wrong_kind"
    /// It is a request whose receipt cannot be decoded.
    case receiptNotDecodable = "receipt_not_decodable"
    /// A field has another type than it can have.
    case wrongType = "wrong_type"
    /// A field has a value that it cannot have.
    case badValue = "bad_value"
    /// A date is none, or lies outside the years 1970 to 9999.
    case badDate = "bad_date"
    /// An id without which nothing can be kept is missing.
    case missingID = "missing_id"
    /// A transaction does not say of which product it is.
    case missingProduct = "missing_product"
    /// A signed part is no JWS: three parts in base64url, the first two JSON objects.
    case malformedJWS = "malformed_jws"
    /// It is no app receipt, or its ASN.1 is damaged.
    case malformedReceipt = "malformed_receipt"
    /// A signed part does not carry the three certificates that Apple sends.
    case noCertificates = "no_x5c"
    /// One of its certificates cannot be read.
    case badCertificate = "bad_certificate"
    /// Its certificates do not lead to the root that is trusted.
    case untrustedRoot = "untrusted_root"
    /// A certificate lacks the mark of those that sign for the App Store.
    case missingOID = "missing_oid"
    /// A certificate had expired when the document was made.
    case certificateExpired = "certificate_expired"
    /// A certificate was not valid yet when the document was made.
    case certificateNotYetValid = "certificate_not_yet_valid"
    /// The signature does not hold for these bytes, or is none.
    case badSignature = "bad_signature"
    /// The receipt is of another device than the one that was named.
    case deviceMismatch = "device_mismatch"
    /// It belongs to another app than the store's, by its bundle id.
    case otherBundle = "other_bundle"
    /// It belongs to another app than the store's, by its number in App Store Connect.
    case otherApp = "other_app"
    /// Its shared secret is none that the store knows.
    case secretMismatch = "secret_mismatch"
    /// It comes from an environment that only practice stores take in.
    case environmentNotAllowed = "environment_not_allowed"
}

/// The JSON of a document, within its limits: here what the parser refuses becomes a ``DocumentProblem``.
extension JSONValue {
    /// The most values that one document can have, lists and objects among them †: five thousand transactions of twenty
    /// fields. What is made of a value is many times its bytes, so this bounds what one document costs.
    package static let documentLimit = 100_000

    /// Reads the JSON of a document; throws `invalid_utf8`, `too_deep`, `too_large` or `not_json`.
    package init(document bytes: Data) throws(DocumentProblem) {
        try self.init(bytes, valueLimit: JSONValue.documentLimit)
    }

    /// Reads the JSON of a document that came over the network, which costs at most about ten times its size: a value costs
    /// 140 bytes†, and may stand for no fewer than 14. Documents are made of names and dates, and have more.
    package init(sent bytes: Data) throws(DocumentProblem) {
        try self.init(
            bytes, valueLimit: min(JSONValue.documentLimit, max(JSONValue.sentLimit, bytes.count / 14)))
    }

    /// The values that a document from the network may have, however small it is†.
    static let sentLimit = 8192

    private init(_ bytes: Data, valueLimit: Int) throws(DocumentProblem) {
        do {
            self = try JSONValue(parsing: bytes, valueLimit: valueLimit)
        } catch {
            throw DocumentProblem(error, valueLimit: valueLimit)
        }
    }
}

extension DocumentProblem {
    fileprivate init(_ error: JSONParsingError, valueLimit: Int) {
        switch error {
        case .invalidUTF8: self.init(.invalidUTF8, "the text is not UTF-8: save it as UTF-8")
        case .tooDeep:
            self.init(
                .tooDeep,
                "lists and objects are nested deeper than \(JSONValue.depthLimit): send the document flat")
        case .tooMany:
            self.init(
                .tooLarge,
                "it has more than \(valueLimit) values: send its parts, one document each")
        case .notJSON(let place):
            let near = place.map { " (around character \($0))" } ?? ""
            self.init(
                .notJSON, "this is not JSON, or only a part of it\(near): send the whole document as it came")
        }
    }
}
