internal import GRDB

/// Finds customers by a part of an id, an address or a name.
struct SearchParts {
    /// The lower-case text.
    let key: String
    /// How many rows to find at most.
    let limit: Int
    /// The connection.
    let db: Database

    /// What a customer's row tells of a match.
    static let rowSQL = """
        SELECT id AS customer, NULL AS chain, NULL AS text, app_user_id, app_user_id_key, email, email_key, name, name_key
        FROM customers WHERE id = ?
        """

    /// How long a text of one or two characters may be looked for: no index holds those.
    private static let patience = Duration.milliseconds(100)
    private static let batch: Int64 = 20_000
    private static let contains = """
        (instr(c.app_user_id_key, ?1) > 0 OR instr(coalesce(c.email_key, ''), ?1) > 0
            OR instr(coalesce(c.name_key, ''), ?1) > 0)
        """

    /// The rows that hold the text, and whether the search was cut short.
    func rows() throws -> (rows: [Int64], isCutShort: Bool) {
        key.unicodeScalars.count >= 3 ? (try byTrigrams(), false) : try byScanning()
    }

    /// Which column of a row holds the text, and what stands there; the likeliest if several do.
    static func found(_ key: String, in row: Row) -> (column: String, text: String) {
        let columns = ["app_user_id", "email", "name"]
        let column = columns.first { (row["\($0)_key"] as String?)?.contains(key) ?? false } ?? columns[0]
        return (column, row[column] ?? "")
    }

    /// Trigrams find the candidates, the text itself decides; by row, because ranking would read them all.
    private func byTrigrams() throws -> [Int64] {
        try db.values(
            """
            SELECT c.id FROM customers_search f JOIN customers c ON c.id = f.rowid
            WHERE customers_search MATCH ?2 AND \(SearchParts.contains) ORDER BY f.rowid LIMIT ?3
            """, [key, trigrams, limit])
    }

    /// The AND of the trigrams: with `detail = none` a phrase of several is an error.
    private var trigrams: String {
        let scalars = Array(key.unicodeScalars.prefix(32))
        let parts = (0...(scalars.count - 3)).map { start -> String in
            let text = String(String.UnicodeScalarView(scalars[start..<start + 3]))
            return "\"" + text.replacing("\"", with: "\"\"") + "\""
        }
        return parts.joined(separator: " AND ")
    }

    private func byScanning() throws -> (rows: [Int64], isCutShort: Bool) {
        let (clock, last) = (ContinuousClock(), try db.value("SELECT max(id) FROM customers") as Int64? ?? 0)
        let deadline = clock.now + SearchParts.patience
        var (rows, from) = ([Int64](), Int64(0))
        while from < last, rows.count < limit {
            if clock.now > deadline { return (rows, true) }
            rows += try db.values(
                "SELECT id FROM customers c WHERE id > ?2 AND id <= ?3 AND \(SearchParts.contains) ORDER BY id LIMIT ?4",
                [key, from, from + SearchParts.batch, limit - rows.count])
            from += SearchParts.batch
        }
        return (rows, false)
    }
}
