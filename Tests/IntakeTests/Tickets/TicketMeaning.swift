import GRDB

@testable import Persistence

/// What a store says of the purchases of one tag, line by line, with the tag taken out.
struct TicketMeaning {
    /// The unresolved tickets, the attempts, the claims and the charges by tag.
    static func all(in store: Store, tags: [String]) throws -> [[String]] {
        let lines = try store.read { db in try queries.flatMap { try Row.fetchAll(db, sql: $0) } }.map {
            row in
            row.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        }
        return tags.map { tag in
            lines.filter { $0.contains(tag) }.map { $0.replacing(tag, with: "") }.sorted()
        }
    }

    /// What tells of purchases, without local ids, audit, times of imports and what is resolved.
    static let queries = [
        """
        SELECT 'ticket', t."group", t.state, u.app_user_id, t.product_id, t.environment,
          t.original_transaction_id, t.transaction_id, x.purchased_at_ms, t.price_milliunits, t.currency,
          t.is_list_price, t.charged_at_ms, t.waiting_since_ms, t.cause, t.attempts, t.attempt_limit,
          t.blocks_repurchase, t.app_version, t.storefront, t.superseded_by,
          (SELECT group_concat(attempt_id) FROM (SELECT attempt_id FROM attempts a WHERE a.ticket_id = t.id
            ORDER BY attempt_id)) AS attempt_ids
        FROM tickets t LEFT JOIN customers u ON u.id = t.customer_id
        LEFT JOIN transactions x ON x.id = t."transaction" WHERE t.state <> 'resolved'
        """,
        """
        SELECT 'attempt', a.attempt_id, u.app_user_id, a.outcome, a.charged_ms, a.failed_ms, a.due_ms, a.transaction_id,
          a.web_order_line_item_id, a.first_event_ms FROM attempts a LEFT JOIN customers u ON u.id = a.customer_id
        """,
        """
        SELECT 'chain', c.original_transaction_id, u.app_user_id FROM chains c LEFT JOIN customers u ON u.id = c.customer_id
        """,
        """
        SELECT 'claim', c.original_transaction_id, k.kind, k.app_user_id, k.at_ms FROM chain_claims k
        JOIN chains c ON c.id = k.chain_id
        """,
        """
        SELECT 'undelivered', c.original_transaction_id, s.charged_ms FROM undelivered_charges s
        JOIN chains c ON c.id = s.chain_id
        """,
    ]
}
