import Purchases

/// Renewal information as its table keeps it: one row for each document that told it.
enum RenewalTable {
    /// All renewal information of a chain.
    static func all(ofChain chain: Int64, in db: Connection) throws -> [RenewalInfo] {
        try RenewalRow.table.rows("WHERE chain_id = ?", [chain], in: db).map(\.info)
    }

    /// Keeps renewal information; the same document's is kept once, known since the earlier time.
    static func save(_ info: RenewalInfo, of chain: Int64, in db: Connection) throws {
        try db.run(merging) { $0.bind(RenewalRow(chain: chain, info: info)) }
    }

    private static let merging = """
        \(RenewalRow.table.insertion) ON CONFLICT (chain_id, document_ms, sha256) DO UPDATE SET
          known_ms = CASE WHEN excluded.known_ms < renewals.known_ms THEN excluded.known_ms ELSE renewals.known_ms END
        """
}

/// Renewal information and the chain that it is about.
struct RenewalRow: TableRow {
    static let table = Table<RenewalRow>("renewals", key: "chain_id", "document_ms", "sha256")
    static var unread: RenewalRow { RenewalRow(chain: 0, info: .unread) }

    var chain: Int64
    var info: RenewalInfo

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("chain_id", &chain)
        info.visit(&columns)
    }
}

extension RenewalInfo: TableValue {
    static var unread: RenewalInfo {
        let precedence = Precedence(documentTime: .earliest, isSigned: false, digest: "")
        return RenewalInfo(precedence: precedence, knownAt: .earliest, extent: .some)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit(time: "document_ms", isSigned: "is_signed", digest: "sha256", &precedence)
        columns.visit("known_ms", &knownAt)
        columns.visit("extent", &extent)
        columns.visit("auto_renew", &autoRenew)
        columns.visit("auto_renew_product_id", &autoRenewProductID)
        columns.visit("expiration_intent", &expirationIntent)
        columns.visit("grace_ms", &gracePeriodExpiresAt)
        columns.visit("in_billing_retry", &isInBillingRetry)
        columns.visit("price_consent", &priceConsent)
        columns.visit("offer_id", &offerID)
        columns.visit("app_account_token", &appAccountToken)
        columns.visit("win_back_offer_ids", json: &winBackOfferIDs)
        columns.visit("billing", json: &billing)
    }
}
