/// What one document tells about one transaction.
public struct TransactionObservation: Hashable, Sendable {
    /// The transaction's id in that document.
    public let transactionID: TransactionID
    /// Its chain.
    public let originalTransactionID: OriginalTransactionID
    /// Where it was bought.
    public let environment: AppStoreEnvironment
    /// The standing of the signed part that tells it; nil when it has the document's.
    public var precedence: Precedence?
    /// What the document says of it.
    public var values: TransactionValues

    /// What a document tells about a transaction.
    public init(
        transactionID: TransactionID, originalTransactionID: OriginalTransactionID,
        environment: AppStoreEnvironment, precedence: Precedence? = nil, values: TransactionValues
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.environment = environment
        self.precedence = precedence
        self.values = values
    }
}
