import Purchases

extension FuzzSamples {
    /// Receipts with and without purchases.
    static let receipts: [ReceiptDraft] = {
        var renewal = ReceiptPurchaseDraft("7001", of: "7000", at: moment)
        (renewal.lineItem, renewal.promotionalOffer, renewal.isTrial) = (9001, "SPRING", true)
        var refunded = ReceiptPurchaseDraft("7100", at: moment)
        (refunded.product, refunded.cancelledAt, refunded.expiresAt) = ("coins", moment, nil)
        var sandbox = ReceiptDraft([refunded])
        sandbox.receiptType = "ProductionSandbox"
        return [ReceiptDraft([renewal, refunded]), sandbox, ReceiptDraft()]
    }()

    /// The content of a receipt in which bytes stand as the value of one of its fields.
    static func receipt(_ value: [UInt8], inField type: Int) -> [UInt8] {
        var draft = ReceiptDraft([ReceiptPurchaseDraft("7001", at: moment)])
        draft.more = [ReceiptField(type, value)]
        return draft.payload
    }

    /// The content of a receipt in which bytes stand as the value of a field of a purchase.
    static func receipt(_ value: [UInt8], inPurchaseField type: Int) -> [UInt8] {
        let whole = [ReceiptField.text(1702, "tea"), .text(1703, "7001"), .text(1705, "7000")]
        return CMSElement.set([ReceiptField.set(17, whole + [ReceiptField(type, value)]).bytes])
    }
}
