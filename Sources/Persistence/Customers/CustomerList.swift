package import Purchases

/// A page of a list of customers.
package struct CustomerListPage: Hashable, Sendable {
    /// One customer of a list.
    package struct Line: Hashable, Sendable {
        package internal(set) var customer: Customer
        /// Whether any entitlement holds at the moment asked for.
        package let hasAccess: Bool
        /// The chain bought last, of those that the filter asks for; nil for a customer without chains.
        package let chain: OriginalTransactionID?
        package let product: ProductID?
        /// Its status at the moment asked for.
        package let status: ChainStatus?
    }

    /// The customers, in the order in which they came to the store.
    package internal(set) var lines: [Line]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?
    /// How many there are in all, as far as counting went.
    package let count: CappedCount
}

/// Which customers a list shows.
package struct CustomerFilter: Hashable, Sendable {
    /// Those with a chain of that status at the moment asked for.
    package var status: ChainStatus?
    /// Those with a chain whose last purchase was of that product.
    package var product: ProductID?
    /// Those with a chain whose next renewal is of that concern at the moment asked for. Where renewal is turned off,
    /// chains that have ended count, too.
    package var renewal: RenewalConcern?

    /// A filter; without values it shows everybody.
    package init(status: ChainStatus? = nil, product: ProductID? = nil, renewal: RenewalConcern? = nil) {
        (self.status, self.product, self.renewal) = (status, product, renewal)
    }

    /// Whether everybody is shown.
    package var isEmpty: Bool { status == nil && product == nil && renewal == nil }
}

/// The customers that pass a filter, in the order in which they came to the store.
///
/// Refused as usage: an `after` that no page gave.
package struct CustomerListQuery: StoreQuery {
    package let filter: CustomerFilter
    package let after: String?
    let limit: Int

    package init(_ filter: CustomerFilter = CustomerFilter(), after: String? = nil, limit: Int = 50) {
        (self.filter, self.after, self.limit) = (filter, after, limit)
    }

    package func page(in reading: StoreReading) throws -> CustomerListPage {
        try CustomerListReading(filter: filter, instant: reading.now, db: reading.db)
            .page(after: after.map(CustomerCursor.init(text:)), limit: limit)
    }
}

/// Reads lists of customers, page by page.
///
/// A filter that few chains pass is driven by their index; one that many pass finds its page early while walking the
/// customers in order. The capped count says which it is.
struct CustomerListReading {
    let filter: CustomerFilter
    /// The moment of statuses and access.
    let instant: Instant
    let db: Connection

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
        // The cause stands in the text, so that the index which holds only chains of that cause is found.
        let renewal = filter.renewal.map { " AND \(CustomerListReading.gives($0, "c"))" } ?? ""
        return "\(table) WHERE c.customer_id IS NOT NULL\(status)\(product)\(renewal)"
    }

    /// Whether a chain's next renewal gives a cause at the moment ?1.
    private static func gives(_ concern: RenewalConcern, _ chain: String) -> String {
        guard concern != .off else { return "\(chain).auto_renew = 0" }
        return
            "\(chain).renewal_concern = '\(concern.rawValue)' AND \(chain).renewal_concern_until_ms > ?1"
    }

    private func countRows() throws -> Int {
        let source =
            filter.isEmpty ? "SELECT 1 FROM customers" : "SELECT DISTINCT c.customer_id FROM \(chains)"
        return try db.value(
            "SELECT count(*) FROM (\(source) LIMIT ?5) counted",
            arguments(after: 0, limit: CappedCount.cap + 1)) ?? 0
    }

    /// The rows of customers, as `id`: ?4 the last one of the page before, ?5 how many.
    private func rows(among count: CappedCount) -> String {
        if filter.isEmpty { return "SELECT id FROM customers WHERE id > ?4 ORDER BY id LIMIT ?5" }
        // An index has the customers of a product in order, and those who turned renewal off, however many they are.
        let isOrdered = filter.product != nil || filter.renewal == .off
        guard count.isCapped, filter.status != nil || !isOrdered else {
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
            "\(selection(of: rows(among: count))) ORDER BY u.id",
            arguments(after: row, limit: limit), CustomerListReading.line)
    }

    /// Numbered parameters may be left out of a query but for the last, so that all are bound.
    private func arguments(after row: Int64, limit: Int) -> BoundValues {
        [instant.milliseconds, filter.status?.rawValue, filter.product?.rawValue, row, limit]
    }
}

extension CustomerListReading {
    /// The lines of some rows, each with the chain bought last, of those that the filter asks for if there are any. `b`
    /// is each chain of the customer `u` and `p` its status, `c` the chain that is shown and `s` its status.
    private func selection(of rows: String) -> String {
        let holds = { (period: String) in
            "\(period).from_ms <= ?1 AND (\(period).until_ms IS NULL OR \(period).until_ms > ?1)"
        }
        let asked = filter.renewal.map { CustomerListReading.gives($0, "b") } ?? "true"
        return """
            SELECT \(PresentAccess.holds(customer: "u", at: "?1")), c.original_transaction_id, c.product_id, s.status,
              \(CustomerTable.selection)
            FROM (\(rows)) r CROSS JOIN customers u ON u.id = r.id
            LEFT JOIN chains c ON c.id = (
              SELECT b.id FROM chains b LEFT JOIN status_periods p ON p.chain_id = b.id AND \(holds("p"))
              WHERE b.customer_id = u.id
              ORDER BY CASE WHEN (CAST(?2 AS TEXT) IS NULL OR p.status = ?2)
                AND (CAST(?3 AS TEXT) IS NULL OR b.product_id = ?3) AND (\(asked)) THEN 0 ELSE 1 END, b.last_purchase_ms DESC, b.id DESC LIMIT 1)
            LEFT JOIN status_periods s ON s.chain_id = c.id AND \(holds("s"))
            """
    }

    private static func line(_ row: StoredRow) throws -> (row: Int64, line: CustomerListPage.Line) {
        let customer = try CustomerTable(row, after: 4)
        let line = CustomerListPage.Line(
            customer: customer.customer, hasAccess: try row[0], chain: row[1], product: row[2],
            status: row[3])
        return (customer.rowID, line)
    }
}
