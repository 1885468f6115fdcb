public import Purchases

/// A page of a list of customers.
public struct CustomerListPage: Hashable, Sendable {
    /// One customer of a list.
    public struct Line: Hashable, Sendable {
        /// The customer.
        public let customer: Customer
        /// Whether any entitlement holds at the moment asked for.
        public let hasAccess: Bool
        /// The chain bought last, of those that the filter asks for; nil for a customer without chains.
        public let chain: OriginalTransactionID?
        /// Its product.
        public let product: ProductID?
        /// Its status at the moment asked for.
        public let status: ChainStatus?
    }

    /// The customers, in the order in which they came to the store.
    public let lines: [Line]
    /// What to give as `after` for the next page; nil at the end.
    public let next: String?
    /// How many there are in all, as far as counting went.
    public let count: CappedCount
}
