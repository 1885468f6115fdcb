public import Purchases

extension Store {
    /// Takes in batches, as many as make one short transaction, and audits them as one entry.
    ///
    /// Answers what became of each that was taken, in order: at least one, and at most so many that nobody waits long for
    /// the store. The caller brings the others again. When it throws, nothing of any of them is in the store.
    ///
    /// - Throws: `StoreError`: refused by role; busy; what a side effect throws.
    public func importTogether(
        _ batches: some Collection<ImportBatch>, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> [ImportOutcome] {
        try StoreError.translating {
            do {
                return try importTogether(batches, isGuarded: false, by: agent, at: now)
            } catch is UnheldValue {
                return try importTogether(batches, isGuarded: true, by: agent, at: now)
            }
        }
    }

    private func importTogether(
        _ batches: some Collection<ImportBatch>, isGuarded: Bool, by agent: AgentName, at now: Instant
    ) throws -> [ImportOutcome] {
        // What brings no documents is the server's bookkeeping; what its side effects have to tell they tell themselves.
        let action: AuditAction = batches.contains { !$0.items.isEmpty } ? .importDocuments : .serverNote
        return try attempt(action, by: agent, at: now) { writing in
            let before = writing.db.totalChanges
            var run = try BatchedImport(isGuarded: isGuarded, store: self, in: writing)
            try run.take(batches)
            guard writing.db.totalChanges > before else { return .nothing(run.outcomes) }
            if action == .importDocuments { return .done(run.outcomes, try run.entry()) }
            guard let tries = try run.triesEntry() else { return .noted(run.outcomes) }
            return .instead(.appStoreTry, run.outcomes, tries)
        }
    }
}

/// Some batches in one transaction.
private struct BatchedImport {
    /// What the audit log says of it; the documents say the rest.
    private struct Details: Encodable {
        let sources: [ImportSource]
        /// How many batches, by the word that the log has always had for them.
        let parcels: Int
        let counts: ImportCounts
        /// How many tries of what is asked of the App Store came with it; nil for none.
        let tries: Int?
    }

    private(set) var outcomes: [ImportOutcome] = []
    private let isGuarded: Bool
    private let store: Store
    private let writing: StoreTransaction
    private let rules: DocumentRules
    private let changesBefore: Int
    private var report = ImportReport()
    private var origins: Set<String> = []
    private var tries: [AskedTry.Told] = []
    private var tally: ArrivalTally
    private var unproved: UnprovedReports

    init(isGuarded: Bool, store: Store, in writing: StoreTransaction) throws {
        (self.isGuarded, self.store, self.writing) = (isGuarded, store, writing)
        rules = try DocumentRules(writing.db)
        tally = ArrivalTally(rules.tickets)
        unproved = try UnprovedReports(rules.tickets, in: writing)
        changesBefore = writing.db.totalChanges
    }

    mutating func take(_ batches: some Collection<ImportBatch>) throws {
        var patience = WritePatience()
        for batch in batches {
            outcomes.append(try take(batch))
            if isEnough || patience.isOver(store) { break }
        }
        try tally.keep(at: writing.now, in: writing.db)
        try writing.faults.pass(.gatheredWritten)
    }

    private var isEnough: Bool {
        writing.db.totalChanges - changesBefore >= ImportPace.rowLimit
    }

    func entry() throws -> AuditDraft {
        let sources = origins.sorted().map { ImportSource(name: $0, sha256: nil) }
        return try AuditDraft(
            "server", about: tries.map { .asked($0.request) },
            Details(
                sources: sources, parcels: outcomes.count, counts: ImportCounts(report),
                tries: tries.isEmpty ? nil : tries.count))
    }

    /// What the audit log says where nothing but tries came: the first of them, and how many there were; nil for none.
    func triesEntry() throws -> AuditDraft? {
        guard let first = tries.first else { return nil }
        return try AuditDraft(
            first.request.rawValue, about: tries.map { .asked($0.request) },
            Tries(
                kind: first.kind.rawValue, subject: first.subject, outcome: first.outcome,
                tries: tries.count))
    }

    private struct Tries: Encodable {
        let kind: String
        let subject: String
        let outcome: String
        let tries: Int
    }

    private mutating func take(_ batch: ImportBatch) throws -> ImportOutcome {
        if let answered = try KeptResults.answer(batch.key, in: writing.db) { return answered }
        if batch.effects.contains(where: \.isAnswer) { try writing.faults.pass(.appStoreAnswered) }
        var (documents, touched) = ([DocumentResult](), Set<Int64>())
        for item in batch.items { documents.append(try take(item, of: batch, touching: &touched)) }
        let taken = ImportResult(documents, tickets: touched.sorted().map { TicketID(row: $0) })
        for effect in batch.effects {
            if let told = try effect.perform(after: taken, in: writing) { tries.append(told) }
        }
        // What was not kept comes again, under the same key, and is no repetition.
        if !documents.contains(where: \.isToBeSentAgain) {
            try KeptResults.keep(taken, key: batch.key, in: writing)
        }
        if !batch.items.isEmpty { origins.insert(batch.origin) }
        return .taken(taken)
    }

