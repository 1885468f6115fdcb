internal import GRDB

/// The log of changes as its table keeps it.
enum ChangeRows {
    /// What changed after a sequence, oldest first.
    static func since(_ sequence: Int64, limit: Int, _ db: Database) throws -> [Change] {
        try db.rows(
            "SELECT sequence, entity, id FROM change_log WHERE sequence > ? ORDER BY sequence LIMIT ?",
            [sequence, limit]
        )
        .map { Change(sequence: $0["sequence"], entity: Entity(rawValue: $0["entity"]), id: $0["id"]) }
    }

    /// The sequence of the newest change.
    static func newest(_ db: Database) throws -> Int64 {
        try db.value("SELECT max(sequence) FROM change_log") ?? 0
    }
}
