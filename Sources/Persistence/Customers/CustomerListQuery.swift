internal import GRDB
internal import Purchases

/// Reads lists of customers, page by page.
///
/// A filter that few chains pass is driven by their index; one that many pass finds its page early while walking the
/// customers in order. The capped count says which it is.
struct CustomerListQuery {
    /// Which customers.
    let filter: CustomerFilter
    /// The moment of statuses and access.
    let instant: Instant
    /// The connection.
    let db: Database

    /// A page after a customer's row.
    func page(after cursor: Int64, limit: Int) throws -> CustomerListPage {
        let count = CappedCount(try countRows())
        let rows = try rows(after: cursor, limit: limit + 1, isRare: !count.isCapped)
        let shown = Array(rows.prefix(limit))
        return CustomerListPage(
            lines: try shown.compactMap(line), next: rows.count > limit ? shown.last.map(String.init) : nil,
            count: count)
    }

    /// The chains of the filter at a moment: ?1 the moment, ?2 the status, ?3 the product.
    private var chains: String {
        let status =
            filter.status == nil
            ? "" : " AND s.status = ?2 AND s.from_ms <= ?1 AND (s.until_ms IS NULL OR s.until_ms > ?1)"
        let table = filter.status == nil ? "chains c" : "status_periods s JOIN chains c ON c.id = s.chain_id"
        let product = filter.product == nil ? "" : " AND c.product_id = ?3"
        return "\(table) WHERE c.customer_id IS NOT NULL\(status)\(product)"
            + (filter.renewalIsOff ? " AND c.auto_renew = 0" : "")
    }

    /// Numbered parameters may be left out of a query; ?5 is in all of them, so that all are bound.
    private func values(_ sql: String, after cursor: Int64, limit: Int) throws -> [Int64] {
        try db.values(
            sql, [instant.milliseconds, filter.status?.rawValue, filter.product?.rawValue, cursor, limit])
    }

    private func countRows() throws -> Int {
        let source =
            filter.isEmpty ? "SELECT 1 FROM customers" : "SELECT DISTINCT c.customer_id FROM \(chains)"
        let counted = try values(
            "SELECT count(*) FROM (\(source) LIMIT ?5)", after: 0, limit: CappedCount.cap + 1)
        return Int(counted.first ?? 0)
    }

    private func rows(after cursor: Int64, limit: Int, isRare: Bool) throws -> [Int64] {
        let sql: String
        if filter.isEmpty {
            sql = "SELECT id FROM customers WHERE id > ?4 ORDER BY id LIMIT ?5"
        } else if isRare {
            sql = "SELECT DISTINCT c.customer_id FROM \(chains) AND c.customer_id > ?4 ORDER BY 1 LIMIT ?5"
        } else {
            sql = """
                SELECT u.id FROM customers u
                WHERE u.id > ?4 AND EXISTS (SELECT 1 FROM \(chains) AND c.customer_id = u.id)
                ORDER BY u.id LIMIT ?5
                """
        }
        return try values(sql, after: cursor, limit: limit)
    }

    private func line(_ rowID: Int64) throws -> CustomerListPage.Line? {
        guard let customer = try CustomerRow.at(rowID, db)?.customer else { return nil }
        let chain = try db.row(
            """
            SELECT c.original_transaction_id, c.product_id, s.status FROM chains c
            LEFT JOIN status_periods s ON s.chain_id = c.id AND s.from_ms <= ?1
                AND (s.until_ms IS NULL OR s.until_ms > ?1)
            WHERE c.customer_id = ?2
            ORDER BY (?3 IS NULL OR s.status = ?3) AND (?4 IS NULL OR c.product_id = ?4)
                AND (?5 = 0 OR c.auto_renew = 0) DESC, c.last_purchase_ms DESC, c.id DESC LIMIT 1
            """,
            [
                instant.milliseconds, rowID, filter.status?.rawValue, filter.product?.rawValue,
                filter.renewalIsOff ? 1 : 0,
            ])
        return CustomerListPage.Line(
            customer: customer, hasAccess: try PresentAccess.holds(customer.id, at: instant, db),
            chain: chain?.identifier("original_transaction_id"), product: chain?.identifier("product_id"),
            status: (chain?["status"] as String?).flatMap(ChainStatus.init(rawValue:)))
    }
}