    private mutating func take(
        _ item: ImportItem, of batch: ImportBatch, touching tickets: inout Set<Int64>
    ) throws -> DocumentResult {
        let step: ImportStep
        switch item {
        case .document(let document):
            guard let taken = try take(document, of: batch) else {
                return .rejected(reason: UnprovedReports.reason, detail: "too much waits", isKept: false)
            }
            step = taken
        case .rejected(let rejection):
            guard try isKept(rejection, of: batch) else {
                return .rejected(reason: rejection.reason, detail: rejection.detail, isKept: false)
            }
            step = try DocumentStep.keep(rejection, rules: rules, in: writing)
        }
        try writing.faults.pass(.documentApplied)
        report.note(step)
        tally.note(item, step, at: writing.now)
        switch step {
        case .rejected(let rejection):
            return .rejected(reason: rejection.reason, detail: rejection.detail, isKept: true)
        case .applied(let outcome):
            tickets.formUnion(outcome.tickets.touched)
            return .accepted(try accepted(item, outcome))
        }
    }

    /// Takes a document in, within the ration of whoever sent it; nil where it would have to wait and too much does.
    private mutating func take(_ document: AdmittedDocument, of batch: ImportBatch) throws -> ImportStep? {
        let verdict = try batch.sender.map { try unproved.verdict(on: document, from: $0) } ?? .free
        if case .waits(let rejection) = verdict {
            if let limit = batch.sender?.keptBytes {
                let isKept = try UnauthenticDays.take(
                    rejection.byteCount, keeping: rejection.body.count, upTo: limit, in: writing)
                guard isKept else { return nil }
            }
            return try DocumentStep.keep(rejection, rules: rules, in: writing)
        }
        let step = try DocumentStep(document, rules: rules, in: writing).take(isGuarded: isGuarded)
        if case .counts = verdict, case .applied = step, let sender = batch.sender {
            try unproved.count(document, from: sender)
        }
        return step
    }

    private func accepted(
        _ item: ImportItem, _ outcome: DocumentImport.Outcome
    ) throws -> AcceptedDocument {
        guard case .document(let document) = item else { throw StoreError.store(.unaudited) }
        let report = document.contents.report
        // The ticket of the charge that a report names may be another customer's, which is nobody else's to know.
        let ticket: Int64? = try report.flatMap {
            try writing.db.value(
                """
                SELECT t.id FROM attempts a JOIN tickets t ON t.id = a.ticket_id
                LEFT JOIN customers c ON c.id = t.customer_id
                WHERE a.attempt_id = ? AND a.named = ? AND coalesce(c.app_user_id, '') = a.named
                """, [$0.attempt, $0.values.customer?.rawValue ?? ""])
        }
        return AcceptedDocument(
            id: outcome.document, isDuplicate: outcome.isDuplicate, chains: document.contents.chains,
            attempt: report?.attempt, ticket: ticket.map { TicketID(row: $0) })
    }

    /// Whether a refused document is kept: what nobody vouches for only up to so many bytes a day.
    private func isKept(_ rejection: Rejection, of batch: ImportBatch) throws -> Bool {
        guard let limit = batch.unauthenticLimit else { return true }
        return try UnauthenticDays.take(
            rejection.byteCount, keeping: rejection.body.count, upTo: limit, in: writing)
    }
}

/// What came that nobody vouches for, by day.
enum UnauthenticDays {
    /// Counts a document of so many bytes; answers whether it may be kept.
    static func take(
        _ bytes: Int, keeping kept: Int, upTo limit: Int, in writing: StoreTransaction
    ) throws -> Bool {
        let day = Instant(milliseconds: Int64(writing.now.dayCount) * TimeLength.days(1).count)
        var counted = try UnauthenticDay.table.find(day, in: writing.db) ?? UnauthenticDay(day: day)
        let isKept = counted.keptBytes + kept <= limit
        if isKept {
            counted.kept += 1
            counted.keptBytes += kept
        } else {
            counted.dropped += 1
            counted.droppedBytes += bytes
        }
        try UnauthenticDay.table.save(counted, in: writing.db)
        return isKept
    }
}

/// What came on a day that nobody vouches for.
struct UnauthenticDay: TableRow {
    static let table = Table<UnauthenticDay>("unauthentic_days", key: "day_ms")
    static let unread = UnauthenticDay(day: .earliest)

    var day: Instant
    var kept = 0
    var keptBytes = 0
    var dropped = 0
    var droppedBytes = 0

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("day_ms", &day)
        columns.visit("kept", &kept)
        columns.visit("kept_bytes", &keptBytes)
        columns.visit("dropped", &dropped)
        columns.visit("dropped_bytes", &droppedBytes)
    }
}

/// What became of batches that came with a key, in the table where every kept answer stands.
private enum KeptResults {
    /// What became of a batch that was sent under a key before; nil when the key is new.
    static func answer(_ key: IdempotencyKey?, in db: Connection) throws -> ImportOutcome? {
        guard let key, let kept = try KeptAnswer.table.find(key.text, in: db) else { return nil }
        guard kept.hash == key.digest, let taken: ImportResult = try? ColumnText.value(kept.answer) else {
            return .keyUsed
        }
        return .repeated(taken)
    }

    /// Keeps what became of a batch under its key.
    static func keep(_ taken: ImportResult, key: IdempotencyKey?, in writing: StoreTransaction) throws {
        guard let key else { return }
        try KeptAnswer.table.insert(
            KeptAnswer(
                key: key.text, hash: key.digest, answer: try ColumnText.json(taken), at: writing.now),
            in: writing.db)
    }
}
