internal import GRDB

/// The head of a store that a restore replaces, and of the one that takes its place.
enum RestoredHead {
    /// What the head of the store at a path says was acknowledged; nil where there is none.
    static func noted(of path: String) -> Restoration.Log? {
        guard case .whole(let head)? = try? HeadFile(of: path).read() else { return nil }
        return Restoration.Log(entries: head.standing.entries, head: head.standing.hash)
    }

    /// What the head of a store that can be read says was acknowledged; nil where there is none, or another file's.
    static func noted(of path: String, in db: Database) throws -> Restoration.Log? {
        guard case .whole(let head)? = try? HeadFile(of: path).read(),
            head.isOf(try StoreState.fileID.read(db) ?? StoreHead.noID)
        else { return nil }
        return Restoration.Log(entries: head.standing.entries, head: head.standing.hash)
    }

    /// Makes a draft a store of its own, with an id that no other has and no home yet: the first write says where that is.
    static func begin(in db: Database) throws {
        try StoreState.fileID.set(StoreHead.newID(), in: db)
        try StoreState.home.clear(in: db)
    }

    /// The head of a draft that begins.
    static func head(_ db: Database) throws -> StoreHead {
        StoreHead(
            fileID: try StoreState.fileID.read(db) ?? StoreHead.noID, standing: try StoreStanding(db))
    }

    /// Whether a -wal with content beside a file is its own: of a store that is taken as it stands by the same rules by
    /// which it would be opened, of any other file only if its head says so.
    static func ownsWAL(_ path: String, isStore: Bool) throws -> Bool {
        guard case .whole = try? HeadFile(of: path).read() else { return isStore }
        return true
    }
}
