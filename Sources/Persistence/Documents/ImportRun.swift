package import Purchases

extension Store {
    /// Takes in what a feed brings, each document whole, and audits the run as one entry.
    ///
    /// ```swift
    /// let report = try store.importDocuments(ImportFeed(items), by: agent, at: now)
    /// for rejection in report.rejected { print(rejection.source, rejection.detail) }
    /// ```
    ///
    /// - Throws: `StoreError`: refused by role; busy. What was refused itself is in the report and in quarantine.
    package func importDocuments(
        _ feed: ImportFeed, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> ImportReport {
        var run = ImportRun(store: self, feed: feed, agent: agent, now: now)
        let report = try StoreError.translating { try run.run() }
        // What is in is in: whoever looks next finds what could not be found now.
        _ = try? findIncidents(by: agent, at: now)
        return report
    }
}

/// One import: documents in whole transactions, each short enough that nobody waits long for the store.
struct ImportRun {
    /// How many of its sources a run that was killed can name †.
    static let namedSources = 1000
    /// Below how many documents at hand more are asked for.
    private static let enough = 64

    private let store: Store
    private let feed: ImportFeed
    private let agent: AgentName
    private let now: Instant
    private var waiting: ArraySlice<ImportItem> = []
    private var pace = ImportPace()
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
        try store.engine.expect(.importing)
        defer {
            reading.close()
            try? store.engine.expect(.usual)
        }
        do {
            try settleOverdue()
            repeat {
                try fill(from: reading)
                store.letOthersFirst()
                try writePart(reading)
                pace.follow(isAwaited: store.isAwaited)
            } while !(isExhausted && waiting.isEmpty)
        } catch {
            tellInterrupted()
            throw told(error)
        }
        return report
    }

    /// What ended it: of a disk that takes or gives no more, with how much is in.
    private func told(_ error: any Error) -> any Error {
        switch error as? StoreError {
        case let why?
        where [.store(.diskFull), .disk(store.name, .inputOutput), .disk(store.name, .unconfirmed)].contains(
            why):
            report.documents > 0 ? StoreError.documents(.stopped(why, documents: report.documents)) : why
        default: error
        }
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
            store.letOthersFirst()
            let (opened, known) = (journal, report)
            (journal, report, place) = try store.write(.importDocuments, by: agent, at: now) { writing in
                let journal = try opened ?? ImportRun.begin(writing)
                let part = try OverdueAttempts.settle(after: before, in: writing)
                var report = known
                report.note(part.changes)
                try ImportTable.note(
                    journal, counts: ImportCounts(report), sources: named, in: writing.db)
                return .journaled((journal, report, part.place))
            }
        }
    }

    /// The sources that the journal names meanwhile: each part writes them again, and the entry at the end has all.
    private var named: [ImportSource] { Array(sources.prefix(ImportRun.namedSources)) }

    /// Waits for documents before the lock is taken, never under it.
    private mutating func fill(from reading: ReadAhead) throws {
        var items = Array(waiting)
        var weight = items.reduce(0) { $0 + $1.weight }
        while items.count < ImportRun.enough, weight < ReadAhead.weightLimit, !isExhausted {
            let batch = try reading.next()
            items += batch.items
            weight += batch.weight
            note(batch)
        }
        waiting = items[...]
    }

    private mutating func note(_ batch: ReadAhead.Batch) {
        (sources, isExhausted) = (batch.sources, batch.isLast)
        feed.progressed()
    }

    /// A part whose documents the store can all hold needs no way back for each of them.
    private mutating func writePart(_ reading: ReadAhead) throws {
        do {
            try writePart(reading, isGuarded: false)
        } catch is UnheldValue {
            try writePart(reading, isGuarded: true)
        }
    }

    private mutating func writePart(_ reading: ReadAhead, isGuarded: Bool) throws {
        let opened = journal
        let (written, taken) = try store.attempt(.importDocuments, by: agent, at: now) { writing in
            let journal = try opened ?? ImportRun.begin(writing)
            let steps = try take(reading, isGuarded: isGuarded, in: writing)
            for step in steps { report.note(step) }
            try ImportTable.note(journal, counts: ImportCounts(report), sources: named, in: writing.db)
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

    /// Takes documents in until it is time to let others write; those that are read meanwhile are taken with them.
    private mutating func take(
        _ reading: ReadAhead, isGuarded: Bool, in writing: StoreTransaction
    ) throws -> [ImportStep] {
        var documents = try DocumentWriter(isGuarded: isGuarded, in: writing)
        let changes = writing.db.totalChanges
        var (steps, patience) = ([ImportStep](), pace.patience)
        while let item = item(at: steps.count, from: reading) {
            steps.append(try documents.take(item))
            let rows = writing.db.totalChanges - changes
            if rows >= pace.rowLimit || patience.isOver(store) { break }
        }
        try documents.finish()
        return steps
    }

    private mutating func item(at place: Int, from reading: ReadAhead) -> ImportItem? {
        if place == waiting.count, !isExhausted, let batch = reading.nextIfReady() {
            waiting += batch.items
            note(batch)
        }
        return place < waiting.count ? waiting[waiting.startIndex + place] : nil
    }
}

/// How long the parts of an import are: short where others work in the store, longer and longer while nobody waits, because
/// a commit writes each page once, however many documents it holds.
struct ImportPace {
    /// How many rows a part of the usual length changes at most, so that committing it is short too.
    static let rowLimit = 6000
    /// How many times the usual length a part has at most, in time and in rows †: a commit of so many rows takes a
    /// tenth of a second, which the first who comes to wait may meet.
    private static let most = (time: 8, rows: 4)

    private var length = 1

    /// How long the next part may last.
    var patience: WritePatience { WritePatience(times: min(length, ImportPace.most.time)) }

    /// How many rows the next part may change.
    var rowLimit: Int { ImportPace.rowLimit * min(length, ImportPace.most.rows) }

    /// Goes by whether anybody waited at the end of a part.
    mutating func follow(isAwaited: Bool) {
        length = isAwaited ? 1 : min(2 * length, ImportPace.most.time)
    }
}
