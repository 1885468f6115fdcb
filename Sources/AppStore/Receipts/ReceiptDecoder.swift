import Crypto
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

extension AppReceipt {
    /// What it says, to be read by people and programs, in the words of verifyReceipt; dates are RFC 3339.
    ///
    /// What it leaves out is null. Fields without a known meaning stand under their type, as the first bytes of
    /// their value.
    public var json: JSONValue {
        .object([
            "receipt_type": .text(receiptType), "environment": .string(environment.rawValue),
            "bundle_id": .text(bundleID?.rawValue), "application_version": .text(appVersion),
            "original_application_version": .text(originalAppVersion),
            "receipt_creation_date": .text(createdAt?.description),
            "original_purchase_date": .text(originalPurchasedAt?.description),
            "expiration_date": .text(expiresAt?.description), "opaque_value": .hexadecimal(opaqueValue),
            "sha1_hash": .hexadecimal(deviceHash), "unknown": unknown.json,
            "in_app": .array(purchases.map(\.json)),
        ])
    }
}

extension ReceiptPurchase {
    /// What it says, as an entry of verifyReceipt's `in_app` would.
    var json: JSONValue {
        .object([
            "quantity": quantity.map { .integer(Int64($0)) } ?? .null,
            "product_id": .text(productID?.rawValue), "transaction_id": .text(transactionID?.rawValue),
            "original_transaction_id": .text(originalTransactionID?.rawValue),
            "web_order_line_item_id": .text(webOrderLineItemID?.rawValue),
            "purchase_date": .text(purchasedAt?.description),
            "original_purchase_date": .text(originalPurchasedAt?.description),
            "expires_date": .text(expiresAt?.description),
            "cancellation_date": .text(cancelledAt?.description),
            "is_trial_period": isTrial.map(JSONValue.bool) ?? .null,
            "is_in_intro_offer_period": isIntroductoryOffer.map(JSONValue.bool) ?? .null,
            "promotional_offer_id": .text(promotionalOfferID), "unknown": unknown.json,
        ])
    }
}

extension JSONValue {
    /// A text, or null.
    fileprivate static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}

/// The identifier of a device, as the receipts made on it are bound to it.
///
/// Source: Apple, "Validating receipts on the device": `identifierForVendor` on iOS, the MAC address on macOS.
public struct ReceiptDevice: Hashable, Sendable {
    /// The bytes that are hashed.
    let bytes: [UInt8]

    /// Reads a UUID, a MAC address, or any bytes in hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        if let uuid = UUID(uuidString: text) {
            bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
            return
        }
        let digits = text.filter { $0 != ":" && $0 != "-" }.map(\.hexDigitValue)
        guard (2...128).contains(digits.count), digits.count.isMultiple(of: 2) else { return nil }
        let values = digits.compactMap { $0.map(UInt8.init) }
        guard values.count == digits.count else { return nil }
        bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension AppReceipt {
    /// Whether it was made for that device; false too for a receipt without the fields that say so.
    ///
    /// Source: Apple, "Validating receipts on the device": the SHA-1 of the device's identifier, the opaque value
    /// and the bundle id, each in its raw bytes.
    public func isOf(device: ReceiptDevice) -> Bool {
        guard !deviceHash.isEmpty, !opaqueValue.isEmpty, !bundleIDBytes.isEmpty else { return false }
        var hash = Insecure.SHA1()
        hash.update(data: device.bytes)
        hash.update(data: opaqueValue)
        hash.update(data: bundleIDBytes)
        return hash.finalize().elementsEqual(deviceHash)
    }
}
