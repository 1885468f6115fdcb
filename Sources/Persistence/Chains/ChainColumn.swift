/// The columns that a chain is read from.
enum ChainColumn: Int, ColumnList {
    case id
    case environment
    case originalTransactionId
    case customerId
    case ownerKnownMs
    case newestDocumentMs
    case newestKnownMs
    case historyReachMs
}
