import GRDB
public import Purchases

extension Store {
    /// Takes in what a feed brings, each document whole, and audits the run as one entry.
    ///
    /// ```swift
    /// let report = try store.importDocuments(ImportFeed(items), by: agent, at: now)
    /// for rejection in report.rejected { print(rejection.source, rejection.detail) }
    /// ```
    ///
    /// - Throws: `StoreError`: refused by role; busy. What was refused itself is in the report and in quarantine.
    public func importDocuments(
        _ feed: ImportFeed, by agent: AgentName, at now: Instant
    ) throws -> ImportReport {
        var run = ImportRun(store: self, feed: feed, agent: agent, now: now)
        let report = try run.run()
        // What is in is in: whoever looks next finds what could not be found now.
        _ = try? findIncidents(by: agent, at: now)
        return report
    }

    /// Puts a product catalogue in place of the one kept.
    ///
    /// - Throws: `StoreError`: refused for anybody but leads; busy.
    public func replaceCatalog(with catalog: Catalog, by agent: AgentName, at now: Instant) throws {
        try write(.catalogImport, by: agent, at: now) { writing in
            try TicketUpdate.look(at: CatalogUpdate.replace(with: catalog, in: writing.db), in: writing)
            try writing.changed(.catalog, "")
            let products = catalog.products.values.sorted { $0.id < $1.id }
            return .done((), try AuditDraft("catalog", ["products": products]))
        }
    }

    /// The product catalogue.
    public func catalog() throws -> Catalog { try read { try CatalogTable.read($0) } }
}

/// One import: documents in whole transactions, each short enough that nobody waits long for the store.
struct ImportRun {
    /// How many rows may change before a transaction ends, so that committing it is short too.
    private static let rowLimit = 6000
    /// How long a transaction may last before it takes no further document.
    private static let timeLimit = Duration.milliseconds(50)
    /// How often a transaction looks whether somebody waits for the store, to end for them.
    private static let courtesy = Duration.milliseconds(5)
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
        try store.require(.importDocuments, of: agent, at: now)
        let reading = ReadAhead(feed)
        try store.keep(.importing)
        defer {
            reading.close()
            try? store.keep(.writing)
        }
        do {
            try settleOverdue()
            repeat {
                try fill(from: reading)
                store.lock?.letOthersFirst()
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
            try ImportJournal.interrupt(journal, in: writing).map { .done((), $0) } ?? .nothing(())
        }
    }

