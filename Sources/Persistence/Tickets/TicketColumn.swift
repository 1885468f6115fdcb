/// The columns of a ticket `t` and of its customer `u`.
enum TicketColumn: Int, ColumnList {
    case id
    case group
    case state
    case appUserId
    case customerName
    case productId
    case environment
    case originalTransactionId
    case transactionId
    case priceMilliunits
    case currency
    case isListPrice
    case chargedAtMs
    case waitingSinceMs
    case openedAtMs
    case cause
    case attempts
    case attemptLimit
    case blocksRepurchase
    case appVersion
    case storefront
    case isMadeGood
    case claimedBy
    case claimedAtMs
    case assignedTo
    case contactedAtMs
    case waitingUntilMs
    case dueAtMs
    case resolution
    case resolvedAtMs
    case resolvedBy
    case creditedQuantity
    case reference
    case aftermath
    case mergedInto
    case supersededBy
    case version

    /// The column of either table.
    var sql: String {
        switch self {
        case .group: "t.\"group\""
        case .appUserId: "u.app_user_id"
        case .customerName: "u.name"
        default: "t.\(name)"
        }
    }
}
