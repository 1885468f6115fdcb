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

    /// A page after a place.
    func page(after cursor: CustomerCursor?, limit: Int) throws -> CustomerListPage {
        let count = try cursor?.count ?? CappedCount(countRows())
        let found = try lines(after: cursor?.row ?? 0, limit: limit + 1, among: count)
        let last = found.count > limit ? found.prefix(limit).last : nil
        return CustomerListPage(
            lines: found.prefix(limit).map(\.line),
            next: last.map { CustomerCursor(row: $0.row, count: count).text }, count: count)
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

    private func countRows() throws -> Int {
        let source =
            filter.isEmpty ? "SELECT 1 FROM customers" : "SELECT DISTINCT c.customer_id FROM \(chains)"
        return try db.value(
            "SELECT count(*) FROM (\(source) LIMIT ?5)", arguments(after: 0, limit: CappedCount.cap + 1)) ?? 0
    }

    /// The rows of customers, as `id`: ?4 the last one of the page before, ?5 how many.
    private func rows(among count: CappedCount) -> String {
        if filter.isEmpty { return "SELECT id FROM customers WHERE id > ?4 ORDER BY id LIMIT ?5" }
        // An index has the customers of a product in order, however many they are.
        guard count.isCapped, filter.status != nil || filter.product == nil else {
            return """
                SELECT DISTINCT c.customer_id AS id FROM \(chains) AND c.customer_id > ?4
                ORDER BY c.customer_id LIMIT ?5
                """
        }
        return """
            SELECT o.id FROM customers o
            WHERE o.id > ?4 AND EXISTS (SELECT 1 FROM \(chains) AND c.customer_id = o.id)
            ORDER BY o.id LIMIT ?5
            """
    }

    private func lines(
        after row: Int64, limit: Int, among count: CappedCount
    ) throws -> [(row: Int64, line: CustomerListPage.Line)] {
        try db.map(
            "\(CustomerListQuery.selection(of: rows(among: count))) ORDER BY u.id",
            arguments(after: row, limit: limit) + [filter.renewalIsOff], CustomerListQuery.line)
    }

    /// Numbered parameters may be left out of a query but for the last, so that all are bound.
    private func arguments(after row: Int64, limit: Int) -> BoundValues {
        [instant.milliseconds, filter.status?.rawValue, filter.product?.rawValue, row, limit]
    }
}

extension CustomerListQuery {
    private enum Column: Int, ColumnList {
        case hasAccess, originalTransactionId, productId, status
    }

    private static let person = CustomerColumn.selection(of: "u")

    /// The lines of some rows: ?6 whether a chain that will not renew is asked for.
    ///
    /// Each with the chain bought last, of those that the filter asks for if there are any.
    private static func selection(of rows: String) -> String {
        let holds = { (period: String) in
            "\(period).from_ms <= ?1 AND (\(period).until_ms IS NULL OR \(period).until_ms > ?1)"
        }
        return """
            SELECT \(PresentAccess.holds(customer: "u", at: "?1")), c.original_transaction_id, c.product_id, s.status,
              \(person)
            FROM (\(rows)) r CROSS JOIN customers u ON u.id = r.id
            LEFT JOIN chains c ON c.id = (
              SELECT b.id FROM chains b LEFT JOIN status_periods p ON p.chain_id = b.id AND \(holds("p"))
              WHERE b.customer_id = u.id
              ORDER BY (?2 IS NULL OR p.status = ?2) AND (?3 IS NULL OR b.product_id = ?3)
                AND (?6 = 0 OR b.auto_renew = 0) DESC, b.last_purchase_ms DESC, b.id DESC LIMIT 1)
            LEFT JOIN status_periods s ON s.chain_id = c.id AND \(holds("s"))
            """
    }

    private static func line(_ row: StoredRow) -> (row: Int64, line: CustomerListPage.Line) {
        let (row, customer) = (
            Columns<Column>(row), CustomerTable(Columns(row, after: Column.allCases.count))
        )
        let line = CustomerListPage.Line(
            customer: customer.customer, hasAccess: row[.hasAccess],
            chain: row.identifier(.originalTransactionId), product: row.identifier(.productId),
            status: (row[.status] as String?).flatMap(ChainStatus.init(rawValue:)))
        return (customer.rowID, line)
    }
}
