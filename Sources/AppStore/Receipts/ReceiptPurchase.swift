public import Purchases

/// One purchase in an app receipt.
///
/// Source: Apple, "Validating receipts on the device"; its types 1713, 1719 and 1721 as verifyReceipt names them.
public struct ReceiptPurchase: Sendable {
    /// The type of the field that holds a purchase.
    static let type = 17

    /// How many were bought.
    public private(set) var quantity: Int?
    /// The product.
    public private(set) var productID: ProductID?
    /// Its id.
    public private(set) var transactionID: TransactionID?
    /// Its chain.
    public private(set) var originalTransactionID: OriginalTransactionID?
    /// When it was charged or restored.
    public private(set) var purchasedAt: Instant?
    /// When the chain's first purchase was made.
    public private(set) var originalPurchasedAt: Instant?
    /// When what was bought ends.
    public private(set) var expiresAt: Instant?
    /// The charge across devices and restores.
    public private(set) var webOrderLineItemID: WebOrderLineItemID?
    /// When it was taken back.
    public private(set) var cancelledAt: Instant?
    /// Whether it was a free trial.
    public private(set) var isTrial: Bool?
    /// Whether it was at an introductory price.
    public private(set) var isIntroductoryOffer: Bool?
    /// The promotional offer.
    public private(set) var promotionalOfferID: String?
    /// The fields that have no meaning here.
    private(set) var unknown = UnknownAttributes()

    /// Reads the purchase in a field of the receipt; throws `malformed_receipt`, `bad_date` or `too_large`.
    init(_ attribute: ReceiptAttribute) throws(DocumentProblem) {
        var fields = try attribute.fields
        while let field = try fields.next() {
            if try !takeIdentity(field), try !takeDate(field), try !takeOffer(field) { unknown.keep(field) }
        }
    }

    /// Takes a field that says what was bought; whether it is one.
    private mutating func takeIdentity(_ field: ReceiptAttribute) throws(DocumentProblem) -> Bool {
        switch field.type {
        case 1701: quantity = try field.integer
        case 1702: productID = try field.text.map(ProductID.init(_:))
        case 1703: transactionID = try field.text.map(TransactionID.init(_:))
        case 1705: originalTransactionID = try field.text.map(OriginalTransactionID.init(_:))
        case 1711: webOrderLineItemID = try lineItem(field)
        default: return false
        }
        return true
    }

    private mutating func takeDate(_ field: ReceiptAttribute) throws(DocumentProblem) -> Bool {
        switch field.type {
        case 1704: purchasedAt = try field.date
        case 1706: originalPurchasedAt = try field.date
        case 1708: expiresAt = try field.date
        case 1712: cancelledAt = try field.date
        default: return false
        }
        return true
    }

    private mutating func takeOffer(_ field: ReceiptAttribute) throws(DocumentProblem) -> Bool {
        switch field.type {
        case 1713: isTrial = try field.integer.map { $0 != 0 }
        case 1719: isIntroductoryOffer = try field.integer.map { $0 != 0 }
        case 1721: promotionalOfferID = try field.text
        default: return false
        }
        return true
    }

    /// A missing line item is written as zero.
    private func lineItem(_ field: ReceiptAttribute) throws(DocumentProblem) -> WebOrderLineItemID? {
        guard let number = try field.integer, number != 0 else { return nil }
        return WebOrderLineItemID(String(number))
    }
}
