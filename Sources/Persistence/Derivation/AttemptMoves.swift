import Purchases

/// Moves attempts whose reports name no environment to that of the chain that has their transaction.
///
/// ``AttemptPlace`` in `Tables` decides for each attempt; `DocumentImport` calls this for every chain of a document.
enum AttemptMoves {
    // By the tables, not by the view of all ids: under a DISTINCT SQLite writes the whole view down first.
    private static let elsewhere = """
        SELECT a.id FROM chains c JOIN transactions t ON t.chain_id = c.id
        JOIN attempts a ON a.transaction_id = t.transaction_id
        WHERE c.id = ?1 AND a.environment <> c.environment
        UNION
        SELECT a.id FROM chains c JOIN transactions t ON t.chain_id = c.id
        JOIN other_transaction_ids o ON o."transaction" = t.id
        JOIN attempts a ON a.transaction_id = o.transaction_id
        WHERE c.id = ?1 AND a.environment <> c.environment ORDER BY 1
        """

    /// Moves the attempts that speak of transactions of a chain to where they belong; answers the attempts to look at if
    /// any moved: these, and those that they leave behind or come to.
    static func follow(_ chain: Int64, in db: Connection) throws -> Set<Int64> {
        let found: [Int64] = try db.values(elsewhere, [chain])
        guard !found.isEmpty else { return [] }
        let (kin, meetings) = (AttemptKin(db: db), ChargeMeetings(db: db))
        func beside() throws -> Set<Int64> {
            try found.reduce(into: []) { $0.formUnion(try kin.rows(beside: $1)) }
        }
        var rows = try beside()
        var places = try meetings.places(of: rows)
        guard try found.reduce(false, { try AttemptPlace.move($1, in: db) || $0 }) else { return [] }
        rows.formUnion(try beside())
        places.formUnion(try meetings.places(of: rows))
        try kin.decideCustomers(of: rows)
        return rows.union(try meetings.neighbours(of: places))
    }
}
