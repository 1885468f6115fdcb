internal import GRDB
public import Purchases

extension Store {
    /// Carries a batch on, or goes on taking it back: so many of its members, each in a write of its own, whoever waits for
    /// the store going first. With the last one it ends.
    ///
    /// Who is killed in between has done some and not others; whoever calls next goes on behind them, and two who call at
    /// once share the work. Everybody gets exactly one grant: it is written in the transaction that marks the member. Each
    /// is looked at with the facts of now. A batch that has ended is answered as it is.
    ///
    /// - Throws: `StoreError`: refused by role; not found; conflict while it waits for a second lead; busy, unavailable: what
    /// was done stays, and it can be carried on.
    public func continueBatch(
        _ id: BatchID, count: Int = .max, by agent: AgentName, at now: Instant
    ) throws -> Batch {
        for _ in 0..<max(0, count) {
            lock?.letOthersFirst()
            guard try batchStep(id, by: agent, at: now) == .more else { break }
        }
        guard let batch = try batch(id) else { throw StoreError.unknownBatch(id) }
        return batch
    }

    /// Begins to take back everything that a batch gave, or ends one that waits; ``continueBatch(_:count:by:at:)`` does it.
    ///
    /// One that was carried out can be taken back for the moment that the policy gives after its end, one that is under way
    /// until it ends. Its tickets are open again.
    ///
    /// - Throws: `StoreError`: refused by role, and when the moment is over; not found; conflict when it was taken back before.
    public func cancelBatch(_ id: BatchID, by agent: AgentName, at now: Instant) throws -> Batch {
        try write(.batchCancel, by: agent, at: now) { writing in
            try BatchCancelling(writing).begin(try BatchDesk.find(id, in: writing))
        }
    }

    private func batchStep(_ id: BatchID, by agent: AgentName, at now: Instant) throws -> BatchStep {
        // Without its members counted: this is asked for each of them.
        guard let batch = try read({ try BatchTable.bare(id, in: $0) }) else {
            throw StoreError.unknownBatch(id)
        }
        switch batch.state {
        case .waiting: throw StoreError.batchWaits(id, batch.request)
        case .done, .cancelled, .declined: return .ended
        case .running:
            return try write(.batchEnd, by: agent, at: now) { try BatchRun($0).step(id) }
        case .cancelling:
            return try write(.batchCancel, by: agent, at: now) { try BatchCancelling($0).step(id) }
        }
    }
}

/// What one step of a batch led to.
enum BatchStep: Equatable {
    /// A member is done; there may be more.
    case more
    /// The batch has ended.
    case ended
}

/// Carries a batch out, a member a transaction.
struct BatchRun {
    private let writing: StoreTransaction

    /// Inside a write.
    init(_ writing: StoreTransaction) { self.writing = writing }

    /// Does the next member, or ends the batch.
    func step(_ id: BatchID) throws -> WriteResult<BatchStep> {
        let db = writing.db
        guard let batch = try BatchTable.bare(id, in: db) else { throw StoreError.unknownBatch(id) }
        // Somebody else may have ended it, or begun to take it back, since it was looked at.
        guard batch.state == .running else { return .nothing(.more) }
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
            return .instead(
                .grant, .more,
                AuditDraft(
                    grant.customer.rawValue, about: GrantPlan.subjects(of: grant) + [.batch(id)],
                    json: { GrantAuditDetails.given(grant, batch: id, keeping: $0) }))
        }
    }

    private func leaveOut(
        _ ticket: Int64, of id: BatchID, _ exclusion: BatchExclusion
    ) throws -> WriteResult<BatchStep> {
        try BatchTable.mark(ticket, of: id, as: .excluded(exclusion), in: writing)
        return .journaled(.more)
    }

    private func end(_ batch: Batch) throws -> WriteResult<BatchStep> {
        try BatchTable.move(batch.id, to: .done, in: writing)
        try writing.faults.pass(.batchEnding)
        let ended = try BatchDesk.find(batch.id, in: writing)
        return .done(.ended, try BatchDesk.draft(ended, BatchEndDetails(ended, in: writing.db)))
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

    init(_ batch: Batch, in db: Database) throws {
        let counts = batch.counts
        (granted, takenBack, kept) = (counts.granted, counts.takenBack, counts.kept)
        excluded = BatchDesk.codes(counts.excluded)
        let figures = try BatchFigures(batch.id, in: db)
        (customers, unpriced, endless) = (figures.customers, figures.unpriced, figures.endless)
        seconds = figures.given.wholeSeconds
        money = Dictionary(figures.money.map { ($0.currency, $0.amount) }, uniquingKeysWith: { $1 })
    }
}

/// Takes back what a batch gave, a grant a transaction.
struct BatchCancelling {
    private let writing: StoreTransaction

    /// Inside a write.
    init(_ writing: StoreTransaction) { self.writing = writing }

    /// Begins it; a batch that gave nothing and waits is ended at once.
    func begin(_ batch: Batch) throws -> WriteResult<Batch> {
        switch batch.state {
        case .waiting: return try endWaiting(batch)
        case .cancelling: return .nothing(batch)
        case .cancelled, .declined: throw StoreError.batchEnded(batch.id, batch.state)
        case .done: try checkWindow(batch)
        case .running: break
        }
        try BatchTable.move(batch.id, to: .cancelling, in: writing)
        let begun = try BatchDesk.find(batch.id, in: writing)
        return .done(begun, try BatchDesk.draft(begun, BatchEndDetails(begun, in: writing.db)))
    }

    /// Takes back the next grant, or ends it.
    func step(_ id: BatchID) throws -> WriteResult<BatchStep> {
        let db = writing.db
        guard let batch = try BatchTable.bare(id, in: db) else { throw StoreError.unknownBatch(id) }
        guard batch.state == .cancelling else { return .nothing(.more) }
        guard let next = try BatchTable.nextGranted(of: id, in: db) else { return try end(batch) }
        let draft = try Revocations.takeBack(next.grant, in: writing)
        try writing.faults.pass(.batchCancelling)
        try BatchTable.mark(next.ticket, of: id, as: draft == nil ? .kept : .cancelled, in: writing)
        guard let draft else { return .journaled(.more) }
        return .instead(
            .grantCancel, .more,
            AuditDraft(draft.subject, about: draft.about + [.batch(id)], json: draft.details))
    }

    private func end(_ batch: Batch) throws -> WriteResult<BatchStep> {
        try BatchTable.move(batch.id, to: .cancelled, in: writing)
        let ended = try BatchDesk.find(batch.id, in: writing)
        return .done(.ended, try BatchDesk.draft(ended, BatchEndDetails(ended, in: writing.db)))
    }

    private func endWaiting(_ batch: Batch) throws -> WriteResult<Batch> {
        try BatchDesk.end(batch.id, as: .cancelled, in: writing)
        if let request = try batch.request.flatMap({ try ApprovalTable.find($0, in: writing.db) }) {
            _ = try ApprovalTable.end(request, as: .withdrawn, note: nil, in: writing)
        }
        let ended = try BatchDesk.find(batch.id, in: writing)
        return .done(ended, try BatchDesk.draft(ended, BatchEndDetails(ended, in: writing.db)))
    }

    private func checkWindow(_ batch: Batch) throws {
        let length = try SettingTable.grantPolicy(writing.db).cancelWindow
        let window = batch.finishedAt.flatMap { CancelWindow(from: $0, for: length) }
        guard window?.left(at: writing.now) != nil else {
            throw StoreError.batchCancelOver(batch.id, since: window?.end)
        }
    }
}
