internal import Foundation
internal import GRDB
internal import Purchases

/// The end of a store's use: whoever closes it last writes the -wal back and empties it.
///
/// Everybody closes first and looks then, under the lock, so that of two who close at once one finds the other gone. A
/// process that is killed leaves its -wal, which the next one opens with.
struct LastClose {
    /// How long to wait for the lock: whoever holds it longer is still there, and closes later.
    private static let patience = TimeLength.seconds(1)

    /// The store.
    let path: String
    /// Its lock, bound to the files that were opened: where one of them is another one now, nothing is written.
    let lock: StoreLock
    /// How commits of this run reached the disk.
    let durability: Durability

    /// Leaves one whole file behind, when nobody else has the store open. What fails now is done by whoever comes next.
    func settle() {
        guard isLast else { return }
        try? lock.waiting(LastClose.patience).hold {
            guard isLast else { return }
            try StoreHead.checkWAL(of: path, head: HeadFile(of: path).read())
            try empty()
            tidy()
        }
    }

    private var isLast: Bool {
        SideFiles(path: path).walHasContent && !KernelLocks.isUsedElsewhere(path + "-shm")
    }

    /// A store that is not what was acknowledged stays as it is.
    private func empty() throws {
        var configuration = Connections.configuration(readOnly: false, cache: .writing)
        configuration.busyMode = .immediateError
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        try queue.writeWithoutTransaction { db in
            let head = try HeadFile(of: path).read()
            let found = try StoreFound(db.connection, at: path, head: head)
            if case .refuses = HeadVerdict(on: found, head: head) { return }
            try db.execute(sql: "PRAGMA synchronous = \(durability == .none ? "OFF" : "FULL")")
            _ = try db.checkpoint(.truncate)
        }
    }

    /// The file's own pages have its present id now, and the head is as lasting as they are.
    private func tidy() {
        StoreHead.settleID(of: path)
        if durability != .none { HeadFile(of: path).sync() }
    }
}
