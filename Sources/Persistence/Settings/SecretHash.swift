internal import GRDB

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
