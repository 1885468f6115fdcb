/// What people typed, beside the audit log, as its table keeps it.
enum AuditTextTable {
    /// A text as its row tells it.
    struct Kept {
        /// The entry that it belongs to.
        let sequence: Int64
        /// What keeps it from being guessed; nil when it was erased.
        let salt: String?
        /// The text; nil when it was erased.
        let body: String?
        /// The entry of the erasure; nil while the text is there.
        let erasedIn: Int64?
    }

    /// Keeps a text of an entry.
    static func keep(_ text: TextVault.Kept, of sequence: Int64, in db: Connection) throws {
        try db.run(
            "INSERT INTO audit_texts (token, sequence, salt, body) VALUES (?, ?, ?, ?)",
            [text.token, sequence, text.salt, text.body])
    }

    /// The text of a token; nil when it is not there.
    static func find(_ token: String, in db: Connection) throws -> Kept? {
        try db.first("SELECT sequence, salt, body, erased_in FROM audit_texts WHERE token = ?", [token]) {
            Kept(sequence: try $0[0], salt: $0[1], body: $0[2], erasedIn: $0[3])
        }
    }
}

/// What an erasure's entry says: how much of what is gone, and nothing of what it was.
struct ErasureDetails: Codable {
    /// How many texts went from beside the audit log. Every text that is gone is counted in one erasure's entry.
    let texts: Int
    /// How many notes on the customer and the customer's tickets went.
    let notes: Int
    /// In how many kept documents something was blotted out.
    let documents: Int
    /// How many documents in quarantine were emptied.
    let quarantined: Int

    /// How many texts an entry says are gone; nil when it says nothing of it.
    static func texts(in details: String) -> Int? {
        let told: ErasureDetails? = try? ColumnText.value(details)
        return told?.texts
    }
}
