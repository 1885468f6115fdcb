internal import GRDB

/// Hears of the commits of one connection.
final class CommitObserver: TransactionObserver, @unchecked Sendable {
    private let onCommit: @Sendable () -> Void
    // Only the connection's queue touches it.
    private var hasChanged = false

    /// An observer that tells of commits that changed something.
    init(_ onCommit: @escaping @Sendable () -> Void) { self.onCommit = onCommit }

    /// Hears of every change.
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    /// Notes that something changes.
    func databaseDidChange(with event: DatabaseEvent) { hasChanged = true }

    /// Forgets what was undone.
    func databaseDidRollback(_ db: Database) { hasChanged = false }

    /// Tells of what changed.
    func databaseDidCommit(_ db: Database) {
        if hasChanged { onCommit() }
        hasChanged = false
    }
}
