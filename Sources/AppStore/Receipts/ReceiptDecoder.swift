import Crypto
import Foundation
package import JSONValues
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
    func decoded(
        as kind: DocumentKind = .receipt, in context: DocumentContext
    ) throws(DocumentProblem) -> DecodedContents {
        try receipt.requireType()
        if let bundleID = receipt.bundleID?.rawValue {
            try FieldReader.requireIdentifier(bundleID, at: "bundle_id")
        }
        let (lists, entries) = try lists()
        let time = receipt.createdAt ?? lists.transactions.flatMap(\.pastDates).max()
        let isSigned = receipt.environment.isSignedByApple
        var contents = context.contents(kind, precedence: context.precedence(isSigned: isSigned, time))
        contents.environment = receipt.environment
        contents.bundleID = receipt.bundleID
        contents.transactions = lists.transactions
        contents.lists = lists.first ?? []
        return (contents, receipt.json(purchases: entries))
    }

    /// The purchases, and what they say for people, in one pass over the receipt.
    private func lists() throws(DocumentProblem) -> (lists: TransactionLists, entries: [JSONValue]) {
        var (told, entries) = ([TransactionObservation](), [JSONValue]())
        for purchase in receipt.purchases {
            told.append(try purchase.observation(in: receipt, at: "in_app[\(entries.count)]"))
            entries.append(purchase.json)
        }
        var lists = TransactionLists(environment: receipt.environment, bundleID: receipt.bundleID)
        lists.add(told, from: entries)
        return (lists, entries)
    }
}

extension AppReceipt {
    /// Requires Apple's word for where it comes from; throws `bad_value`.
    fileprivate func requireType() throws(DocumentProblem) {
        guard let receiptType else {
            throw DocumentProblem(
                .badValue, "receipt_type is missing, so it may be a test: send the receipt as it came")
        }
        try FieldReader.requireIdentifier(receiptType, at: "receipt_type")
    }
}

extension ReceiptPurchase {
    /// What the purchase tells; throws `missing_id`, `missing_product` or `bad_value`, naming its place.
    fileprivate func observation(
        in receipt: AppReceipt, at place: String
    ) throws(DocumentProblem) -> TransactionObservation {
        let id = try identifier(transactionID?.rawValue, at: "\(place).transaction_id", else: .missingID)
        let original = try identifier(
            originalTransactionID?.rawValue, at: "\(place).original_transaction_id", else: .missingID)
        let product = try identifier(productID?.rawValue, at: "\(place).product_id", else: .missingProduct)
        var values = TransactionValues()
        values.productID = ProductID(product)
        values.bundleID = receipt.bundleID
        values.webOrderLineItemID = webOrderLineItemID
        values.quantity = try FieldReader.quantity(quantity, at: "\(place).quantity")
        values.purchasedAt = purchasedAt
        values.originalPurchasedAt = originalPurchasedAt
        values.expiresAt = expiresAt
        values.revocation = TransactionValues.RevocationStatement.none
        if let cancelledAt { values.revocation = .revoked(Revocation(at: cancelledAt, reason: nil)) }
        values.isTrial = isTrial
        values.isIntroductoryOffer = isIntroductoryOffer
        if let offer = promotionalOfferID {
            try FieldReader.requireIdentifier(offer, at: "\(place).promotional_offer_id")
            values.promotionalOfferID = offer
        }
        return TransactionObservation(
            transactionID: TransactionID(id), originalTransactionID: OriginalTransactionID(original),
            environment: receipt.environment, values: values)
    }

    private func identifier(
        _ text: String?, at place: String, else reason: RejectionReason
    ) throws(DocumentProblem) -> String {
        guard let text else {
            throw DocumentProblem(reason, "\(place) is missing: send the whole document")
        }
        try FieldReader.requireIdentifier(text, at: place)
        return text
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
    func decoded(in context: DocumentContext) throws(DocumentProblem) -> DecodedContents {
        try receipt.decoded(as: .verifyReceiptRequest, in: context)
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
    package var json: JSONValue { json(purchases: purchases.map(\.json)) }

    /// What it says, its purchases said already.
    fileprivate func json(purchases: [JSONValue]) -> JSONValue {
        .object([
            "receipt_type": .text(receiptType), "environment": .string(environment.rawValue),
            "bundle_id": .text(bundleID?.rawValue), "application_version": .text(appVersion),
            "original_application_version": .text(originalAppVersion),
            "receipt_creation_date": .text(createdAt?.description),
            "original_purchase_date": .text(originalPurchasedAt?.description),
            "expiration_date": .text(expiresAt?.description), "opaque_value": .hexadecimal(opaqueValue),
            "sha1_hash": .hexadecimal(deviceHash), "unknown": unknown.json,
            "in_app": .array(purchases),
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
package struct ReceiptDevice: Hashable, Sendable {
    /// The bytes that are hashed.
    let bytes: [UInt8]

    /// Reads a UUID, a MAC address, or any bytes in hexadecimal digits; nil for anything else.
    package init?(_ text: String) {
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
    package func isOf(device: ReceiptDevice) -> Bool {
        guard !deviceHash.isEmpty, !opaqueValue.isEmpty, !bundleIDBytes.isEmpty else { return false }
        var hash = Insecure.SHA1()
        hash.update(data: device.bytes)
        hash.update(data: opaqueValue)
        hash.update(data: bundleIDBytes)
        return hash.finalize().elementsEqual(deviceHash)
    }
}
