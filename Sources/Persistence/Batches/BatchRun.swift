package import Purchases

extension Store {
    /// Carries a batch on, or begins to take it back: the one entry of every act. Answers it as it is now.
    ///
    /// It is carried on, or taken back, some of its members in each write, other writers of the store going first; with
    /// the last one it ends. A process that is killed in between has done some and not others; the next caller goes on
    /// behind them, and two callers at once share the work. Everybody gets exactly one grant: it is written, with its entry, in the
    /// transaction that marks the member. Each is looked at with the facts of now. A batch that has ended is answered as it
    /// is.
    ///
    /// One that was carried out can be cancelled for the moment that the policy gives after its end, one that is under way
    /// until it ends. Its tickets are open again.
    ///
    ///     batch = try store.act(.carryOn(count: 50), on: batch.id, by: lead, at: now)
    ///
    /// - Throws: `StoreError`: refused by role, and when the moment is over; not found; conflict while it waits for a second
    ///   lead, and when it was taken back before; busy, unavailable: what was done stays, and it can be carried on.
    package func act(_ act: BatchAct, on id: BatchID, by agent: AgentName, at now: Instant) throws(StoreError)
        -> Batch
    {
        switch act {
        case .carryOn(let count):
            try StoreError.translating { try carryOn(id, count: count, by: agent, at: now) }
        case .cancel:
            try write(.batchCancel, by: agent, at: now) { writing in
                try BatchCancelling(writing).begin(BatchPlanner.find(id, in: writing))
            }
        }
    }

    private func carryOn(
        _ id: BatchID, count: Int, by agent: AgentName, at now: Instant
    ) throws -> Batch {
        var (left, most) = (max(0, count), Int.max)
        while left > 0 {
            letOthersFirst()
            do {
                let part = try batchPart(id, most: min(left, most), by: agent, at: now)
                if part.isLast { break }
                left -= max(1, part.members)
            } catch is BatchPart.Undone {
                // What is wrong with one undoes none of those before it: from here on each is written by itself.
                most = 1
            }
        }
        guard let batch = try batch(id) else { throw StoreError.unknown(.batch(id)) }
        return batch
    }

    private func batchPart(
        _ id: BatchID, most: Int, by agent: AgentName, at now: Instant
    ) throws -> BatchPart {
        // Without its members counted: this is asked for each part.
        guard let batch = try read({ try BatchTable.bare(id, in: $0) }) else {
            throw StoreError.unknown(.batch(id))
        }
        let action: AuditAction
        switch batch.state {
        case .waiting: throw StoreError.batch(.waits(id, batch.request))
        case .done, .cancelled, .declined: return BatchPart(isLast: true)
        case .running: action = .batchEnd
        case .cancelling: action = .batchCancel
        }
        return try attempt(action, by: agent, at: now) { writing in
            var (part, patience) = (BatchPart(), WritePatience())
            repeat {
                let step =
                    try part.attempt {
                        batch.state == .running
                            ? try BatchRun(writing).step(id) : try BatchCancelling(writing).step(id)
                    }
                guard let step else { break }
                part.add(step)
            } while !part.isLast && part.members < most && !patience.isOver(self)
            return part.result
        }
    }
}

/// What one step of a batch led to.
struct BatchStep {
    /// Whether the batch has ended with it.
    var isLast = false
    /// What the log is told, and as what; nil of a member that gives nothing, which the batch's own entry tells.
    var told: (action: AuditAction, draft: AuditDraft)?
}

/// The steps of a batch that are one write: a commit costs as much for many of them as for one.
struct BatchPart {
    /// Says that a step failed after others of the same write, which are undone with it.
    struct Undone: Error {}

    /// Whether the batch has ended.
    private(set) var isLast = false
    /// How many steps it is.
    private(set) var members = 0
    private var told: [(action: AuditAction, draft: AuditDraft)] = []

    /// A part without a step; of a batch that has ended, or not.
    init(isLast: Bool = false) { self.isLast = isLast }

    mutating func add(_ step: BatchStep) {
        (isLast, members) = (step.isLast, members + 1)
        if let entry = step.told { told.append(entry) }
    }

    /// Tries a step.
    ///
    /// - Throws: ``Undone`` where others came before it, else what it throws.
    func attempt(_ step: () throws -> BatchStep?) throws -> BatchStep? {
        do { return try step() } catch { throw members > 0 ? Undone() : error }
    }

    /// How its write ends.
    var result: WriteResult<BatchPart> {
        members == 0 ? .nothing(self) : .each(self, told)
    }
}

/// Carries a batch out, a member a step.
struct BatchRun {
    private let writing: StoreTransaction

    init(_ writing: StoreTransaction) { self.writing = writing }

