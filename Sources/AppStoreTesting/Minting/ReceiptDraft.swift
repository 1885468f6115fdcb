import AppStore
import Crypto
package import Foundation
package import JSONValues
package import Purchases

/// An app receipt before it is signed, and the answer of verifyReceipt that would say the same.
package struct ReceiptDraft: Sendable {
    /// Apple's word for where it comes from.
    package var receiptType: String? = "Production"
    package var bundleID = "com.example.tea"
    /// When the App Store made it.
    package var createdAt: Instant?
    /// The bytes of the identifier of the device that it is made for.
    package var device: [UInt8] = Array(0..<16)
    /// Its purchases, in the order in which they stand in it.
    package var purchases: [ReceiptPurchaseDraft]
    /// Fields that stand after the others.
    package var more: [ReceiptField] = []

    /// A receipt of the App Store with those purchases, made in 2023.
    package init(_ purchases: [ReceiptPurchaseDraft] = []) {
        self.purchases = purchases
        createdAt = Instant("2023-11-14T22:13:20Z")
    }

    /// What is signed: the set of its fields, the purchases behind the others.
    package var payload: [UInt8] {
        let opaque: [UInt8] = Array(100..<116)
        let bundle = CMSElement.utf8(bundleID)
        let hash = Array(Insecure.SHA1.hash(data: device + opaque + bundle))
        var fields: [ReceiptField] = [
            .date(8, nil), .number(25, 3), .text(3, "42"), .text(19, "1.0"), ReceiptField(4, opaque),
            ReceiptField(5, hash), ReceiptField(2, bundle), .date(12, createdAt?.description),
            .date(18, "2013-08-01T07:00:00Z"), ReceiptField(7, Array(repeating: 0xAB, count: 80)),
        ]
        if let receiptType { fields.append(.text(0, receiptType)) }
        return CMSElement.set((fields + purchases.map(\.field) + more).map(\.bytes))
    }

    /// The receipt in DER, signed by the leaf of a chain, with one thing wrong where a fault is given.
    package func signed(by chain: MintedChain, with fault: CMSFault? = nil) throws -> Data {
        var writer = CMSWriter(chain)
        writer.fault = fault
        return try writer.signed(payload)
    }

    /// The answer of verifyReceipt that says the same of its purchases.
    package var answer: JSONValue {
        var receipt: [String: JSONValue] = [
            "bundle_id": .string(bundleID), "in_app": .array(purchases.map(\.entry)),
        ]
        if let receiptType { receipt["receipt_type"] = .string(receiptType) }
        if let createdAt { receipt["receipt_creation_date_ms"] = .string(String(createdAt.milliseconds)) }
        return .object(["status": .integer(0), "receipt": .object(receipt)])
    }
}

/// A purchase that is written into a receipt, and into the answer of verifyReceipt that would say the same.
package struct ReceiptPurchaseDraft: Sendable {
    /// The transaction's id.
    package var id: String
    /// The chain's.
    package var original: String
    package var product = "tea.monthly"
    /// When it was charged.
    package var purchasedAt: Instant
    /// When the chain's first purchase was made.
    package var originalPurchasedAt: Instant
    package var expiresAt: Instant?
    /// When it was taken back.
    package var cancelledAt: Instant?
    /// The line item; zero for purchases that are no subscription.
    package var lineItem = 0
    /// How many were bought.
    package var quantity = 1
    /// Whether it was a free trial.
    package var isTrial = false
    /// Whether it was at an introductory price.
    package var isIntroductoryOffer = false
    package var promotionalOffer: String?

    /// A month bought at a moment, in whole seconds; the first of its chain unless the chain is named.
    package init(_ id: String, of original: String? = nil, at purchasedAt: Instant) {
        (self.id, self.original) = (id, original ?? id)
        (self.purchasedAt, originalPurchasedAt) = (purchasedAt, purchasedAt)
        expiresAt = purchasedAt + .days(30)
    }

    /// The purchase as a receipt has it, the product last.
    package var field: ReceiptField {
        .set(
            17,
            [
                .text(1709, nil), .date(1712, cancelledAt?.description), .number(1701, quantity),
                .number(1707, 3), .number(1713, isTrial ? 1 : 0), .number(1719, isIntroductoryOffer ? 1 : 0),
                .number(1711, lineItem), .text(1721, promotionalOffer), .text(1703, id),
                .text(1705, original),
                .date(1704, purchasedAt.description), .date(1706, originalPurchasedAt.description),
                .date(1708, expiresAt?.description), .text(1702, product),
            ])
    }

    /// The purchase as an entry of verifyReceipt's `in_app`.
    package var entry: JSONValue {
        var members: [String: JSONValue] = [
            "transaction_id": .string(id), "original_transaction_id": .string(original),
            "product_id": .string(product), "quantity": .string(String(quantity)),
            "is_trial_period": .string(isTrial ? "true" : "false"),
            "is_in_intro_offer_period": .string(isIntroductoryOffer ? "true" : "false"),
        ]
        let dates = [
            ("purchase_date_ms", purchasedAt), ("original_purchase_date_ms", originalPurchasedAt),
            ("expires_date_ms", expiresAt), ("cancellation_date_ms", cancelledAt),
        ]
        for (key, date) in dates { members[key] = date.map { .string(String($0.milliseconds)) } }
        if lineItem != 0 { members["web_order_line_item_id"] = .string(String(lineItem)) }
        if let promotionalOffer { members["promotional_offer_id"] = .string(promotionalOffer) }
        return .object(members)
    }
}

/// A field of a receipt, or of a purchase in it, as its bytes.
package struct ReceiptField: Sendable {
    /// SEQUENCE { type, version, value }.
    package let bytes: [UInt8]

    /// A field of a type with the bytes of its value.
    package init(_ type: Int, _ value: [UInt8]) {
        bytes = CMSElement.sequence(
            CMSElement.integer(type), CMSElement.integer(1), CMSElement.octets(value))
    }

    /// A field with a text; nil is written as an empty one, as Apple does.
    package static func text(_ type: Int, _ text: String?) -> ReceiptField {
        ReceiptField(type, CMSElement.utf8(text ?? ""))
    }

    /// A field with a date in RFC 3339; nil is written as an empty text, as Apple does.
    package static func date(_ type: Int, _ text: String?) -> ReceiptField {
        ReceiptField(type, CMSElement.ascii(text ?? ""))
    }

    /// A field with a whole number.
    package static func number(_ type: Int, _ number: Int) -> ReceiptField {
        ReceiptField(type, CMSElement.integer(number))
    }

    /// A field with a set of fields, such as a purchase.
    package static func set(_ type: Int, _ fields: [ReceiptField]) -> ReceiptField {
        ReceiptField(type, CMSElement.set(fields.map(\.bytes)))
    }
}
