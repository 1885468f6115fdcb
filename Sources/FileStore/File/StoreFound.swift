internal import Persistence

extension StoreProgress {
    /// How far a store has come.
    init(_ db: Connection) throws {
        let (entries, hash) = try AuditLog.head(db)
        self.init(change: try ChangeRows.newest(db), entries: entries, hash: hash)
    }
}

extension StoreFound {
    /// What SQLite says of the store at a path, for ``HeadVerdict`` to compare with its head.
    init(_ db: Connection, at path: String, head: HeadReading) throws {
        fileID = try StoreState.fileID.read(db) ?? StoreHead.noID
        standing = try StoreProgress(db)
        let home = try StoreState.home.read(db)
        isAtHome = home != nil && StoreHome(of: path)?.isSaid(by: home) == true
        guard case .whole(let head) = head, head.isOf(fileID) else { return }
        hashAtHead =
            switch head.standing.entries {
            case standing.entries: standing.hash
            case 0: AuditHash.first
            default: try db.value("SELECT hash FROM audit WHERE sequence = ?", [head.standing.entries])
            }
    }
}
