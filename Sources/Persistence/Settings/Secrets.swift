package import Purchases

/// A shared secret of version 1 notifications, which the store can recognise but not show.
package struct SharedSecret: Hashable, Sendable {
    package let id: Int64
    package let addedAt: Instant
    package let addedBy: AgentName
}

extension Store {
    /// The shared secrets, oldest first.
    package func secrets() throws(StoreError) -> [SharedSecret] {
        try read { db in
            try SecretHash.table.numbered("ORDER BY id", in: db).map {
                SharedSecret(id: $0.number, addedAt: $0.row.addedAt, addedBy: $0.row.addedBy)
            }
        }
    }

    /// Whether a text is one of the shared secrets; nil when none is configured.
    package func matches(secret: String) throws(StoreError) -> Bool? {
        try read { db in
            let known = try SecretHash.table.rows(in: db)
            return known.isEmpty ? nil : known.contains { $0.matches(secret) }
        }
    }

    /// Keeps the salted hash of a shared secret beside those already known; answers its number.
    ///
    /// - Throws: `StoreError`: usage when it is empty; conflict when it is known.
    package func addSecret(_ secret: String, by lead: AgentName, at now: Instant) throws(StoreError) -> Int64
    {
        guard !secret.isEmpty else {
            throw StoreError.invalid(.emptySecret)
        }
        return try write(.secretAdd, by: lead, at: now) { writing in
            if try SecretHash.find(secret, in: writing.db) != nil {
                throw StoreError.taken(.secret)
            }
            let salt = try SecretHash.newSalt(writing.db)
            let hash = SecretHash.of(secret, salt: salt)
            let id = try SecretHash.table.add(
                SecretHash(salt: salt, hash: hash, addedAt: now, addedBy: lead), in: writing.db)
            try writing.changed(.setting, "secret")
            let details = SecretDetails(id: id, digest: SecretHash.digest(salt: salt, hash: hash))
            return .done(id, try AuditDraft("secret", about: [.setting("secret")], details))
        }
    }

    /// Forgets a shared secret.
    ///
    /// - Throws: `StoreError`: not found when it is none of those known.
    package func removeSecret(_ secret: String, by lead: AgentName, at now: Instant) throws(StoreError) {
        try write(.secretRemove, by: lead, at: now) { writing in
            guard let id = try SecretHash.find(secret, in: writing.db) else {
                throw StoreError.unknown(.secret)
            }
            try SecretHash.table.delete(id, in: writing.db)
            try writing.changed(.setting, "secret")
            return .done(
                (), try AuditDraft("secret", about: [.setting("secret")], SecretDetails(id: id, digest: nil)))
        }
    }
}

/// What the entries about a secret say.
struct SecretDetails: Codable {
    let id: Int64
    /// What shows that it is the one that was added, and tells nothing of it; entries of before have none.
    let digest: String?
}

/// The salted hash of a shared secret.
struct SecretHash: TableRow {
    static let table = Table<SecretHash>("secrets", key: "id")
    static let unread = SecretHash(salt: "", hash: "", addedAt: .earliest, addedBy: AgentName(""))

    var salt: String
    var hash: String
    var addedAt: Instant
    var addedBy: AgentName

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("salt", &salt)
        columns.visit("hash", &hash)
        columns.visit("added_at_ms", &addedAt)
        columns.visit("added_by", &addedBy)
    }

    /// A new salt of 128 random bits; in a practice store it follows from the log, so that the same demo has the same log.
    static func newSalt(_ db: Connection) throws -> String {
        guard try StoreState.practice.read(db) != "1" else {
            return String(ColumnText.digest(of: "secret \(try AuditLog.head(db).hash)").prefix(32))
        }
        return (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    }

    /// The lower-case hex SHA-256 of salt and secret.
    static func of(_ secret: String, salt: String) -> String { ColumnText.digest(of: salt + secret) }

    /// What the audit log says of a secret: neither salt nor hash stand in it.
    static func digest(salt: String, hash: String) -> String { ColumnText.digest(of: "\(salt):\(hash)") }

    /// Whether it is the hash of a secret.
    func matches(_ secret: String) -> Bool { SecretHash.of(secret, salt: salt) == hash }

    /// The number of a secret; nil when it is not known.
    static func find(_ secret: String, in db: Connection) throws -> Int64? {
        try table.numbered(in: db).first { $0.row.matches(secret) }?.number
    }
}
