public import Purchases

/// Which documents to list.
public struct DocumentFilter: Hashable, Sendable {
    /// Only of this kind.
    public var kind: String?
    /// Only those that speak of this chain.
    public var chain: OriginalTransactionID?
    /// Only those that speak of this customer's chains.
    public var customer: AppUserID?

    /// All documents, unless told otherwise.
    public init(kind: String? = nil, chain: OriginalTransactionID? = nil, customer: AppUserID? = nil) {
        (self.kind, self.chain, self.customer) = (kind, chain, customer)
    }
}
