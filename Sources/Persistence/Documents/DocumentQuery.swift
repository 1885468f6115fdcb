import GRDB
import Purchases

/// Reads lists of documents, page by page.
struct DocumentQuery {
    /// Which documents.
    let filter: DocumentFilter
    /// The connection.
    let db: Database

    /// Those before a document's number, the newest taken in first.
    func page(before id: Int64, limit: Int) throws -> [DocumentRecord] {
        let (source, names) = source
        return try db.map(
            "SELECT \(DocumentRow.columns) FROM \(source) WHERE d.id < ?\(kind) ORDER BY d.id DESC LIMIT ?",
            names + [id] + (filter.kind.map { [$0] } ?? []) + [limit] as BoundValues
        ) { try DocumentRow.read($0, db) }
    }

    private var kind: String { filter.kind == nil ? "" : " AND d.kind = ?" }

    /// The documents of a chain or customer are found by these: walking all documents would look at millions.
    private var source: (sql: String, names: BoundValues) {
        var conditions: [String] = []
        var names: BoundValues = []
        if let chain = filter.chain {
            conditions.append("c.original_transaction_id = ?")
            names.append(chain.rawValue)
        }
        if let customer = filter.customer {
            conditions.append("c.customer_id = (SELECT id FROM customers WHERE app_user_id = ?)")
            names.append(customer.rawValue)
        }
        guard !conditions.isEmpty else { return ("documents d", []) }
        let found = """
            (SELECT DISTINCT l.document_id FROM chains c JOIN document_chains l ON l.chain_id = c.id
            WHERE \(conditions.joined(separator: " AND "))) f CROSS JOIN documents d ON d.id = f.document_id
            """
        return (found, names)
    }
}
