import GRDB
import Purchases

/// One import: documents in whole transactions, each short enough that nobody waits long for the store.
struct ImportRun {
    /// How many rows may change before a transaction ends.
    private static let rowLimit = 1000
    /// How long a transaction may last before it takes no further document.
    private static let timeLimit = Duration.milliseconds(20)
    /// Below how many documents at hand more are asked for.
    private static let enough = 64

    private let store: Store
    private let feed: ImportFeed
    private let agent: AgentName
    private let now: Instant
    private var waiting: ArraySlice<ImportItem> = []
    private var sources: [ImportSource] = []
    private var isExhausted = false
    private var journal: Int64?
    private var report = ImportReport()

    /// A run that takes what a feed brings.
    init(store: Store, feed: ImportFeed, agent: AgentName, now: Instant) {
        (self.store, self.feed, self.agent, self.now) = (store, feed, agent, now)
    }

    /// Takes everything in.
    mutating func run() throws -> ImportReport {
        try store.require(.importDocuments, of: agent)
        let reading = ReadAhead(feed)
        defer { reading.close() }
        do {
            repeat {
                try fill(from: reading)
                try writePart()
            } while !(isExhausted && waiting.isEmpty)
        } catch {
            tellInterrupted()
            throw error
        }
        return report
    }

    /// What is in stays in, and is audited; when even that cannot be written, the next import tells it.
    private func tellInterrupted() {
        guard let journal else { return }
        try? store.write(.importDocuments, by: agent, at: now) { writing in
            try ImportJournal.interrupt(journal, writing).map { .done((), $0) } ?? .nothing(())
        }
    }

    /// Waits for documents before the lock is taken, never under it.
    private mutating func fill(from reading: ReadAhead) throws {
        var items = Array(waiting)
        while items.count < ImportRun.enough, !isExhausted {
            let batch = try reading.next()
            items += batch.items
            (sources, isExhausted) = (batch.sources, batch.isLast)
            feed.progressed()
        }
        waiting = items[...]
    }

    private struct Part {
        var report: ImportReport
        var journal: Int64
        var taken = 0
    }

    private mutating func writePart() throws {
        let (items, before, opened, sources) = (waiting, report, journal, sources)
        let part = try store.write(.importDocuments, by: agent, at: now) { [isExhausted] writing in
            var part = Part(report: before, journal: try opened ?? ImportRun.begin(writing))
            if opened == nil { part.report.note(try OverdueAttempts.settle(writing)) }
            try ImportRun.take(items, &part, writing)
            try ImportJournal.note(part.journal, part.report, sources, writing.db)
            guard isExhausted, part.taken == items.count else { return .journaled(part) }
            try ImportJournal.close(part.journal, at: writing.now, writing.db)
            let details = ImportJournal.Details(
                sources: sources, counts: ImportCounts(part.report), isInterrupted: false)
            return .done(part, try AuditDraft("import \(part.journal)", details))
        }
        (report, journal) = (part.report, part.journal)
        waiting = waiting.dropFirst(part.taken)
    }

    private static func begin(_ writing: Writing) throws -> Int64 {
        try ImportJournal.auditInterrupted(writing)
        return try ImportJournal.open(writing)
    }

    private static func take(_ items: ArraySlice<ImportItem>, _ part: inout Part, _ writing: Writing) throws {
        let rules = try SettingRows.ticketRules(writing.db)
        let (started, changes) = (ContinuousClock.now, writing.db.totalChangesCount)
        for item in items {
            try take(item, rules, &part.report, writing)
            part.taken += 1
            try writing.faults.pass(.documentApplied)
            let rows = writing.db.totalChangesCount - changes
            if rows >= rowLimit || ContinuousClock.now - started >= timeLimit { return }
        }
    }

    private static func take(
        _ item: ImportItem, _ rules: TicketRules, _ report: inout ImportReport, _ writing: Writing
    ) throws {
        switch item {
        case .refused(let refused): try keep(refused, &report, writing)
        case .document(let document):
            do {
                report.note(try apply(document, rules, writing))
            } catch let error as DatabaseError where error.isOfItsData {
                try keep(document.refused, &report, writing)
            }
        }
    }

    private static func apply(
        _ document: ReadyDocument, _ rules: TicketRules, _ writing: Writing
    ) throws -> DocumentApplication.Outcome {
        var outcome = DocumentApplication.Outcome()
        try writing.db.inSavepoint {
            outcome = try DocumentApplication.apply(document, rules: rules, at: writing.now, writing.db)
            for customer in try CustomerRow.names(of: outcome.customers, writing.db) {
                try writing.changed(.customer, customer.rawValue)
            }
            for chain in document.contents.chains { try writing.changed(.chain, chain.rawValue) }
            try writing.changed(outcome.tickets)
            return .commit
        }
        return outcome
    }

    private static func keep(
        _ refused: RefusedDocument, _ report: inout ImportReport, _ writing: Writing
    ) throws {
        try QuarantineRows.keep(refused, at: writing.now, writing.db)
        try writing.changed(.quarantine, refused.source)
        report.note(refused)
    }
}

extension DatabaseError {
    /// Whether a document's own values were refused, rather than the store failing.
    fileprivate var isOfItsData: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE].contains(resultCode)
    }
}
