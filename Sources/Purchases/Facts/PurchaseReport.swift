/// What the app itself tells about one purchase attempt.
public struct PurchaseReport: Hashable, Sendable {
    /// The attempt's name.
    public let attempt: AttemptID
    /// What it tells beside its events.
    public let values: PurchaseReportValues
    /// What happened, in no order.
    public let events: [PurchaseEvent]

    /// A report about an attempt.
    public init(attempt: AttemptID, values: PurchaseReportValues, events: [PurchaseEvent]) {
        (self.attempt, self.values, self.events) = (attempt, values, events)
    }
}

/// The fields of a purchase report that stand beside its events; nil is what a report left out.
public struct PurchaseReportValues: FieldMergeable {
    /// Who bought.
    public var customer: AppUserID?
    /// What was bought.
    public var product: ProductID?
    /// The payment transaction, once the app knows it.
    public var transactionID: TransactionID?
    /// The chain, once the app knows it.
    public var originalTransactionID: OriginalTransactionID?
    /// The line item, where the app knows it.
    public var webOrderLineItemID: WebOrderLineItemID?
    /// Where it was bought; Production when left out.
    public var environment: AppStoreEnvironment?
    /// The app.
    public var bundleID: BundleID?
    /// The app's version.
    public var appVersion: String?
    /// The system's version.
    public var systemVersion: String?
    /// The device's model.
    public var device: String?
    /// The storefront, three letters.
    public var storefront: String?
    /// The price as the app showed it.
    public var price: Money?

    /// Values of which nothing is told yet.
    public init() {}

    /// These values, with what they leave out taken from others.
    public func merging(_ others: PurchaseReportValues) -> PurchaseReportValues {
        var values = self
        values.customer = customer ?? others.customer
        values.product = product ?? others.product
        values.transactionID = transactionID ?? others.transactionID
        values.originalTransactionID = originalTransactionID ?? others.originalTransactionID
        values.webOrderLineItemID = webOrderLineItemID ?? others.webOrderLineItemID
        values.environment = environment ?? others.environment
        values.bundleID = bundleID ?? others.bundleID
        values.appVersion = appVersion ?? others.appVersion
        values.systemVersion = systemVersion ?? others.systemVersion
        values.device = device ?? others.device
        values.storefront = storefront ?? others.storefront
        values.price = price ?? others.price
        return values
    }
}
