/// What the app itself tells about one purchase attempt.
package struct PurchaseReport: Hashable, Sendable {
    package let attempt: AttemptID
    /// What it tells beside its events.
    package let values: PurchaseReportValues
    /// What happened, in no order.
    package let events: [PurchaseEvent]

    /// A report about an attempt.
    package init(attempt: AttemptID, values: PurchaseReportValues, events: [PurchaseEvent]) {
        (self.attempt, self.values, self.events) = (attempt, values, events)
    }
}

/// The fields of a purchase report that stand beside its events; nil is what a report left out.
package struct PurchaseReportValues: FieldMergeable {
    /// Who bought.
    package var customer: AppUserID?
    package var product: ProductID?
    /// The payment transaction, once the app knows it.
    package var transactionID: TransactionID?
    /// The chain, once the app knows it.
    package var originalTransactionID: OriginalTransactionID?
    /// The line item, where the app knows it.
    package var webOrderLineItemID: WebOrderLineItemID?
    /// Where it was bought; Production when left out.
    package var environment: AppStoreEnvironment?
    package var bundleID: BundleID?
    package var appVersion: String?
    package var systemVersion: String?
    /// The device's model.
    package var device: String?
    /// The storefront, three letters.
    package var storefront: String?
    /// The price as the app showed it.
    package var price: Money?

    /// Values of which nothing is told yet.
    package init() {}

    /// These values, with what they leave out taken from others.
    package func merging(_ others: PurchaseReportValues) -> PurchaseReportValues {
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
