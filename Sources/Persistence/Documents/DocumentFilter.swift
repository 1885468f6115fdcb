public import Purchases

/// Which documents to list; what is given counts together.
public struct DocumentFilter: Hashable, Sendable {
    /// The name of a kind of notification: its type, and its subtype where that is asked for too.
    public struct NotificationName: Hashable, Sendable {
        /// Apple's `notification_type`.
        public let type: String
        /// Apple's subtype; nil for any, and for none.
        public let subtype: String?

        /// Reads `DID_FAIL_TO_RENEW` or `DID_FAIL_TO_RENEW/GRACE_PERIOD`.
        public init(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 1)
            type = parts.first.map(String.init) ?? ""
            subtype = parts.count > 1 ? String(parts[1]) : nil
        }
    }

    /// Only of this kind.
    public var kind: DocumentKind?
    /// Only those that carry a notification of this name.
    public var notification: NotificationName?
    /// Only those that speak of this chain.
    public var chain: OriginalTransactionID?
    /// Only those that speak of this customer's chains.
    public var customer: AppUserID?
    /// Only those that were checked as far as this.
    public var check: StoreNotification.Check?

    /// All documents, unless told otherwise.
    public init(
        kind: DocumentKind? = nil, notification: NotificationName? = nil,
        chain: OriginalTransactionID? = nil, customer: AppUserID? = nil,
        check: StoreNotification.Check? = nil
    ) {
        (self.kind, self.notification, self.chain) = (kind, notification, chain)
        (self.customer, self.check) = (customer, check)
    }
}
