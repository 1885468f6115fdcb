package import Purchases

/// A page of the chains that are nobody's, those that came to the store last first.
package struct ChainListPage: Hashable, Sendable {
    /// One chain of the list.
    package struct Line: Hashable, Sendable {
        package let chain: ChainID
        /// The product bought last; nil while no transaction of the chain is known.
        package let product: ProductID?
        /// When that was; nil while no transaction of the chain is known.
        package let lastPurchase: Instant?
        /// Its status at the moment asked for.
        package let status: ChainStatus?
    }

    package let lines: [Line]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?
    /// How many there are in all, as far as counting went.
    package let count: CappedCount
}

/// Unassigned chains: their payers wait for an agent to attach them.
///
/// Refused as usage: an `after` that no page gave.
package struct UnassignedChainListQuery: StoreQuery {
    package let after: String?
    let limit: Int

    package init(after: String? = nil, limit: Int = 50) { (self.after, self.limit) = (after, limit) }

    package func page(in reading: StoreReading) throws -> ChainListPage {
        let cursor = try after.map(CustomerCursor.init(text:))
        let count = try cursor?.count ?? ChainsOfNobody.count(reading.db)
        let found = try reading.db.map(
            ChainsOfNobody.pageSQL, [reading.now.milliseconds, cursor?.row ?? Int64.max, limit + 1],
            ChainsOfNobody.line)
        let last = found.count > limit ? found.prefix(limit).last : nil
        return ChainListPage(
            lines: found.prefix(limit).map(\.line),
            next: last.map { CustomerCursor(row: $0.row, count: count).text }, count: count)
    }
}

/// Chains without a customer, which an index of their own holds: there are few among many.
enum ChainsOfNobody {
    static func count(_ db: Connection) throws -> CappedCount {
        CappedCount(
            try db.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM chains INDEXED BY chains_of_nobody WHERE customer_id IS NULL
                  LIMIT ?) counted
                """, [CappedCount.cap + 1]) ?? 0)
    }

    /// A page: ?1 the moment, ?2 the row of the last one of the page before, ?3 how many.
    fileprivate static let pageSQL = """
        SELECT c.id, c.original_transaction_id, c.environment, c.product_id, c.last_purchase_ms, s.status
        FROM chains c INDEXED BY chains_of_nobody
        LEFT JOIN status_periods s ON s.chain_id = c.id AND s.from_ms <= ?1
          AND (s.until_ms IS NULL OR s.until_ms > ?1)
        WHERE c.customer_id IS NULL AND c.id < ?2 ORDER BY c.id DESC LIMIT ?3
        """

    fileprivate static func line(_ row: StoredRow) throws -> (row: Int64, line: ChainListPage.Line) {
        let line = ChainListPage.Line(
            chain: ChainID(try row[1], in: try row[2]), product: row[3], lastPurchase: row[4], status: row[5])
        return (try row[0], line)
    }
}
