import Purchases

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
