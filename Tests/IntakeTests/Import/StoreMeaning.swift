import GRDB
import JSONValues
import Purchases

@testable import Persistence

/// What a store means, line by line: everything but local ids, audit and the times of imports.
struct StoreMeaning: Equatable {
    private let values: [AnyHashable]

    /// Reads a store's rows, pages and search results.
    ///
    /// How far a list of transactions reached is kept as a moment, so it does not follow purchases whose date changes.
    init(of store: Store, withHistory: Bool = true) throws {
        let exempt = withHistory ? Self.exempt : Self.exempt.union(["history_reach_ms"])
        let queries = Self.queries + TicketMeaning.queries
        let rows = try store.read { db in try queries.flatMap { try Self.rows($0, without: exempt, db) } }
        values = try rows.map { $0 as AnyHashable } + PageMeaning(of: store, withHistory: withHistory).values
    }

    /// What only one of two stores has, the first of it.
    func differences(from other: StoreMeaning) -> String {
        let changes = values.difference(from: other.values)
        let here = changes.insertions.prefix(4).map { "+ \($0.text.prefix(4000))" }
        let there = changes.removals.prefix(4).map { "- \($0.text.prefix(4000))" }
        return (here + there).joined(separator: "\n")
    }

    /// Local ids, and who brought a document from where, and when.
    private static let exempt: Set<String> = [
        "id", "chain_id", "customer_id", "document_id", "source", "imported_ms", "named_app_user_id", "rank",
    ]

    private static let chain = "c.environment AS place, c.original_transaction_id AS chain"

    private static let queries = [
        "SELECT 'chain', c.*, u.app_user_id AS owner FROM chains c LEFT JOIN customers u ON u.id = c.customer_id",
        "SELECT 'transaction', \(chain), t.* FROM transactions t JOIN chains c ON c.id = t.chain_id",
        """
        SELECT 'id', \(chain), t.transaction_id AS shown, t.purchased_at_ms, i.transaction_id, i.is_alone
        FROM transaction_ids i JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id
        """,
        "SELECT 'claim', \(chain), k.* FROM chain_claims k JOIN chains c ON c.id = k.chain_id",
        "SELECT 'renewal', \(chain), r.* FROM renewals r JOIN chains c ON c.id = r.chain_id",
        """
        SELECT 'notification', \(chain), d.sha256, n.* FROM notifications n
        JOIN documents d ON d.id = n.document_id LEFT JOIN chains c ON c.id = n.chain_id
        """,
        "SELECT 'customer', * FROM customers",
        "SELECT 'token', u.app_user_id, t.* FROM customer_tokens t JOIN customers u ON u.id = t.customer_id",
        "SELECT 'document', * FROM documents",
        """
        SELECT 'link', d.sha256, \(chain) FROM document_chains l JOIN documents d ON d.id = l.document_id
        JOIN chains c ON c.id = l.chain_id WHERE d.kind <> 'purchase_report'
        """,
        "SELECT 'access', \(chain), p.* FROM access_periods p JOIN chains c ON c.id = p.chain_id",
        "SELECT 'status', \(chain), p.* FROM status_periods p JOIN chains c ON c.id = p.chain_id",
        "SELECT 'entitled', * FROM entitlement_periods", "SELECT 'counting', * FROM counting_periods",
    ]

    private static func rows(_ query: String, without exempt: Set<String>, _ db: Database) throws -> [String]
    {
        try Row.fetchAll(db, sql: query).map { row in
            row.filter { !exempt.contains($0.0) }.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        }.sorted()
    }
}

extension CollectionDifference.Change where ChangeElement == AnyHashable {
    fileprivate var text: String {
        switch self {
        case .insert(_, let value, _), .remove(_, let value, _): "\(value)"
        }
    }
}
