internal import Foundation
public import Purchases

/// The audit log as its table keeps it.
package enum AuditLog {
    /// Appends an entry and moves the noted head, in the transaction of what it tells of.
    package static func append(
        _ draft: AuditDraft, action: AuditAction, by agent: AgentName, at now: Instant, in db: Connection
    ) throws {
        let (last, previous) = try head(db)
        let vault = TextVault(after: try StoreState.isPractice(db) ? previous : nil)
        let details = try draft.details(vault)
        let hash = AuditHash.of(
            sequence: last + 1, at: now.milliseconds, agent: agent.rawValue, action: action.rawValue,
            subject: draft.subject, details: details, previous: previous)
        try db.run(
            """
            INSERT INTO audit (sequence, at_ms, agent, action, subject, details, previous_hash, hash)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                last + 1, now.milliseconds, agent.rawValue, action.rawValue, draft.subject, details,
                previous, hash,
            ])
        for text in vault.texts { try AuditTextTable.keep(text, of: last + 1, in: db) }
        for subject in Set(draft.about) {
            try db.run(
                "INSERT INTO audit_subjects (id, kind, sequence) VALUES (?, ?, ?)",
                [subject.id, subject.kind, last + 1])
        }
        try StoreState.auditSequence.set(String(last + 1), in: db)
        try StoreState.auditHash.set(hash, in: db)
    }

    /// The sequence and hash noted of the newest entry.
    package static func head(_ db: Connection) throws -> (sequence: Int64, hash: String) {
        let sequence = try StoreState.auditSequence.read(db).flatMap(Int64.init) ?? 0
        return (sequence, try StoreState.auditHash.read(db) ?? AuditHash.first)
    }

    /// What queries select to read entries.
    static let selection = """
        SELECT a.sequence, a.at_ms, a.agent, a.action, a.subject, a.details, a.previous_hash, a.hash FROM audit a
        """

    /// Reads an entry.
    static func entry(_ row: StoredRow) throws -> AuditEntry {
        AuditEntry(
            sequence: try row[0], at: try row[1], agent: try row[2], action: try row[3], subject: try row[4],
            details: try row[5], previousHash: try row[6], hash: try row[7])
    }

    /// An entry with what people wrote in it.
    static func legible(_ entry: AuditEntry, in db: Connection) throws -> AuditEntry {
        guard FreeText.isIn(entry.details) else { return entry }
        var legible = entry
        legible.concealed = FreeText.filled(entry.details) { _ in #"{"hidden":true}"# }
        legible.details = try FreeText.filled(entry.details) { token in
            try AuditTextTable.find(token, in: db)?.body.map(ColumnText.quoted) ?? #"{"erased":true}"#
        }
        return legible
    }
}

/// One entry of the audit log.
public struct AuditEntry: Hashable, Sendable {
    /// Its place, from 1 without gaps.
    public let sequence: Int64
    /// When it was written.
    public let at: Instant
    /// Who did it.
    public let agent: AgentName
    /// What was done; one of ``AuditAction`` unless a newer program wrote it.
    public let action: String
    /// What it was done to.
    public let subject: String
    /// What was done, as JSON text. On a page what people wrote stands in it, or that it was erased; in the table, and
    /// in the hash, a stand-in does.
    public internal(set) var details: String
    /// The hash of the entry before it; 64 zeros for the first.
    public let previousHash: String
    /// Its hash.
    public let hash: String
    /// The details without what people wrote; nil where they wrote nothing.
    var concealed: String?
}

/// The hash that chains the audit log.
///
/// Lower-case hex SHA-256 of the compact UTF-8 JSON array of the first seven columns. Escaped is
/// only what JSON demands: `"` and `\`, and control characters as `\b \t \n \f \r` or `\u00xx` in lower-case hex.
/// Slashes and everything beyond ASCII stay as they are, as in Python's `json.dumps(…, ensure_ascii=False,
/// separators=(",", ":"))`.
package enum AuditHash {
    /// What the first entry has for the hash before it.
    package static let first = String(repeating: "0", count: 64)

    /// The hash of an entry by its first seven values.
    static func of(
        sequence: Int64, at: Int64, agent: String, action: String, subject: String, details: String,
        previous: String
    ) -> String {
        let texts = [agent, action, subject, details, previous].map(ColumnText.quoted).joined(separator: ",")
        return ColumnText.digest(of: "[\(sequence),\(at),\(texts)]")
    }

    /// The hash that an entry should have.
    static func of(_ entry: AuditEntry) -> String {
        of(
            sequence: entry.sequence, at: entry.at.milliseconds, agent: entry.agent.rawValue,
            action: entry.action, subject: entry.subject, details: entry.details,
            previous: entry.previousHash)
    }
}
