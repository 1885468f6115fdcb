public import Purchases

/// What a search found.
public struct SearchResults: Hashable, Sendable {
    /// What a query most likely is.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The order id of an invoice.
        case orderID = "order_id"
        /// A transaction.
        case transactionID = "transaction_id"
        /// A chain.
        case originalTransactionID = "original_transaction_id"
        /// A subscription's charge.
        case webOrderLineItemID = "web_order_line_item_id"
        /// An `app_account_token`.
        case uuid
        /// An address.
        case email
        /// A customer.
        case appUserID = "app_user_id"
        /// Some text.
        case text
    }

    /// One customer, or one chain without a customer.
    public struct Match: Hashable, Sendable {
        /// The customer; nil for a chain that is nobody's.
        public let customer: Customer?
        /// The chain that was found; nil when the customer was.
        public let chain: OriginalTransactionID?
        /// What of it fits: `app_user_id`, `email`, `name`, `app_account_token` or the name of a transaction's id.
        public let matchedOn: String
        /// The text that fits.
        public let matchedText: String
        /// Whether any entitlement of the customer holds.
        public let hasAccess: Bool
    }

    /// The query without spaces around it.
    public let query: String
    /// What it most likely is.
    public let kind: Kind
    /// What was found, exact matches first.
    public let matches: [Match]
    /// Whether there may be more.
    public let isTruncated: Bool
}
