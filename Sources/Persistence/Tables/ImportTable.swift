import Foundation
import Purchases

/// The journal of imports as its table keeps it: a row a run, closed when the run has ended.
enum ImportTable {
    /// Opens the journal of a run of this process; answers its row.
    static func open(by agent: AgentName, at instant: Instant, in db: Connection) throws -> Int64 {
        try ImportRow.table.add(
            ImportRow(agent: agent, process: getpid(), startedAt: instant, sources: "[]", counts: "{}"),
            in: db)
    }

    /// Notes what a run did so far, and from where.
    static func note(_ row: Int64, counts: some Encodable, sources: some Encodable, in db: Connection) throws
    {
        try db.run(
            "UPDATE imports SET sources = ?, counts = ? WHERE id = ?",
            [try ColumnText.json(sources), try ColumnText.json(counts), row])
    }

    /// Closes the journal of a run.
    static func close(_ row: Int64, at instant: Instant, in db: Connection) throws {
        try db.run("UPDATE imports SET finished_ms = ? WHERE id = ?", [instant.milliseconds, row])
    }

    /// Whether this process has a run under way.
    static func isOpen(_ db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM imports WHERE finished_ms IS NULL AND process = ?", [getpid()])
    }
}

/// A run as it begins.
struct ImportRow: TableRow {
    static let table = Table<ImportRow>("imports", key: "id")
    static let unread = ImportRow(
        agent: AgentName(""), process: 0, startedAt: .earliest, sources: "", counts: "")

    var agent: AgentName
    var process: Int32
    var startedAt: Instant
    /// JSON.
    var sources: String
    /// JSON.
    var counts: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("agent", &agent)
        columns.visit("process", &process)
        columns.visit("started_ms", &startedAt)
        columns.visit("sources", &sources)
        columns.visit("counts", &counts)
    }
}
