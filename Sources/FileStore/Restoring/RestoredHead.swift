internal import Persistence

/// The head of a store that a restore replaces (for `PresentStore`), and of the one that takes its place (for
/// `Restore`); and whether a restored file's -wal is copied along (for `BackupFile`).
enum RestoredHead {
    /// What the head of the store at a path says was acknowledged; nil where there is none.
    static func noted(of path: String) -> Restoration.Log? {
        guard case .whole(let head)? = try? HeadFile(of: path).read() else { return nil }
        return Restoration.Log(entries: head.standing.entries, head: head.standing.hash)
    }

    /// What the head of a store that can be read says was acknowledged; nil where there is none, or another file's.
    static func noted(of path: String, in db: Connection) throws -> Restoration.Log? {
        guard case .whole(let head)? = try? HeadFile(of: path).read(),
            head.isOf(try StoreState.fileID.read(db) ?? StoreHead.noID)
        else { return nil }
        return Restoration.Log(entries: head.standing.entries, head: head.standing.hash)
    }

    /// The head of the draft, the file that is to take the store's place (`StoreDraft`), as it begins to be the store.
    static func head(_ db: Connection) throws -> StoreHead {
        StoreHead(
            fileID: try StoreState.fileID.read(db) ?? StoreHead.noID, standing: try StoreProgress(db))
    }

    /// Whether a -wal with content beside a file is its own: of a store that is taken as it stands by the same rules by
    /// which it would be opened, of any other file only if its head says so.
    static func ownsWAL(_ path: String, isStore: Bool) throws -> Bool {
        guard case .whole(let head)? = try? HeadFile(of: path).read() else { return isStore }
        // Pages that cannot be followed were being written back when somebody was killed.
        return RawStore(path: path).fileID().map(head.isOf) ?? true
    }
}
