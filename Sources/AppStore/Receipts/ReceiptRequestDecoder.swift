import Purchases

/// Decodes a request to verifyReceipt, which was brought in place of its answer: the receipt that it carries.
struct ReceiptRequestDecoder {
    private let receipt: ReceiptDecoder

    /// Reads and checks the receipt; throws `receipt_not_decodable` when there is none, else why it is refused.
    init(
        _ document: JSONValue, checker: SignatureChecker, device: ReceiptDevice? = nil
    ) throws(DocumentProblem) {
        guard let text = document["receipt-data"], text != .string("") else {
            throw ReceiptRequestDecoder.undecodable("it carries none")
        }
        do {
            receipt = try ReceiptDecoder(text, checker: checker, device: device)
        } catch  where error.reason == .malformedReceipt || error.reason == .wrongType {
            throw ReceiptRequestDecoder.undecodable(error.detail)
        }
    }

    /// What the receipt tells; throws what is wrong with a field.
    func contents(in frame: DocumentContext) throws(DocumentProblem) -> DocumentContents {
        try receipt.contents(of: .verifyReceiptRequest, in: frame)
    }

    private static func undecodable(_ why: String) -> DocumentProblem {
        DocumentProblem(
            .receiptNotDecodable,
            "this is a request to verifyReceipt, and its receipt cannot be decoded (\(why)): bring the answer instead"
        )
    }
}
