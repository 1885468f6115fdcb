import AppStore
public import JSONValues
import Persistence
public import Purchases

/// A document that was understood, with everything the store needs to take it in.
public struct DecodedDocument: Hashable, Sendable {
    /// What it tells; its kind, standing, owner and environment among it.
    public let contents: DocumentContents
    /// What its signed parts say; nil when it can be read as it is.
    public let payload: JSONValue?
    /// The shared secret that it carries, for comparison only: never kept, shown or logged.
    public let sharedSecret: String?
    private let document: SourceDocument
    private let text: String

    /// Decodes a document that was said or seems to be of a kind; throws what is wrong with it.
    ///
    /// Everything is decoded from the masked document, so that nothing that is kept can hold a secret.
    init(
        _ source: SourceDocument, as kind: DocumentKind, by decoder: DocumentDecoder
    ) throws(DocumentProblem) {
        var document = source
        document.value = source.value.inOneForm(as: kind)
        (document.value, text) = document.value.maskedWithText
        self.document = document
        let context = DocumentContext(
            digest: JSONValue.digest(ofCanonicalText: text), receivedAt: source.envelope.receivedAt,
            owner: source.customer, orderID: source.envelope.orderID,
            needsEvidence: source.envelope.needsEvidence)
        sharedSecret = kind == .notificationV1 ? NotificationSecret.value(in: source.value) : nil
        (contents, payload) = try DecodedDocument.told(by: document.value, as: kind, decoder, in: context)
    }

    /// What a masked document of a kind tells, and what its signed parts say.
    static func told(
        by document: JSONValue, as kind: DocumentKind, _ decoder: DocumentDecoder, in context: DocumentContext
    ) throws(DocumentProblem) -> DecodedContents {
        switch kind {
        case .customers: return (try CustomerDecoder(document).contents(in: context), nil)
        case .purchaseReport: return (try PurchaseReportDecoder(document).contents(in: context), nil)
        case .verifyReceipt, .verifyReceiptRequest, .receipt, .notificationV1, .notificationV2,
            .signedTransaction, .signedRenewalInfo, .serverAPI:
            return try decoder.decoded(document, as: kind, in: context)
        }
    }

    /// Where it was read: `file`, `file:line` or `file#index`.
    public var source: String { document.source }

    /// What its envelope says about where it comes from.
    public var origin: String? { document.envelope.origin }

    /// The document's kind.
    public var kind: DocumentKind { contents.kind }

    /// The document as it is kept: canonical JSON, secrets masked, without receipts in base64.
    public var body: String {
        document.value.hasReceiptData ? document.value.withoutReceiptData.canonicalText : text
    }

    /// The lower-case hexadecimal SHA-256 of its canonical JSON, secrets masked, without its envelope.
    public var digest: String { contents.precedence.digest }

    /// The document as it goes to quarantine when the store must refuse it after all.
    func rejection(_ reason: RejectionReason, detail: String) -> Rejection {
        document.rejection(DocumentProblem(reason, detail), kind: kind)
    }
}

extension JSONValue {
    /// A document's value where the same document can be written in several ways: base64 however it is wrapped, a signature
    /// in either of its forms.
    fileprivate func inOneForm(as kind: DocumentKind) -> JSONValue {
        switch kind {
        case .receipt: string.map { JSONValue.string(AppReceipt.plainText(ofBase64: $0)) } ?? self
        case .notificationV2, .signedTransaction, .signedRenewalInfo, .serverAPI: withOneFormOfSignatures
        case .verifyReceipt, .verifyReceiptRequest, .notificationV1, .purchaseReport, .customers: self
        }
    }
}

extension SourceDocument {
    /// What it tells, or why it was not understood.
    func decoded(by decoder: DocumentDecoder) -> Result<DecodedDocument, Rejection> {
        guard let kind else { return .failure(rejection(unknown, kind: nil)) }
        do throws(DocumentProblem) {
            return .success(try DecodedDocument(self, as: kind, by: decoder))
        } catch {
            return .failure(rejection(error, kind: kind))
        }
    }

    private var unknown: DocumentProblem {
        let what =
            value.object == nil
            ? "\(value.typeName) is no document" : "none of the known kinds has these fields"
        return DocumentProblem(.unknownKind, "\(what): say what it is with --as KIND")
    }
}