    /// What time has moved meanwhile counts among what the import did; each write moves only a part of it.
    private mutating func settleOverdue() throws {
        let now = now
        guard try store.read({ try OverdueAttempts.exist(at: now, in: $0) }) else { return }
        var place = OverdueAttempts.Place?.some(.start)
        while let before = place {
            store.lock?.letOthersFirst()
            let (opened, known) = (journal, report)
            (journal, report, place) = try store.write(.importDocuments, by: agent, at: now) { writing in
                let journal = try opened ?? ImportRun.begin(writing)
                let part = try OverdueAttempts.settle(after: before, in: writing)
                var report = known
                report.note(part.changes)
                try ImportTable.note(journal, counts: ImportCounts(report), sources: sources, in: writing.db)
                return .journaled((journal, report, part.place))
            }
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

    /// A part whose documents the store can all hold needs no way back for each of them.
    private mutating func writePart() throws {
        do {
            try writePart(isGuarded: false)
        } catch is ValueRefused {
            try writePart(isGuarded: true)
        }
    }

    /// The store could not hold some document's values, and the whole part was undone.
    private struct ValueRefused: Error {}

    private mutating func writePart(isGuarded: Bool) throws {
        let opened = journal
        let (written, taken) = try store.write(.importDocuments, by: agent, at: now) { writing in
            let journal = try opened ?? ImportRun.begin(writing)
            let steps = try ImportRun.take(waiting, isGuarded: isGuarded, lock: store.lock, in: writing)
            for step in steps { report.note(step) }
            try ImportTable.note(journal, counts: ImportCounts(report), sources: sources, in: writing.db)
            guard isExhausted, steps.count == waiting.count else { return .journaled((journal, steps.count)) }
            try ImportTable.close(journal, at: writing.now, in: writing.db)
            let details = ImportJournal.Details(
                sources: sources, counts: ImportCounts(report), isInterrupted: false)
            return .done((journal, steps.count), try AuditDraft("import \(journal)", details))
        }
        journal = written
        waiting = waiting.dropFirst(taken)
    }

    private static func begin(_ writing: StoreTransaction) throws -> Int64 {
        try ImportJournal.auditInterrupted(writing)
        return try ImportTable.open(by: writing.agent, at: writing.now, in: writing.db)
    }

    private static func take(
        _ items: ArraySlice<ImportItem>, isGuarded: Bool, lock: StoreLock?, in writing: StoreTransaction
    ) throws -> [ImportStep] {
        let rules = try SettingTable.ticketRules(writing.db)
        let changes = writing.db.totalChangesCount
        var (steps, patience) = ([ImportStep](), Patience())
        for item in items {
            switch item {
            case .rejected(let rejection): steps.append(try keep(rejection, in: writing))
            case .document(let document):
                steps.append(
                    try isGuarded
                        ? guarded(document, rules: rules, in: writing)
                        : unguarded(document, rules: rules, in: writing))
            }
            try writing.faults.pass(.documentApplied)
            if writing.db.totalChangesCount - changes >= rowLimit || patience.isOver(lock) { break }
        }
        return steps
    }

    /// How long others are kept waiting.
    private struct Patience {
        private let started = ContinuousClock.now
        private var asked = ContinuousClock.now

        /// Whether it is time to let others write; whether any wait is asked every now and then.
        mutating func isOver(_ lock: StoreLock?) -> Bool {
            let now = ContinuousClock.now
            if now - started >= timeLimit { return true }
            guard now - asked >= courtesy else { return false }
            asked = now
            return lock?.isAwaited ?? false
        }
    }

    private static func unguarded(
        _ document: AdmittedDocument, rules: TicketRules, in writing: StoreTransaction
    ) throws -> ImportStep {
        do {
            return .applied(try apply(document, rules: rules, in: writing))
        } catch let error as DatabaseError where error.isOfItsData {
            throw ValueRefused()
        }
    }

    /// A savepoint for each document copies every page that it changes, so only parts that need it have them.
    private static func guarded(
        _ document: AdmittedDocument, rules: TicketRules, in writing: StoreTransaction
    ) throws -> ImportStep {
        var outcome = DocumentImport.Outcome()
        do {
            try writing.db.inSavepoint {
                outcome = try apply(document, rules: rules, in: writing)
                return .commit
            }
        } catch let error as DatabaseError where error.isOfItsData {
            return try keep(document.unheld, in: writing)
        }
        return .applied(outcome)
    }

    private static func apply(
        _ document: AdmittedDocument, rules: TicketRules, in writing: StoreTransaction
    ) throws -> DocumentImport.Outcome {
        let outcome = try DocumentImport.apply(
            document, rules: rules, by: writing.agent, at: writing.now, in: writing.db)
        for customer in try CustomerTable.names(of: outcome.customers, in: writing.db) {
            try writing.changed(.customer, customer.rawValue)
        }
        for chain in document.contents.chains { try writing.changed(.chain, chain.rawValue) }
        try writing.changed(outcome.tickets)
        return outcome
    }

    private static func keep(_ rejection: Rejection, in writing: StoreTransaction) throws -> ImportStep {
        try QuarantineTable.keep(rejection, at: writing.now, in: writing.db)
        try writing.changed(.quarantine, rejection.source)
        return .rejected(rejection)
    }
}

extension DatabaseError {
    /// Whether a document's own values were refused, rather than the store failing.
    fileprivate var isOfItsData: Bool {
        [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG, .SQLITE_RANGE].contains(resultCode)
    }
}

/// What became of one document of an import.
enum ImportStep {
    /// It was applied.
    case applied(DocumentImport.Outcome)
    /// It was put into quarantine.
    case rejected(Rejection)
}
