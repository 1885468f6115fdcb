internal import GRDB

/// Hears of the commits of one connection.
final class CommitObserver: TransactionObserver, @unchecked Sendable {
    private let onCommit: @Sendable () -> Void
    // Only the connection's queue touches it.
    private var known = 0

    /// An observer that tells of commits that changed something.
    init(_ onCommit: @escaping @Sendable () -> Void) { self.onCommit = onCommit }

    /// SQLite counts the changed rows anyway: hearing of each would slow an import down.
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

    /// Never called.
    func databaseDidChange(with event: DatabaseEvent) {}

    /// What was undone is nothing to tell.
    func databaseDidRollback(_ db: Database) { known = db.totalChangesCount }

    /// Tells of what changed.
    func databaseDidCommit(_ db: Database) {
        if db.totalChangesCount != known { onCommit() }
        known = db.totalChangesCount
    }
}
