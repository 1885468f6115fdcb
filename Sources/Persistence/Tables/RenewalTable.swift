import Purchases

/// Renewal information as its table keeps it: one row for each document that told it.
enum RenewalTable {
    private static let columns = ColumnNames(of: RenewalInfo.self)
    private static let selection = "SELECT \(columns.selection) FROM renewals"
    private static let insertion = """
        \(columns.insertion(into: "renewals", with: ["chain_id"]))
        ON CONFLICT (chain_id, document_ms, sha256) DO UPDATE SET
          known_ms = CASE WHEN excluded.known_ms < renewals.known_ms THEN excluded.known_ms ELSE renewals.known_ms END
        """

    /// All renewal information of a chain.
    static func all(ofChain chain: Int64, in db: Connection) throws -> [RenewalInfo] {
        try db.map("\(selection) WHERE chain_id = ?", [chain]) { try RenewalInfo($0) }
    }

    /// Keeps renewal information; the same document's is kept once, known since the earlier time.
    static func save(_ info: RenewalInfo, of chain: Int64, in db: Connection) throws {
        try db.run(insertion) { binder in
            binder.bind(chain)
            binder.bind(info)
        }
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
