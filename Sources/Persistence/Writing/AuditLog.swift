internal import Foundation
package import Purchases

/// The audit log as its table keeps it.
package enum AuditLog {
    /// Appends an entry and moves the noted head, in the transaction of what it tells of.
    package static func append(
        _ draft: AuditDraft, action: AuditAction, by agent: AgentName, at now: Instant, in db: Connection
    ) throws {
        let (last, previous) = try head(db)
        let vault = TextVault(after: try StoreState.isPractice(db) ? previous : nil)
        var entry = AuditEntry(
            sequence: last + 1, at: now, agent: agent, action: action.rawValue, subject: draft.subject,
            details: try draft.details(vault), previousHash: previous, hash: "")
        entry.hash = AuditHash.of(entry)
        try AuditEntry.table.insert(entry, in: db)
        try AuditTextTable.keep(vault.texts, of: entry.sequence, in: db)
        try AuditMention.table.insert(
            Set(draft.about).map { AuditMention(id: $0.id, kind: $0.kind, sequence: entry.sequence) }, in: db)
        try StoreState.auditSequence.set(String(entry.sequence), in: db)
        try StoreState.auditHash.set(entry.hash, in: db)
    }

    /// The sequence and hash noted of the newest entry.
    package static func head(_ db: Connection) throws -> (sequence: Int64, hash: String) {
        let sequence = try StoreState.auditSequence.read(db).flatMap(Int64.init) ?? 0
        return (sequence, try StoreState.auditHash.read(db) ?? AuditHash.first)
    }

    /// What queries select to read entries.
    static let selection = "SELECT \(ColumnNames(of: AuditEntry.self).selection(of: "a")) FROM audit a"

    static func entry(_ row: StoredRow) throws -> AuditEntry { try AuditEntry(row) }

    /// An entry with what people wrote in it, or that it is hidden from who reads.
    static func legible(_ entry: AuditEntry, in db: Connection) throws -> AuditEntry {
        guard FreeText.isIn(entry.details) else { return entry }
        var legible = entry
        legible.details = try FreeText.filled(entry.details) { token in
            guard db.disclosure == .whole else { return #"{"hidden":true}"# }
            return try AuditTextTable.find(token, in: db)?.body.map(ColumnText.quoted) ?? #"{"erased":true}"#
        }
        return legible
    }
}

/// One entry of the audit log.
package struct AuditEntry: Hashable, Sendable {
    /// Its place, from 1 without gaps.
    package internal(set) var sequence: Int64
    /// When it was written.
    package internal(set) var at: Instant
    /// Who did it.
    package internal(set) var agent: AgentName
    /// What was done; one of ``AuditAction`` unless a newer program wrote it.
    package internal(set) var action: String
    /// What it was done to.
    package internal(set) var subject: String
    /// What was done, as JSON text. On a page what people wrote stands in it, or that it was erased or is hidden; in
    /// the table, and in the hash, a stand-in does.
    package internal(set) var details: String
    /// The hash of the entry before it; 64 zeros for the first.
    package internal(set) var previousHash: String
    package internal(set) var hash: String
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

extension AuditEntry: TableRow {
    static let table = Table<AuditEntry>("audit", key: "sequence")
    static let unread = AuditEntry(
        sequence: 0, at: .earliest, agent: AgentName(""), action: "", subject: "", details: "",
        previousHash: "", hash: "")

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("sequence", &sequence)
        columns.visit("at_ms", &at)
        columns.visit("agent", &agent)
        columns.visit("action", &action)
        columns.visit("subject", &subject)
        columns.visit("details", &details)
        columns.visit("previous_hash", &previousHash)
        columns.visit("hash", &hash)
    }
}

/// Something that an entry speaks of.
struct AuditMention: TableRow {
    static let table = Table<AuditMention>("audit_subjects", key: "id", "kind", "sequence")
    static let unread = AuditMention(id: "", kind: "", sequence: 0)

    var id: String
    var kind: String
    var sequence: Int64

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("id", &id)
        columns.visit("kind", &kind)
        columns.visit("sequence", &sequence)
    }
}
