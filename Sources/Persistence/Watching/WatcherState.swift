internal import CStore
internal import GRDB
internal import Synchronization

/// Where a watcher is in the log of changes.
final class WatcherState: Sendable {
    private struct Position {
        var sequence: Int64
        var version: Int?
        var isStopped = false
    }

    private let position: Mutex<Position>
    private let connection: DatabaseQueue?
    private let store: Store
    private let deliver: @Sendable ([Change]) -> Void

    /// `PRAGMA data_version` only speaks of other connections, so the watcher has its own.
    init(store: Store, sequence: Int64, deliver: @escaping @Sendable ([Change]) -> Void) throws {
        (self.store, self.deliver) = (store, deliver)
        position = Mutex(Position(sequence: sequence))
        connection = try store.path.map {
            try DatabaseQueue(
                path: $0, configuration: Connections.configuration(readOnly: true, cache: .watching))
        }
    }

    /// Delivers nothing from now on.
    func stop() { position.withLock { $0.isStopped = true } }

    /// Delivers what changed since the last look. A failing look is made up for by the next.
    func look() {
        while let changes = try? next(), !changes.isEmpty { deliver(changes) }
    }

    private func next() throws -> [Change] {
        let (sequence, seen) = position.withLock { ($0.isStopped ? .max : $0.sequence, $0.version) }
        guard sequence != .max else { return [] }
        let (version, changes) = try read(after: sequence, seen)
        return position.withLock { position in
            position.version = changes.isEmpty ? version : nil
            guard !position.isStopped else { return [] }
            position.sequence = changes.last?.sequence ?? position.sequence
            return changes
        }
    }

    private func read(after sequence: Int64, _ seen: Int?) throws -> (Int?, [Change]) {
        guard let connection else { return (nil, try store.changes(since: sequence)) }
        return try connection.unsafeRead { db in
            let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
            if let seen, seen == version { return (version, []) }
            return (version, try ChangeRows.since(sequence, limit: 1000, db))
        }
    }
}
