package import Purchases

extension Store {
    /// Takes in batches, as many as make one short transaction, and audits them as one entry. The server's `Gatherer`
    /// brings them; what comes from files goes through ``ImportRun``.
    ///
    /// Answers what became of each that was taken, in order: at least one, and at most so many that nobody waits long for
    /// the store. The caller brings the others again. When it throws, nothing of any of them is in the store.
    ///
    /// - Throws: `StoreError`: refused by role; busy; what an effect throws.
    package func importTogether(
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

    /// Guarded it gives each document a savepoint, which costs more: only for batches with a value that the store
    /// cannot hold.
    private func importTogether(
        _ batches: some Collection<ImportBatch>, isGuarded: Bool, by agent: AgentName, at now: Instant
    ) throws -> [ImportOutcome] {
        // What brings no documents is the server's bookkeeping; what its effects have to tell they tell themselves.
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
    private let store: Store
    private let writing: StoreTransaction
    private let changesBefore: Int
    private var report = ImportReport()
    private var origins: Set<String> = []
    private var tries: [AskedTry.Told] = []
    private var writer: DocumentWriter
    private var unproved: UnprovedReports

    init(isGuarded: Bool, store: Store, in writing: StoreTransaction) throws {
        (self.store, self.writing) = (store, writing)
        writer = try DocumentWriter(isGuarded: isGuarded, in: writing)
        unproved = try UnprovedReports(writer.rules, in: writing)
        changesBefore = writing.db.totalChanges
    }

    mutating func take(_ batches: some Collection<ImportBatch>) throws {
        var patience = WritePatience()
        for batch in batches {
            outcomes.append(try take(batch))
            if isEnough || patience.isOver(store) { break }
        }
        try writer.finish()
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
        do {
            let result: ImportResult? = try batch.key?.answer(in: writing.db)
            if let result { return .repeated(result) }
        } catch StoreError.taken(.requestKey) {
            return .keyUsed
        }
        if batch.effects.contains(where: \.isAnswer) { try writing.faults.pass(.appStoreAnswered) }
        var (documents, touched) = ([DocumentResult](), Set<Int64>())
        for item in batch.items { documents.append(try take(item, of: batch, touching: &touched)) }
        let result = ImportResult(documents, tickets: touched.sorted().map { TicketID(row: $0) })
        for effect in batch.effects {
            if let told = try effect.perform(after: result, in: writing) { tries.append(told) }
        }
        // What was not kept comes again, under the same key, and is no repetition.
        if !documents.contains(where: \.isToBeSentAgain) {
            try batch.key?.keep(result, in: writing)
        }
        if !batch.items.isEmpty { origins.insert(batch.origin) }
        return .taken(result)
    }

    private mutating func take(
        _ item: ImportItem, of batch: ImportBatch, touching tickets: inout Set<Int64>
    ) throws -> DocumentResult {
        switch item {
        case .rejected(let rejection):
            let isKept = try isKept(rejection, upTo: batch.unauthenticLimit)
            if isKept { report.note(try writer.keep(rejection)) }
            return .rejected(reason: rejection.reason, detail: rejection.detail, isKept: isKept)
        case .document(let document):
            guard let step = try take(document, of: batch) else {
                return .rejected(reason: UnprovedReports.reason, detail: "too much waits", isKept: false)
            }
            report.note(step)
            switch step {
            case .rejected(let rejection):
                return .rejected(reason: rejection.reason, detail: rejection.detail, isKept: true)
            case .applied(let outcome):
                tickets.formUnion(outcome.tickets.touched)
                return .accepted(try accepted(document, outcome))
            }
        }
    }

    /// Takes a document in, within the ration of whoever sent it; nil where it would have to wait and too much does.
    private mutating func take(_ document: DecodedDocument, of batch: ImportBatch) throws -> ImportStep? {
        let verdict = try batch.sender.map { try unproved.verdict(on: document, from: $0) } ?? .free
        if case .waits(let rejection) = verdict {
            let isKept = try isKept(rejection, upTo: batch.sender?.keptBytes)
            return isKept ? try writer.keep(rejection) : nil
        }
        let step = try writer.take(document)
        if case .counts = verdict, case .applied = step, let sender = batch.sender {
            try unproved.count(document, from: sender)
        }
        return step
    }

    private func accepted(
        _ document: DecodedDocument, _ outcome: DocumentImport.Outcome
    ) throws -> AcceptedDocument {
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

    /// Whether a document that is not taken in is kept: where there is a limit, only up to so many bytes a day.
    private func isKept(_ rejection: Rejection, upTo limit: Int?) throws -> Bool {
        guard let limit else { return true }
        let day = UnprovedReports.day(of: writing.now)
        var counted = try UnauthenticDay.table.find(day, in: writing.db) ?? UnauthenticDay(day: day)
        let isKept = counted.keptBytes + rejection.body.count <= limit
        if isKept {
            counted.kept += 1
            counted.keptBytes += rejection.body.count
        } else {
            counted.dropped += 1
            counted.droppedBytes += rejection.byteCount
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
