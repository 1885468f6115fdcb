public import Purchases

/// A failed purchase that an agent heard of from the customer.
public struct OpenTicketRequest: Hashable, Sendable {
    /// Who paid.
    public var customer: AppUserID
    /// What was bought.
    public var product: ProductID
    /// When the customer was charged; nil when the customer was not.
    public var chargedAt: Instant?
    /// Whether the app closed the payment transaction without delivering.
    public var isFinished: Bool
    /// The transaction, where an invoice or the app shows it.
    public var transactionID: TransactionID?
    /// What it cost.
    public var price: Money?
    /// What the customer said.
    public var note: String?
    /// The helpdesk's case.
    public var reference: String?

    /// A failed purchase to open a ticket for.
    public init(
        customer: AppUserID, product: ProductID, chargedAt: Instant?, isFinished: Bool = false,
        transactionID: TransactionID? = nil, price: Money? = nil, note: String? = nil,
        reference: String? = nil
    ) {
        self.customer = customer
        self.product = product
        self.chargedAt = chargedAt
        self.isFinished = isFinished
        self.transactionID = transactionID
        self.price = price
        self.note = note
        self.reference = reference
    }
}
