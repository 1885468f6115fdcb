import Foundation
import Purchases

/// Decodes an app receipt, as its base64 in a JSON text.
///
/// It tells the transactions that verifyReceipt would, and nothing about renewals.
struct ReceiptDecoder {
    private let receipt: AppReceipt

    /// Reads and checks a receipt; throws `wrong_type` when it is no text, else what `AppReceipt` and `check` throw.
    ///
    /// What Xcode and local testing make is not signed by Apple, and is not checked.
    init(
        _ document: JSONValue, checker: SignatureChecker, device: ReceiptDevice? = nil
    ) throws(DocumentProblem) {
        guard let text = document.string else {
            throw DocumentProblem(
                .wrongType, "the receipt is \(document.typeName), not a text: send it in base64")
        }
        receipt = try AppReceipt(base64OrDER: Data(text.utf8))
        if receipt.environment.isSignedByApple { try checker.check(receipt) }
        if let device, !receipt.isOf(device: device) {
            throw DocumentProblem(
                .deviceMismatch,
                "the receipt is of another device: bring it without --device-id to take it in anyway")
        }
    }

    /// What the receipt tells; throws what is wrong with a field.
    func contents(
        of kind: DocumentKind = .receipt, in frame: DocumentContext
    ) throws(DocumentProblem) -> DocumentContents {
        let fields = try FieldReader(receipt.json)
        guard try fields.identifier("receipt_type") != nil else {
            throw fields.problem(
                .badValue, "receipt_type", "is missing, so it may be a test", "send the receipt as it came")
        }
        let environment = receipt.environment
        let bundleID = try fields.identifier("bundle_id").map(BundleID.init)
        var lists = TransactionLists(environment: environment, bundleID: bundleID)
        try lists.add(fields.value("in_app"), path: "in_app")
        let transactions = lists.transactions
        let time = receipt.createdAt ?? transactions.flatMap(\.pastDates).max()
        var contents = frame.contents(
            kind, frame.precedence(isSigned: environment.isSignedByApple, time))
        contents.environment = environment
        contents.bundleID = bundleID
        contents.transactions = transactions
        contents.lists = lists.first ?? []
        return contents
    }
}
