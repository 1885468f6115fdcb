internal import CStore
internal import Foundation
internal import GRDB
internal import Persistence
internal import Purchases

/// One turn of the writer while it holds the lock: the store is compared with its head before anything is written, and
/// the head is noted after every commit, before anybody is answered.
final class HeadKeeping: WriterTurn {
    let connection: Connection
    /// Whether something was committed, and nothing was found that stops all writing: only then the -wal may be written back.
    private(set) var mayWriteBack = false
    private let name: String
    private let lock: HeldLock?
    private let db: Database
    private let place: Place?

    /// What a store on a disk is compared by.
    private struct Place {
        let path: String
        let found: StoreFound
        var head: StoreHead?
        var taking: HeadVerdict.Taking?
    }

    /// Begins a turn on a store that is what was acknowledged.
    ///
    /// - Throws: `StoreError`: breach; damaged where the -wal was cut; configuration where something odd lies there.
    init(_ db: Database, name: String, path: String?, lock: HeldLock?) throws {
        let connection = db.connection
        (self.db, self.name, self.lock, self.connection) = (db, name, lock, connection)
        place = try path.map { path in
            let reading = try HeadFile(of: path).read()
            let found = try StoreFound(connection, at: path, head: reading)
            let needed = cstore_wal_size(UnsafeMutableRawPointer(db.sqliteConnection))
            guard FileKind(at: path + "-wal")?.size ?? 0 >= needed else {
                throw StoreError.file(path + "-wal", .changedUnderneath)
            }
            var place = Place(path: path, found: found)
            if case .whole(let head) = reading, head.isOf(found.fileID) { place.head = head }
            switch HeadVerdict(on: found, head: reading) {
            case .refuses(let breach): throw StoreError.file(path, .breach(breach))
            case .takes(let why): place.taking = why
            case .fits: break
            }
            return place
        }
    }

    /// Whether a refusal may be noted. Not where the next write takes the file as a store in another one's place:
    /// anything written before it would leave a -wal with content beside a head that is not its own.
    var mayTell: Bool {
        if case .another = place?.taking { false } else { true }
    }

    func sign() { lock?.sign() }

    func attempt<Value>(_ work: () throws -> Value) throws -> Value {
        try StoreError.translating(name) { try db.tellingFailedReads(of: name, work) }
    }

    func transaction(_ work: () throws -> Void) throws {
        try db.inTransaction(.immediate) {
            try work()
            return .commit
        }
        mayWriteBack = true
    }

    /// Does what makes the head this file's own, in the transaction of a write that is about to be committed.
    ///
    /// The head comes first: a store that says where its head lies has one, whenever a process is killed. Until the -wal is
    /// written back, the head names both ids. Without room for a head the store goes on without one.
    func settle(by agent: AgentName, at now: Instant) throws {
        guard var place else { return }
        if let taking = place.taking {
            if case .another(let other) = taking {
                try AuditLog.append(
                    try AuditDraft("store", about: [], Adoption(other.standing, place.found.standing)),
                    action: .adopt, by: agent, at: now, in: connection)
            }
            let head = StoreHead(
                fileID: StoreHead.newID(), was: place.found.fileID, standing: place.found.standing,
                former: taking.former)
            guard (try? HeadFile(of: place.path).make(head)) != nil else { return }
            try StoreState.fileID.set(head.fileID, in: connection)
            place.head = head
        }
        guard place.head != nil, let home = StoreHome(of: place.path),
            try StoreState.home.read(connection) != home.text
        else { return }
        try StoreState.home.set(home.text, in: connection)
    }

    /// Notes how far the store has come. What cannot be noted does not undo what was committed: the head is behind then,
    /// and `doctor` says so.
    func note() {
        guard let place, let standing = try? StoreProgress(connection),
            let id = try? StoreState.fileID.read(connection),
            case .whole(var head)? = try? HeadFile(of: place.path).read(), head.fileID == id,
            head.standing != standing || head.former != nil
        else { return }
        (head.standing, head.former) = (standing, nil)
        try? HeadFile(of: place.path).write(head)
    }

    /// Notes that nothing is to be written any more; only for somebody whose role may write.
    func stop(_ why: StoreStop) {
        mayWriteBack = false
        guard let place else { return }
        var head =
            place.head
            ?? StoreHead(
                fileID: place.found.fileID, standing: place.found.standing, former: place.taking?.former)
        head.stop = why
        let file = HeadFile(of: place.path)
        if place.head == nil { try? file.make(head) } else { try? file.write(head) }
        file.sync()
    }

    /// What the audit log says of a file that took the place of another.
    private struct Adoption: Encodable {
        let formerEntries: Int64
        let formerHash: String
        let entries: Int64

        init(_ former: StoreProgress, _ found: StoreProgress) {
            (formerEntries, formerHash) = (former.entries, former.hash)
            entries = found.entries
        }
    }
}
