package import AppStore
import Foundation
import JSONValues
package import Persistence
import Purchases

/// One document cut out of a source, not looked into yet.
package struct SourceDocument: Hashable, Sendable {
    /// Where it stands: `file`, `file:line` or `file#index`.
    let source: String
    /// The document itself; a receipt or a JWS is a text.
    var value: JSONValue
    /// What the caller says of it.
    let context: DocumentContext
    /// What the envelopes around it say.
    var envelope = DocumentContext()

    /// What is known of it: an envelope's word comes first, but for its kind.
    var known: DocumentContext {
        var known = envelope
        known.kind = context.kind ?? envelope.kind
        known.customer = envelope.customer ?? context.customer
        if known.receivedAt == nil, context.kind?.isTheApps == true { known.receivedAt = context.receivedAt }
        known.orderID = envelope.orderID ?? context.orderID
        known.needsEvidence = envelope.needsEvidence || context.needsEvidence
        return known
    }

    /// What it tells and what is kept of it, or why it was not understood.
    package func decoded(by decoder: DocumentDecoder) -> Result<DecodedDocument, Rejection> {
        guard let kind = known.kind ?? KindRecognizer.kind(of: value) else {
            return .failure(rejection(unknown, kind: nil))
        }
        do throws(DocumentProblem) {
            return .success(try decoded(as: kind, by: decoder))
        } catch {
            return .failure(rejection(error, kind: kind))
        }
    }

    /// Everything is decoded from the masked document, so that nothing that is kept can hold a secret.
    private func decoded(
        as kind: DocumentKind, by decoder: DocumentDecoder
    ) throws(DocumentProblem) -> DecodedDocument {
        let (masked, text) = inOneForm(as: kind).value.maskedWithText
        var context = known
        context.digest = JSONValue.digest(ofCanonicalText: text)
        let (contents, payload) = try decoder.decoded(masked: masked, as: kind, in: context)
        return DecodedDocument(
            contents: contents,
            body: masked.hasReceiptData ? masked.withoutReceiptData.canonicalText : text,
            payload: payload?.canonicalText, source: source,
            check: contents.precedence.isSigned ? .signed : .unchecked)
    }

    private var unknown: DocumentProblem {
        let what =
            value.object == nil
            ? "\(value.typeName) is no document" : "none of the known kinds has these fields"
        return DocumentProblem(.unknownKind, "\(what): say what it is with --as KIND")
    }

    /// The document where the same one can be written in several ways: base64 however it is wrapped, a signature in either
    /// of its forms.
    func inOneForm(as kind: DocumentKind) -> SourceDocument {
        var document = self
        switch kind {
        case .receipt:
            if let text = value.string { document.value = .string(AppReceipt.plainText(ofBase64: text)) }
        case .notificationV2, .signedTransaction, .signedRenewalInfo, .serverAPI:
            document.value = value.withOneFormOfSignatures
        case .verifyReceipt, .verifyReceiptRequest, .notificationV1, .purchaseReport, .customers: break
        }
        return document
    }

    /// The document as it goes to quarantine, with all that its envelopes said, so that it can be read again.
    func rejection(_ problem: DocumentProblem, kind: DocumentKind?) -> Rejection {
        Rejection(
            problem, source: source, kind: kind, customer: known.customer,
            masked: Data(enveloped.masked.canonicalText.utf8))
    }
}

extension Rejection {
    /// The most bytes that quarantine keeps of one document.
    static let byteLimit = 1 << 20

    /// A document that was not understood; its bytes must be masked already and are cut here.
    init(
        _ problem: DocumentProblem, source: String, kind: DocumentKind?, customer: AppUserID?,
        masked: Data = Data()
    ) {
        let isCut = masked.count > Rejection.byteLimit
        self.init(
            source: source, kind: kind?.rawValue, reason: problem.reason.rawValue,
            detail: problem.detail
                + (isCut ? " (only the first \(Rejection.byteLimit) bytes are kept)" : ""),
            body: Data(masked.prefix(Rejection.byteLimit)), byteCount: masked.count, customer: customer)
    }
}
