import Persistence
import PersistenceTesting

/// What a store means, by whatever documents it came to know it: a notification that was delivered and the same one in
/// a history are different documents, and tell the same.
///
/// Compared are facts, owners, periods, notifications, and unresolved tickets with their groups; not local ids, audit, the
/// times of imports, and when which document told what.
struct StoreFacts: Equatable {
    private let lines: [String]

    /// Reads a store's rows.
    init(of store: Store) throws {
        lines = try Self.queries.flatMap { query in
            try Raw.texts(store, query).map { row in row.map { $0 ?? "·" }.joined(separator: " ") }.sorted()
        }
    }

    /// All of it, a line each.
    var text: String { lines.joined(separator: "\n") }

    /// How many facts there are.
    var count: Int { lines.count }

    /// How many lines begin like this.
    func count(of beginning: String) -> Int { lines.count { $0.hasPrefix(beginning) } }

    /// What only one of two stores has, the first of it.
    func differences(from other: StoreFacts) -> String {
        let (mine, theirs) = (Set(lines), Set(other.lines))
        let here = lines.filter { !theirs.contains($0) }.prefix(6).map { "+ \($0)" }
        let there = other.lines.filter { !mine.contains($0) }.prefix(6).map { "- \($0)" }
        return (here + there).joined(separator: "\n")
    }

    private static let chain = "c.environment, c.original_transaction_id"

    private static let queries = [
        """
        SELECT 'chain', \(chain), c.bundle_id, c.product_id, c.subscription_group, u.app_user_id, c.first_purchase_ms,
          c.last_purchase_ms, c.auto_renew FROM chains c LEFT JOIN customers u ON u.id = c.customer_id
        """,
        """
        SELECT 'transaction', \(chain), t.transaction_id, t.web_order_line_item_id, t.product_id, t.purchased_at_ms,
          t.original_purchased_at_ms, t.expires_at_ms, t.revoked_at_ms, t.revocation_kind, t.quantity, t.is_trial,
          t.offer_type, t.ownership, t.is_upgraded, t.app_account_token, t.storefront, t.price_milliunits, t.currency
        FROM transactions t JOIN chains c ON c.id = t.chain_id
        """,
        """
        SELECT 'access', \(chain), p.product_id, p.from_ms, p.until_ms FROM access_periods p JOIN chains c ON c.id = p.chain_id
        """,
        "SELECT 'counting', * FROM counting_periods",
        """
        SELECT 'notification', n.uuid, n.type, n.subtype, n.signed_ms, n.environment, c.original_transaction_id
        FROM notifications n LEFT JOIN chains c ON c.id = n.chain_id
        """,
        """
        SELECT 'ticket', t."group", u.app_user_id, t.product_id, t.transaction_id, t.charged_at_ms
        FROM tickets t LEFT JOIN customers u ON u.id = t.customer_id WHERE t.state <> 'resolved'
        """,
    ]
}
