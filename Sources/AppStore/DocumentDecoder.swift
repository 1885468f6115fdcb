import Foundation
package import JSONValues
package import Purchases

/// Decodes a document of Apple's whose kind is known, with the decoder of that kind. Those of the app's own kinds stand
/// in `Intake/AppFormats`; `Intake/Reading/DocumentDecoding.swift` chooses.
package struct DocumentDecoder: Sendable {
    private let checker: SignatureChecker
    private let device: ReceiptDevice?

    /// A decoder that has signatures checked, and receipts held against a device where one is named.
    package init(checker: SignatureChecker, device: ReceiptDevice? = nil) {
        (self.checker, self.device) = (checker, device)
    }

    /// What a document says; throws what is wrong with it, `wrong_kind` for the app's own kinds.
    package func decoded(
        _ document: JSONValue, as kind: DocumentKind, in context: DocumentContext
    ) throws(DocumentProblem) -> DecodedContents {
        switch kind {
        case .verifyReceipt: return (try VerifyReceiptDecoder(document).contents(in: context), nil)
        case .notificationV1: return (try NotificationV1Decoder(document).contents(in: context), nil)
        case .notificationV2:
            return try NotificationV2Decoder(document, checker: checker).decoded(in: context)
        case .signedTransaction, .signedRenewalInfo:
            return try SignedTextDecoder(document, checker: checker).decoded(as: kind, in: context)
        case .serverAPI: return try ServerAPIDecoder(document, checker: checker).decoded(in: context)
        case .receipt:
            return try ReceiptDecoder(document, checker: checker, device: device).decoded(in: context)
        case .verifyReceiptRequest:
            return try ReceiptRequestDecoder(document, checker: checker, device: device).decoded(in: context)
        case .customers, .purchaseReport:
            throw DocumentProblem(.wrongKind, "this is the app's own document, not one of Apple's")
        }
    }
}
