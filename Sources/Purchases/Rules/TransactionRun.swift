/// The time during which one transaction gives access.
public struct TransactionRun: Hashable, Sendable {
    /// What ends it.
    public enum End: Hashable, Sendable {
        /// Its term ends, or it has no end.
        case term
        /// It was taken back.
        case revocation
        /// Another plan replaced it.
        case replacement
    }

    /// The transaction's place in its chain.
    public let index: Int
    /// What was bought.
    public let transaction: Transaction
    /// What kind of product it is.
    public let kind: ProductKind
    /// When it gives access.
    public let span: Span
    /// When its bought term would end; nil without end.
    public let term: Instant?
    /// What ends it.
    public let end: End
    /// Whether it was upgraded and the plan that replaced it is not known yet.
    public let isAwaitingReplacement: Bool
}
