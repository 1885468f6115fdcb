/// The purchases of an app receipt, in no order that counts, each read when it is asked for.
public struct ReceiptPurchases: Sequence, IteratorProtocol, Sendable {
    /// The most purchases that a receipt can tell; a subscription renewed weekly makes some fifty a year.
    static let limit = 10_000

    private var fields: ReceiptAttributes?

    /// The purchases among the fields of a receipt that was read whole before, so that none of them is damaged.
    init(of receipt: AppReceipt) { fields = try? ReceiptAttributes(receipt.signedData.content) }

    /// The next purchase.
    public mutating func next() -> ReceiptPurchase? {
        while let field = try? fields?.next() {
            if field.type == ReceiptPurchase.type { return try? ReceiptPurchase(field) }
        }
        return nil
    }
}

extension AppReceipt {
    /// The purchases that it tells.
    public var purchases: ReceiptPurchases { ReceiptPurchases(of: self) }
}
