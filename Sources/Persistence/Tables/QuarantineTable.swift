import GRDB
import Purchases

/// Documents that could not be taken in, as their table keeps them.
enum QuarantineTable {
    /// Keeps a refused document; the same bytes refused for the same reason are kept once.
    static func keep(_ refused: RefusedDocument, at instant: Instant, _ db: Database) throws {
        let digest = ColumnText.digest(of: refused.body)
        let known: Int64? = try db.value(
            "SELECT id FROM quarantine WHERE sha256 = ? AND reason = ? AND source = ? AND dropped_ms IS NULL AND retried_ms IS NULL",
            [digest, refused.reason, refused.source])
        guard known == nil else { return }
        try db.run(
            """
            INSERT INTO quarantine (sha256, source, kind, reason, detail, body, bytes, received_ms, customer, forced_kind)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                digest, refused.source, refused.kind, refused.reason, refused.detail, refused.body,
                refused.byteCount, instant.milliseconds, refused.customer?.rawValue, refused.forcedKind,
            ])
    }
}
