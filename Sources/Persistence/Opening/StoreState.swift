internal import GRDB

/// What the store says of itself.
enum StoreState: String {
    /// When it was made.
    case createdAt = "created_at_ms"
    /// "1" when it is a practice store.
    case practice
    /// What a practice store's population was made of; missing in stores without one.
    case population
    /// The sequence of the newest audit entry.
    case auditSequence = "audit_sequence"
    /// The hash of the newest audit entry.
    case auditHash = "audit_hash"
    /// The SHA-256 of the catalogue.
    case catalogDigest = "catalog_sha256"

    /// Its value; nil when it was never set.
    func read(_ db: Database) throws -> String? {
        try db.value("SELECT value FROM store_state WHERE key = ?", [rawValue])
    }

    /// Sets its value.
    func set(_ value: String, _ db: Database) throws {
        try db.run(
            "INSERT INTO store_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            [rawValue, value])
    }
}
