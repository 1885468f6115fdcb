internal import GRDB
internal import Purchases

/// Finds customers by a part of an id, an address or a name.
struct SubstringSearch {
    /// The folded text.
    let key: String
    /// How many rows to find at most.
    let limit: Int
    /// The moment of access.
    let instant: Instant
    /// The connection.
    let db: Database

    /// How many customers ``batch(after:)`` looks at: a fraction of a millisecond's work.
    static let batchSize: Int64 = 2_000

    /// Whether the text is too short for an index of parts.
    var isShort: Bool { key.unicodeScalars.count < 3 }

    /// Those that hold the text: trigrams find the candidates, the text itself decides; by row, because ranking would
    /// read them all.
    func byTrigrams() throws -> [MatchRow] {
        try db.map(
            SubstringSearch.trigramSQL, [key, Trigrams.query(of: key), limit, instant.milliseconds],
            MatchRow.init
        )
    }

    /// Those that hold the text among the next customers after a row.
    func batch(after row: Int64) throws -> [MatchRow] {
        try db.map(
            SubstringSearch.batchSQL,
            [key, row, limit, instant.milliseconds, row + SubstringSearch.batchSize],
            MatchRow.init)
    }

    private static let trigramSQL = """
        \(selection) FROM customers_search f JOIN customers u ON u.id = f.rowid
        WHERE customers_search MATCH ?2 AND \(contains) ORDER BY f.rowid LIMIT ?3
        """

    private static let batchSQL = """
        \(selection) FROM customers u WHERE u.id > ?2 AND u.id <= ?5 AND \(contains) ORDER BY u.id LIMIT ?3
        """

    private static let contains = """
        (instr(u.app_user_id_key, ?1) > 0 OR instr(u.email_key, ?1) > 0 OR instr(u.name_key, ?1) > 0)
        """

    /// The likeliest column, if several hold the text.
    private static let selection = MatchRow.selection(
        matchedOn: likeliest("'app_user_id'", "'email'", "'name'"),
        text: likeliest("u.app_user_id", "u.email", "u.name"))

    private static func likeliest(_ id: String, _ email: String, _ name: String) -> String {
        """
        CASE WHEN instr(u.app_user_id_key, ?1) > 0 THEN \(id) WHEN instr(u.email_key, ?1) > 0 THEN \(email)
          ELSE \(name) END
        """
    }
}
