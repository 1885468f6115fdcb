import Foundation
import Purchases

/// The journal of imports: what a run did so far, should it be killed before its entry is in the audit log. The rows
/// are ``ImportTable``'s.
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

    /// Tells the audit log of runs that were killed before they could tell it themselves.
    static func auditInterrupted(_ writing: StoreTransaction) throws {
        let open = try writing.db.map("\(Run.selection) WHERE finished_ms IS NULL", [], Run.init)
        for run in open where !isAlive(run.process) {
            let draft = try run.interruption()
            try AuditLog.append(
                draft, action: .importDocuments, by: run.agent, at: writing.now, in: writing.db)
            try ImportTable.close(run.row, at: writing.now, in: writing.db)
        }
    }

    /// Ends a run that cannot go on; answers the entry that says what it had done, nil when it had ended.
    static func interrupt(_ id: Int64, in writing: StoreTransaction) throws -> AuditDraft? {
        let run = try writing.db.first(
            "\(Run.selection) WHERE id = ? AND finished_ms IS NULL", [id], Run.init)
        guard let run else { return nil }
        try ImportTable.close(id, at: writing.now, in: writing.db)
        return try run.interruption()
    }

    /// A run as its row tells it.
    private struct Run {
        static let selection = "SELECT id, agent, process, sources, counts FROM imports"

        let row: Int64
        let agent: AgentName
        let process: Int32
        let sources: [ImportSource]
        let counts: ImportCounts?

        init(_ row: StoredRow) throws {
            (self.row, agent, process) = (try row[0], try row[1], try row[2])
            sources = try row.json(3) ?? []
            // A run that was killed at once has counted nothing.
            counts = try? row.json(4)
        }

        func interruption() throws -> AuditDraft {
            let details = Details(
                sources: sources, counts: counts ?? ImportCounts(ImportReport()), isInterrupted: true)
            return try AuditDraft("import \(row)", details)
        }
    }

    /// Whether a process runs: signal 0 only asks, and EPERM says that it is another user's.
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
        rejected = report.rejectedCount
        newTransactions = report.newTransactions
        updatedTransactions = report.updatedTransactions
        newChains = report.newChains
        updatedChains = report.updatedChains
        openedTickets = report.openedTickets
        movedTickets = report.movedTickets
        resolvedTickets = report.resolvedTickets
    }
}
