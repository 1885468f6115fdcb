import Foundation
import GRDB
import Purchases

/// The journal of imports: what a run did so far, should it be killed before its entry is in the audit log.
enum ImportJournal {
    /// What the audit log says of an import.
    struct Details: Encodable {
        /// Where the documents came from.
        let sources: [ImportSource]
        /// What was done.
        let counts: ImportCounts
        /// Whether the run was killed.
        let isInterrupted: Bool
    }

    /// Opens the journal of a run; answers its row.
    static func open(_ writing: StoreTransaction) throws -> Int64 {
        try writing.db.run(
            "INSERT INTO imports (agent, process, started_ms, sources, counts) VALUES (?, ?, ?, '[]', '{}')",
            [writing.agent.rawValue, getpid(), writing.now.milliseconds])
        return writing.db.lastInsertedRowID
    }

    /// Notes what a run did so far.
    static func note(_ row: Int64, _ report: ImportReport, _ sources: [ImportSource], _ db: Database) throws {
        try db.run(
            "UPDATE imports SET sources = ?, counts = ? WHERE id = ?",
            [try ColumnText.json(sources), try ColumnText.json(ImportCounts(report)), row])
    }

    /// Closes the journal of a run.
    static func close(_ row: Int64, at instant: Instant, _ db: Database) throws {
        try db.run("UPDATE imports SET finished_ms = ? WHERE id = ?", [instant.milliseconds, row])
    }

    /// Whether this process has a run under way.
    static func isOpen(_ db: Database) throws -> Bool {
        try db.row("SELECT 1 FROM imports WHERE finished_ms IS NULL AND process = ?", [getpid()]) != nil
    }

    /// Tells the audit log of runs that were killed before they could tell it themselves.
    static func auditInterrupted(_ writing: StoreTransaction) throws {
        let rows = try writing.db.rows("SELECT * FROM imports WHERE finished_ms IS NULL")
        for row in rows where !isAlive(row["process"]) {
            let agent = AgentName(row["agent"])
            let draft = try interruption(row)
            try AuditLog.append(draft, action: .importDocuments, by: agent, at: writing.now, writing.db)
            try close(row["id"], at: writing.now, writing.db)
        }
    }

    /// Ends a run that cannot go on; answers the entry that says what it had done, nil when it had ended.
    static func interrupt(_ id: Int64, _ writing: StoreTransaction) throws -> AuditDraft? {
        let open = try writing.db.row("SELECT * FROM imports WHERE id = ? AND finished_ms IS NULL", [id])
        guard let open else { return nil }
        try close(id, at: writing.now, writing.db)
        return try interruption(open)
    }

    private static func interruption(_ row: Row) throws -> AuditDraft {
        let counts: ImportCounts? = try? row.json("counts")
        let details = Details(
            sources: try row.json("sources") ?? [], counts: counts ?? ImportCounts(ImportReport()),
            isInterrupted: true)
        return try AuditDraft("import \(row["id"] as Int64)", details)
    }

    private static func isAlive(_ process: Int32) -> Bool {
        kill(process, 0) == 0 || errno == EPERM
    }
}

/// An import's counts as the journal and the audit keep them.
struct ImportCounts: Codable, Hashable {
    let documents: Int
    let accepted: Int
    let duplicates: Int
    let rejected: Int
    let newTransactions: Int
    let updatedTransactions: Int
    let newChains: Int
    let updatedChains: Int
    let openedTickets: Int
    let movedTickets: Int
    let resolvedTickets: Int

    init(_ report: ImportReport) {
        documents = report.documents
        accepted = report.accepted
        duplicates = report.duplicates
        rejected = report.rejected.count
        newTransactions = report.newTransactions
        updatedTransactions = report.updatedTransactions
        newChains = report.newChains
        updatedChains = report.updatedChains
        openedTickets = report.openedTickets
        movedTickets = report.movedTickets
        resolvedTickets = report.resolvedTickets
    }
}
