import GRDB
import Purchases

/// Orders on invoices as their table keeps them.
enum OrderTable {
    /// The orders that paid for a chain, in their own order.
    static func all(ofChain chain: Int64, _ db: Database) throws -> [OrderID] {
        let orders: [String] = try db.values(
            "SELECT order_id FROM orders WHERE chain_id = ? ORDER BY order_id", [chain])
        return orders.map { OrderID($0) }
    }

    /// Records that an order is a chain's; recording it again changes nothing.
    static func record(
        _ order: OrderID, of chain: Int64, by agent: AgentName, at instant: Instant, _ db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO orders (order_id, chain_id, recorded_at_ms, recorded_by) VALUES (?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """, [order.rawValue.uppercased(), chain, instant.milliseconds, agent.rawValue])
    }
}
