internal import Foundation
internal import GRDB
internal import Persistence
internal import Purchases

/// The store that a restore is about to replace, as far as it can still be read.
struct PresentStore {
    /// How far it can be used.
    enum Condition: Hashable {
        /// Nothing is there.
        case missing
        /// It opens as ever.
        case whole
        /// It can be looked at, and no longer written.
        case readable
        /// It cannot be opened.
        case broken
    }

    let path: String
    /// How far it can be used.
    let standing: Condition
    /// Whether it is a store to practise on; nil where that cannot be read.
    let isPractice: Bool?
    /// Which file was looked at; nil when nothing was there.
    let file: FileIdentity?

    /// Looks at the store, and refuses whoever may not restore there.
    ///
    /// Of a store that can be read, a lead decides. Where it cannot, nobody's role is to be had from it: then the file's
    /// owner may, if what is restored has them as its lead.
    ///
    /// - Throws: `StoreError`: refused, busy.
    init(replacedBy wish: RestoreRequest, at path: String) throws {
        self.path = path
        file = FileIdentity(ofFileAt: path)
        guard file != nil else {
            (standing, isPractice) = (.missing, nil)
            return
        }
        try PresentStore.checkKind(path)
        if let store = try PresentStore.open(path, readOnly: false) {
            defer { try? store.close() }
            try store.require(.restore, of: wish.agent, at: wish.at, for: "restore")
            (standing, isPractice) = (.whole, store.isPractice)
        } else if let store = try PresentStore.open(path, readOnly: true) {
            defer { try? store.close() }
            try store.require(.restore, of: wish.agent)
            (standing, isPractice) = (.readable, store.isPractice)
        } else {
            (standing, isPractice) = (.broken, nil)
            try checkOwner()
        }
    }

    /// The end of its log, and what is in it beyond what the draft has, the file that is to take its place
    /// (``StoreDraft``). Of a store that cannot be read, what its head says.
    ///
    /// Where somebody writes meanwhile, the answer may be out of date at once.
    func comparison(with draft: Connection) throws -> (log: Restoration.Log?, missing: Restoration.Missing) {
        guard standing == .whole || standing == .readable,
            let found = try? reading({ present in
                (
                    result: try LogComparison(present: present, draft: draft).result(),
                    acknowledged: try RestoredHead.noted(of: path, in: present)
                )
            })
        else { return try headComparison(with: draft) }
        // What was acknowledged and cannot be read any more is missing, too.
        let (log, missing) = found.result
        guard let log, let head = found.acknowledged, head.entries > log.entries else { return found.result }
        return (
            head,
            Restoration.Missing(
                entries: missing.entries.map { $0 + head.entries - log.entries }, actions: missing.actions,
                returning: missing.returning)
        )
    }

    /// Writes everything back and empties the -wal, so that the file is the whole store. The caller holds the lock.
    ///
    /// - Throws: `StoreError`: busy where somebody's reading keeps it from that.
    func emptyWAL() throws {
        guard standing == .whole else { return }
        let queue = try DatabaseQueue(path: path, configuration: Connections.configuration(readOnly: false))
        do {
            try queue.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try queue.close()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            try? queue.close()
            guard let process = StoreUsers.one(of: path) else { throw error }
            throw StoreError.replacing(path, .openElsewhere(process: process))
        }
    }

    /// A folder, a pipe or a device is nobody's damaged store.
    private static func checkKind(_ path: String) throws {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT != S_IFREG else { return }
        throw StoreError.file(path, .foreign(found.st_mode & S_IFMT == S_IFDIR ? .folder : .noSQLite))
    }

    private func reading<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path, configuration: Connections.configuration(readOnly: true))
        defer { try? queue.close() }
        return try queue.read { try body($0.connection) }
    }

    private func headComparison(
        with draft: Connection
    ) throws -> (log: Restoration.Log?, missing: Restoration.Missing) {
        guard standing != .missing, let head = RestoredHead.noted(of: path) else {
            return (nil, .entries(nil))
        }
        let there: String? = try draft.value("SELECT hash FROM audit WHERE sequence = ?", [head.entries])
        let ours = try AuditLog.head(draft).sequence
        let missing = there == head.head ? 0 : max(0, head.entries - ours)
        return (head, .entries(missing))
    }

    private func checkOwner() throws {
        var found = stat()
        guard geteuid() != 0, stat(path, &found) == 0, found.st_uid != geteuid() else { return }
        throw StoreError.replacing(path, .notOwned)
    }

    /// The store; nil where it cannot be opened for a reason of its own.
    private static func open(_ path: String, readOnly: Bool) throws -> Store? {
        do {
            return try Store.open(at: path, readOnly: readOnly)
        } catch let error where error.isOfItsFile {
            return nil
        }
    }
}

extension StoreError {
    /// Whether it is about what stands there, rather than about who asks or when.
    fileprivate var isOfItsFile: Bool {
        switch self {
        case .disk(_, .inputOutput), .disk(_, .readFailed): true
        default: code == .configuration || code == .damaged
        }
    }
}

/// Compares two logs of which one may be the beginning of the other, or both go on differently from some entry on.
private struct LogComparison {
    let present: Connection
    let draft: Connection

    func result() throws -> (log: Restoration.Log?, missing: Restoration.Missing) {
        let (entries, head) = try AuditLog.head(present)
        let common = try commonEntries(upTo: min(entries, try AuditLog.head(draft).sequence))
        return (
            Restoration.Log(entries: entries, head: head),
            Restoration.Missing(
                entries: entries - common, actions: try actions(after: common),
                returning: try returning(after: common))
        )
    }

    /// How many entries are the same in both: each hash stands for all before it, so that halving finds the last one.
    private func commonEntries(upTo limit: Int64) throws -> Int64 {
        var (same, other) = (Int64(0), limit + 1)
        while other - same > 1 {
            let middle = (same + other) / 2
            let hash = { (db: Connection) in
                try db.value("SELECT hash FROM audit WHERE sequence = ?", [middle]) as String?
            }
            if let mine = try hash(present), mine == (try hash(draft)) {
                same = middle
            } else {
                other = middle
            }
        }
        return same
    }

    private func actions(after sequence: Int64) throws -> [String: Int] {
        let rows = try present.map(
            "SELECT action, count(*) FROM audit WHERE sequence > ? GROUP BY action", [sequence]
        ) { (try $0[0] as String, try $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }

    /// What was taken away after an entry, and is there again with the backup.
    private func returning(after sequence: Int64) throws -> [Restoration.Returning] {
        let actions: [AuditAction] = [.customerErase, .agentRemove, .keyRemove, .secretRemove]
        let names = actions.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try present.map(
            "SELECT action, subject FROM audit WHERE sequence > ? AND action IN (\(names)) ORDER BY sequence",
            [sequence]
        ) { row in
            let subject: String = try row[1]
            return switch AuditAction(rawValue: try row[0]) {
            case .customerErase: .person(subject)
            case .agentRemove: .agent(subject)
            case .keyRemove: .key(subject)
            default: .secret
            }
        }
    }
}
