internal import GRDB

/// How much of a store a connection keeps in memory, in KiB.
enum PageCache: Int {
    /// A look at the log of changes.
    case watching = 512
    /// The small writes of agents.
    case writing = 4096
    /// The pages and searches of a console.
    case reading = 8192
    /// An import, which changes pages all over a large store.
    case importing = 65_536

    /// Gives a connection so much from now on.
    func use(_ db: Database) throws { try db.execute(sql: "PRAGMA cache_size = -\(rawValue)") }
}
