internal import GRDB
internal import Purchases

/// The audit log as its table keeps it.
enum AuditLog {
    /// Appends an entry and moves the noted head, in the transaction of what it tells of.
    static func append(
        _ draft: AuditDraft, action: AuditAction, by agent: AgentName, at now: Instant, _ db: Database
    ) throws {
        let (last, previous) = try head(db)
        let hash = AuditHash.of(
            sequence: last + 1, at: now.milliseconds, agent: agent.rawValue, action: action.rawValue,
            subject: draft.subject, details: draft.details, previous: previous)
        try db.run(
            """
            INSERT INTO audit (sequence, at_ms, agent, action, subject, details, previous_hash, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                last + 1, now.milliseconds, agent.rawValue, action.rawValue, draft.subject, draft.details,
                previous, hash,
            ])
        for subject in Set(draft.about) {
            try db.run(
                "INSERT INTO audit_subjects (id, kind, sequence) VALUES (?, ?, ?)",
                [subject.id, subject.kind, last + 1])
        }
        try StoreState.auditSequence.set(String(last + 1), db)
        try StoreState.auditHash.set(hash, db)
    }

    /// The sequence and hash noted of the newest entry.
    static func head(_ db: Database) throws -> (sequence: Int64, hash: String) {
        let sequence = try StoreState.auditSequence.read(db).flatMap(Int64.init) ?? 0
        return (sequence, try StoreState.auditHash.read(db) ?? AuditHash.first)
    }

    private enum Column: Int, ColumnList {
        case sequence, atMs, agent, action, subject, details, previousHash, hash
    }

    /// What queries select to read entries.
    static let selection = "SELECT \(Column.selection(of: "a")) FROM audit a"

    /// Reads an entry.
    static func entry(_ row: StoredRow) -> AuditEntry {
        let row = Columns<Column>(row)
        return AuditEntry(
            sequence: row[.sequence], at: Instant(milliseconds: row[.atMs]), agent: AgentName(row[.agent]),
            action: row[.action], subject: row[.subject], details: row[.details],
            previousHash: row[.previousHash], hash: row[.hash])
    }
}
