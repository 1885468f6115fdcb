public import AppStore
public import Purchases

/// A purchase that is written into a receipt, and into the answer of verifyReceipt that would say the same.
public struct ReceiptPurchaseDraft: Sendable {
    /// The transaction's id.
    public var id: String
    /// The chain's.
    public var original: String
    /// The product.
    public var product = "tea.monthly"
    /// When it was charged.
    public var purchasedAt: Instant
    /// When the chain's first purchase was made.
    public var originalPurchasedAt: Instant
    /// When it ends.
    public var expiresAt: Instant?
    /// When it was taken back.
    public var cancelledAt: Instant?
    /// The line item; zero for purchases that are no subscription.
    public var lineItem = 0
    /// How many were bought.
    public var quantity = 1
    /// Whether it was a free trial.
    public var isTrial = false
    /// Whether it was at an introductory price.
    public var isIntroductoryOffer = false
    /// The promotional offer.
    public var promotionalOffer: String?

    /// A month bought at a moment, in whole seconds; the first of its chain unless the chain is named.
    public init(_ id: String, of original: String? = nil, at purchasedAt: Instant) {
        (self.id, self.original) = (id, original ?? id)
        (self.purchasedAt, originalPurchasedAt) = (purchasedAt, purchasedAt)
        expiresAt = purchasedAt + .days(30)
    }

    /// The purchase as a receipt has it, the product last.
    public var field: ReceiptField {
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
    public var entry: JSONValue {
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
