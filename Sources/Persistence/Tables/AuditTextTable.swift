/// What people typed, beside the audit log, as its table keeps it.
enum AuditTextTable {
    /// A text as its row tells it.
    struct Kept: TableRow {
        static let table = Table<Kept>("audit_texts", key: "token")
        static let unread = Kept(token: "", sequence: 0)

        /// The digest of salt and text.
        var token: String
        /// The entry that it belongs to.
        var sequence: Int64
        /// What keeps it from being guessed; nil when it was erased.
        var salt: String?
        /// The text; nil when it was erased.
        var body: String?
        /// The entry of the erasure; nil while the text is there.
        var erasedIn: Int64?

        mutating func visit(_ columns: inout some ColumnVisitor) {
            columns.visit("token", &token)
            columns.visit("sequence", &sequence)
            columns.visit("salt", &salt)
            columns.visit("body", &body)
            columns.visit("erased_in", &erasedIn)
        }
    }

    /// Keeps the texts of an entry.
    static func keep(_ texts: [TextVault.Kept], of sequence: Int64, in db: Connection) throws {
        try Kept.table.insert(
            texts.map { Kept(token: $0.token, sequence: sequence, salt: $0.salt, body: $0.body) }, in: db)
    }

    /// The text of a token; nil when it is not there.
    static func find(_ token: String, in db: Connection) throws -> Kept? {
        try Kept.table.find(token, in: db)
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
