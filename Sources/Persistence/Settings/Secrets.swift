internal import GRDB
public import Purchases

/// A shared secret of version 1 notifications, which the store can recognise but not show.
public struct SharedSecret: Hashable, Sendable {
    /// Its number.
    public let id: Int64
    /// When it was added.
    public let addedAt: Instant
    /// Who added it.
    public let addedBy: AgentName
}

extension Store {
    /// The shared secrets, oldest first.
    public func secrets() throws -> [SharedSecret] {
        try read { db in
            try db.rows("SELECT * FROM secrets ORDER BY id").map { row in
                SharedSecret(
                    id: row["id"], addedAt: Instant(milliseconds: row["added_at_ms"]),
                    addedBy: AgentName(row["added_by"]))
            }
        }
    }

    /// Whether a text is one of the shared secrets; nil when none is configured.
    public func matches(secret: String) throws -> Bool? {
        try read { db in
            let rows = try db.rows("SELECT id, salt, hash FROM secrets")
            return rows.isEmpty ? nil : rows.contains { SecretHash.matches(secret, $0) }
        }
    }

    /// Keeps the salted hash of a shared secret beside those already known; answers its number.
    ///
    /// Errors: usage when it is empty; conflict when it is known.
    public func addSecret(_ secret: String, by lead: AgentName, at now: Instant) throws -> Int64 {
        guard !secret.isEmpty else {
            throw StoreError.emptySecret
        }
        return try write(.secretAdd, by: lead, at: now) { writing in
            if try SecretHash.find(secret, writing.db) != nil {
                throw StoreError.knownSecret
            }
            let salt = SecretHash.newSalt()
            try writing.db.run(
                "INSERT INTO secrets (salt, hash, added_at_ms, added_by) VALUES (?, ?, ?, ?)",
                [salt, SecretHash.of(secret, salt: salt), now.milliseconds, lead.rawValue])
            let id = writing.db.lastInsertedRowID
            try writing.changed(.setting, "secret")
            return .done(id, try AuditDraft("secret", about: [.setting("secret")], ["id": id]))
        }
    }

    /// Forgets a shared secret.
    ///
    /// Errors: not found when it is none of those known.
    public func removeSecret(_ secret: String, by lead: AgentName, at now: Instant) throws {
        try write(.secretRemove, by: lead, at: now) { writing in
            guard let id = try SecretHash.find(secret, writing.db) else {
                throw StoreError.unknownSecret
            }
            try writing.db.run("DELETE FROM secrets WHERE id = ?", [id])
            try writing.changed(.setting, "secret")
            return .done((), try AuditDraft("secret", about: [.setting("secret")], ["id": id]))
        }
    }
}

/// Salted hashes of shared secrets.
enum SecretHash {
    /// A new salt of 128 random bits.
    static func newSalt() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    }

    /// The lower-case hex SHA-256 of salt and secret.
    static func of(_ secret: String, salt: String) -> String { AuditHash.hex(salt + secret) }

    /// Whether a row holds the hash of a secret.
    static func matches(_ secret: String, _ row: Row) -> Bool {
        of(secret, salt: row["salt"]) == row["hash"] as String
    }

    /// The number of a secret; nil when it is not known.
    static func find(_ secret: String, _ db: Database) throws -> Int64? {
        try db.rows("SELECT id, salt, hash FROM secrets").first { matches(secret, $0) }?["id"]
    }
}