    /// Does the next member, or ends the batch; nil when somebody else has ended it, or began to take it back.
    func step(_ id: BatchID) throws -> BatchStep? {
        let db = writing.db
        guard let batch = try BatchTable.bare(id, in: db) else { throw StoreError.unknown(.batch(id)) }
        guard batch.state == .running else { return nil }
        guard let ticket = try BatchTable.nextLeft(of: id, in: db) else { return try end(batch) }
        guard let candidate = try BatchCandidates.one(ticket, in: db) else {
            return try leaveOut(ticket, of: id, .refused)
        }
        switch try BatchPlans(batch.plan, in: writing).decide(candidate) {
        case .leaveOut(let exclusion, _): return try leaveOut(ticket, of: id, exclusion)
        case .give(let plan):
            let grant = try plan.write()
            try writing.faults.pass(.batchGranted)
            try BatchTable.mark(ticket, of: id, as: .granted, grant: grant.id, in: writing)
            let draft = AuditDraft(
                grant.customer.rawValue, about: GrantPlan.subjects(of: grant) + [.batch(id)],
                json: { GrantAuditDetails.given(grant, batch: id, keeping: $0) })
            return BatchStep(told: (.grant, draft))
        }
    }

    private func leaveOut(
        _ ticket: Int64, of id: BatchID, _ exclusion: BatchExclusion
    ) throws -> BatchStep {
        try BatchTable.mark(ticket, of: id, as: .excluded(exclusion), in: writing)
        return BatchStep()
    }

    private func end(_ batch: Batch) throws -> BatchStep {
        try BatchTable.move(batch.id, to: .done, in: writing)
        try writing.faults.pass(.batchEnding)
        return try BatchPlanner.ended(batch.id, as: .batchEnd, in: writing)
    }
}

/// What the log says when a batch has ended, or was taken back.
struct BatchEndDetails: Encodable {
    let granted: Int
    let takenBack: Int
    let kept: Int
    let customers: Int
    let excluded: [String: Int]
    /// Seconds in all that were given, those without end not counted.
    let seconds: Int
    /// How many were given without end.
    let endless: Int
    let money: [String: String]
    let unpriced: Int

    init(_ batch: Batch, in db: Connection) throws {
        let counts = batch.counts
        (granted, takenBack, kept) = (counts.granted, counts.takenBack, counts.kept)
        excluded = BatchPlanner.codes(counts.excluded)
        let figures = try BatchFigures(batch.id, in: db)
        (customers, unpriced, endless) = (figures.customers, figures.unpriced, figures.endless)
        seconds = figures.given.wholeSeconds
        money = Dictionary(figures.money.map { ($0.currency, $0.amount) }, uniquingKeysWith: { $1 })
    }
}

/// Takes back what a batch gave, a grant a step.
struct BatchCancelling {
    private let writing: StoreTransaction

    init(_ writing: StoreTransaction) { self.writing = writing }

    /// Begins it; a batch that gave nothing and waits is ended at once.
    func begin(_ batch: Batch) throws -> WriteResult<Batch> {
        switch batch.state {
        case .waiting: return try endWaiting(batch)
        case .cancelling: return .nothing(batch)
        case .cancelled, .declined: throw StoreError.batch(.ended(batch.id, batch.state))
        case .done: try checkWindow(batch)
        case .running: break
        }
        try BatchTable.move(batch.id, to: .cancelling, in: writing)
        let begun = try BatchPlanner.find(batch.id, in: writing)
        return .done(begun, try BatchPlanner.draft(begun, BatchEndDetails(begun, in: writing.db)))
    }

    /// Takes back the next grant, or ends it; nil when somebody else has ended it.
    func step(_ id: BatchID) throws -> BatchStep? {
        let db = writing.db
        guard let batch = try BatchTable.bare(id, in: db) else { throw StoreError.unknown(.batch(id)) }
        guard batch.state == .cancelling else { return nil }
        guard let next = try BatchTable.nextGranted(of: id, in: db) else { return try end(batch) }
        let draft = try Revocations.takeBack(next.grant, in: writing)
        try writing.faults.pass(.batchCancelling)
        try BatchTable.mark(next.ticket, of: id, as: draft == nil ? .kept : .cancelled, in: writing)
        guard let draft else { return BatchStep() }
        let named = AuditDraft(draft.subject, about: draft.about + [.batch(id)], json: draft.details)
        return BatchStep(told: (.grantCancel, named))
    }

    private func end(_ batch: Batch) throws -> BatchStep {
        try BatchTable.move(batch.id, to: .cancelled, in: writing)
        return try BatchPlanner.ended(batch.id, as: .batchCancel, in: writing)
    }

    private func endWaiting(_ batch: Batch) throws -> WriteResult<Batch> {
        try BatchPlanner.end(batch.id, as: .cancelled, in: writing)
        if let request = try batch.request.flatMap({ try ApprovalTable.find($0, in: writing.db) }) {
            _ = try ApprovalTable.end(request, as: .withdrawn, note: nil, in: writing)
        }
        let ended = try BatchPlanner.find(batch.id, in: writing)
        return .done(ended, try BatchPlanner.draft(ended, BatchEndDetails(ended, in: writing.db)))
    }

    private func checkWindow(_ batch: Batch) throws {
        let length = try SettingTable.grantPolicy(writing.db).cancelWindow
        let window = batch.finishedAt.flatMap { CancelWindow(from: $0, for: length) }
        guard window?.left(at: writing.now) != nil else {
            throw StoreError.over(.batch(batch.id), since: window?.end)
        }
    }
}
