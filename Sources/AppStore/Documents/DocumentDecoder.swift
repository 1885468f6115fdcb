public import Purchases

/// Decodes a document whose kind is known.
public enum DocumentDecoder {
    /// What a document tells; throws `unsupported_kind` for the kinds that cannot be read yet, else what is wrong.
    public static func contents(
        of document: JSONValue, kind: DocumentKind, in frame: DocumentFrame
    ) throws(DocumentProblem) -> DocumentContents {
        switch kind {
        case .verifyReceipt: return try VerifyReceiptDecoder(document).contents(in: frame)
        case .notificationV1: return try NotificationV1Decoder(document).contents(in: frame)
        case .customers: return try CustomerDecoder(document).contents(in: frame)
        case .purchaseReport: return try PurchaseReportDecoder(document).contents(in: frame)
        case .verifyReceiptRequest:
            throw DocumentProblem(
                .receiptNotDecodable,
                "this is a request to verifyReceipt, and its receipt cannot be decoded: bring the answer instead"
            )
        default: throw unsupported(kind)
        }
    }

    /// Says that documents of a kind are known but cannot be read yet.
    public static func unsupported(_ kind: DocumentKind) -> DocumentProblem {
        DocumentProblem(
            .unsupportedKind,
            "documents of kind \(kind.rawValue) cannot be read yet: it is kept, retry it after an update")
    }
}
