import GRDB

/// Whether batches are on their way, which tell the audit log of their parts when they end.
enum BatchJournal {
    /// Whether any is being carried out or taken back.
    static func isOpen(_ db: Database) throws -> Bool {
        try db.exists("SELECT 1 FROM batches WHERE state IN ('running', 'cancelling')")
    }
}
