internal import Foundation
internal import GRDB
public import Purchases

/// Practice stores are made whole under another name first: nobody sees one half made, and what was practised goes only
/// when its successor is complete.
extension Store {
    /// What a practice store's population was made of; nil for stores without one.
    public func population() throws -> String? { try read { try StoreState.population.read($0) } }

    /// Makes a practice store, lets it be filled and puts it at a path where nothing is.
    ///
    /// - Throws: `StoreError`: conflict when the path is taken; what filling throws, and then nothing is left.
    public static func makePractice(
        at path: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        fill: (Store) throws -> Void
    ) throws {
        // A -wal left beside the path would be played into the new file.
        for file in [path, path + "-wal"] where FileManager.default.fileExists(atPath: file) {
            throw StoreError.exists(file)
        }
        let draft = try practiceDraft(
            of: path, population: population, bundleIDs: bundleIDs, by: agent, at: now, fill: fill)
        defer { draft.discard() }
        try draft.publish()
    }

    /// Makes a practice store anew, in the place of one that a lead no longer needs and nobody has open.
    ///
    /// - Throws: `StoreError`: refused for a real store and for anybody but its leads; conflict when a process has it open, or wrote to
    /// it meanwhile; what filling throws, and then the old store stays as it is.
    public static func remakePractice(
        at link: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        fill: (Store) throws -> Void
    ) throws {
        let path = StoreFile.target(of: link)
        let old = try giveUp(path, by: agent)
        try checkNobodyUses(path)
        let draft = try practiceDraft(
            of: path, population: population, bundleIDs: bundleIDs, by: agent, at: now, fill: fill)
        defer { draft.discard() }
        try StoreLock(store: path, file: old).hold {
            try checkNobodyUses(path)
            // What the -wal holds would be played into the new file: the old one was emptied into its own.
            guard (try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int) ?? 0 == 0
            else {
                throw StoreError.justWritten(path)
            }
            for suffix in ["-wal", "-shm", ".head"] { unlink(path + suffix) }
            try draft.replace()
        }
    }

    /// A practice store that is not in its place yet, filled and closed; whatever goes wrong, nothing of it stays. Its lock
    /// is held from before it is a store, so that nobody takes it for abandoned while it is filled.
    private static func practiceDraft(
        of place: String, population: String, bundleIDs: [BundleID], by agent: AgentName, at now: Instant,
        fill: (Store) throws -> Void
    ) throws -> StoreDraft {
        let founding = StoreCreation(
            isPractice: true, population: population, serves: [.production], bundleIDs: bundleIDs,
            appAppleIDs: [], lead: agent, at: now)
        let draft = try draft(of: place, founding: founding, faults: .none)
        do {
            let store = try Store.open(at: draft.path)
            try fill(store)
            // One file without others beside it: what the -wal held would not come along.
            try store.emptyWAL()
            try store.close()
        } catch {
            draft.discard()
            throw error
        }
        return draft
    }

    /// Refuses to give a store up unless it is for practice and a lead asks; what its -wal holds goes into the file.
    private static func giveUp(_ path: String, by agent: AgentName) throws -> FileIdentity? {
        let store = try Store.open(at: path)
        defer { try? store.close() }
        guard store.isPractice else { throw StoreError.isReal(path) }
        guard try store.role(of: agent) == .lead else {
            throw StoreError.noLeadOf(path, agent)
        }
        try store.emptyWAL()
        return FileIdentity(ofFileAt: path)
    }

    private static func checkNobodyUses(_ path: String) throws {
        guard let user = StoreUsers.one(of: path) else { return }
        throw StoreError.openElsewhere(path, process: user)
    }
}

/// Who has a store open, as far as the kernel says.
enum StoreUsers {
    /// The byte of the -shm that every connection to a store in WAL mode keeps locked.
    ///
    /// Source: SQLite, os_unix.c, `UNIX_SHM_DMS`.
    private static let sign: off_t = 128

    /// A process other than this one that has the store at a path open; nil when none has. Not to be asked while this
    /// process has it open: closing the file would give up SQLite's own locks.
    static func one(of path: String) -> Int32? {
        let file = open(path + "-shm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var question = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: sign, l_len: 1, l_pid: 0)
        guard fcntl(file, F_GETLK, &question) == 0, question.l_type != Int16(F_UNLCK) else { return nil }
        return question.l_pid
    }
}
