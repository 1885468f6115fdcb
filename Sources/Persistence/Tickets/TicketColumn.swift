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
    case isTrial
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
        // Only what cost nothing can be one, so that nothing is looked up for any other ticket.
        case .isTrial:
            """
            (t.price_milliunits IS 0 AND (
              EXISTS (SELECT 1 FROM transactions x WHERE x.id = t."transaction"
                AND (x.is_trial OR x.offer_discount_type = 'FREE_TRIAL'))
              OR EXISTS (SELECT 1 FROM products p WHERE p.product_id = t.product_id AND p.kind = 'auto_renewable')))
            """
        default: "t.\(name)"
        }
    }
}
