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
        /// The number of a ticket.
        case ticket
        /// Some text.
        case text
    }

    /// How much of a text is read, in bytes.
    public static let mostBytes = 4_000_000

    /// One customer, one chain without a customer, or one ticket.
    public struct Match: Hashable, Sendable {
        /// The customer; nil for a chain or a ticket that is nobody's.
        public let customer: Customer?
        /// The chain that was found; nil when the customer was.
        public let chain: OriginalTransactionID?
        /// The ticket, when that was found.
        public let ticket: TicketID?
        /// What of it fits: `app_user_id`, `email`, `name`, `app_account_token`, `ticket`
        /// or the name of a transaction's id.
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
    /// Whether the query was read as a text, for every id, address and name in it.
    public let isRead: Bool
    /// Whether there may be more.
    public let isTruncated: Bool

    /// The order id that was looked for in vain, in capitals; nil when something was found or the query is none.
    public var unknownOrder: OrderID? {
        matches.isEmpty && kind == .orderID ? SearchNeedle(query).order.map { OrderID($0) } : nil
    }

    /// The fields that matches name, those first that name somebody most surely.
    private static let fields = [
        "ticket", "order_id", "app_account_token", "original_transaction_id", "transaction_id",
        "web_order_line_item_id", "email", "app_user_id", "name",
    ]

    /// How surely a field names somebody, the surest 0.
    static func order(of field: String) -> Int { fields.firstIndex(of: field) ?? fields.count }
}
