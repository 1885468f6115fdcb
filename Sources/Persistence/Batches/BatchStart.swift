package import Purchases

extension Store {
    /// Plans a batch: everybody in it is kept, in one transaction, and nothing is given yet. Above what the policy leaves
    /// to one lead it waits for a second one, who is asked by a request, where the store has one.
    ///
    /// The same key with the same wish gives the batch of the first time.
    ///
    /// ```swift
    /// let wish = BatchRequest(.incident(incident), reason: "outage")
    /// var batch = try store.startBatch(wish, key: "outage-4-nov", by: lead, at: now)
    /// while batch.state == .running {
    ///     batch = try store.act(.carryOn(count: 50), on: batch.id, by: lead, at: now)
    /// }
    /// ```
    ///
    /// - Throws: `StoreError`: refused by role; not found (incident, ticket); usage (no ticket, too many, an unknown reason, a
    /// missing note); conflict when the key was used for something else.
    package func startBatch(
        _ wish: BatchRequest, key: String? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> Batch {
        let digest = try StoreError.translating {
            ColumnText.digest(of: "batch" + (try ColumnText.json(wish)))
        }
        // Read beforehand, so that nobody waits at the lock for it; whoever was made good meanwhile is passed over later.
        let isUsed = try read { db in try key.flatMap { try BatchTable.used($0, in: db) } } != nil
        let candidates = isUsed ? nil : try read { try BatchCandidates(wish, in: $0) }
        return try write(.batchStart, by: agent, at: now) { writing in
            if let key, let used = try BatchTable.used(key, in: writing.db) {
                guard used.digest == digest else { throw StoreError.taken(.requestKey(key)) }
                return .nothing(try BatchPlanner.find(used.id, in: writing))
            }
            let everybody = try candidates ?? BatchCandidates(wish, in: writing.db)
            return try BatchPlanner.start(wish, everybody, key: key, digest: digest, in: writing)
        }
    }
}

/// Plans batches, and moves those that a second lead is asked about.
enum BatchPlanner {
    /// The batch of that name.
    static func find(_ id: BatchID, in writing: StoreTransaction) throws -> Batch {
        guard let batch = try BatchTable.find(id, in: writing.db) else {
            throw StoreError.unknown(.batch(id))
        }
        return batch
    }

    /// Keeps a batch and everybody in it.
    static func start(
        _ wish: BatchRequest, _ candidates: BatchCandidates, key: String?, digest: String,
        in writing: StoreTransaction
    ) throws -> WriteResult<Batch> {
        let db = writing.db
        try GrantReasons.check(wish.reason, note: wish.note, policy: SettingTable.grantPolicy(db))
        let customers = candidates.customers
        guard customers > 0 else { throw StoreError.batch(.empty) }
        let second = try SecondLead(for: wish.length, customers: customers, in: writing)
        let asked = second.isMissing ? nil : second.because
        var plan = wish.plan
        plan.isWithoutSecondLead = second.isMissing ? true : nil
        let id = try BatchTable.insert(
            plan, incident: wish.incident, key: key, digest: digest,
            state: asked == nil ? .running : .waiting, customers: customers, in: writing)
        try BatchTable.insert(
            candidates.all.map { (ticket: $0.ticket, exclusion: BatchRule.exclusion(of: $0)) }, of: id,
            in: writing)
        if let because = asked {
            let bulk = BulkAsked(
                batch: id, incident: wish.incident, length: wish.length, reason: wish.reason, note: wish.note,
                reference: wish.reference, words: wish.words)
            let filed = try ApprovalTable.insert(bulk, because: because, in: writing)
            try BatchTable.ask(id, by: filed.id, in: db)
        }
        try writing.changed(.batch, id.rawValue)
        try writing.faults.pass(.batchPlanned)
        let batch = try find(id, in: writing)
        return .done(batch, try draft(batch, StartDetails(batch)))
    }

    /// A batch's last step, with what the log says of how it ended.
    static func ended(
        _ id: BatchID, as action: AuditAction, in writing: StoreTransaction
    ) throws -> BatchStep {
        let ended = try find(id, in: writing)
        return BatchStep(
            isLast: true, told: (action, try draft(ended, BatchEndDetails(ended, in: writing.db))))
    }

    /// What the log says of a batch, about it and its incident.
    static func draft(_ batch: Batch, _ details: some Encodable) throws -> AuditDraft {
        let about: [AuditSubject?] = [
            .batch(batch.id), batch.incident.map(AuditSubject.incident),
            batch.request.map(AuditSubject.request),
        ]
        return try AuditDraft(batch.id.rawValue, about: about.compactMap { $0 }, details)
    }

    /// What the log says when a batch is planned.
    private struct StartDetails: Encodable {
        let customers: Int
        let tickets: Int
        let excluded: [String: Int]
        let incident: String?
        let length: String
        let reason: String
        let note: FreeText?
        let reference: String?
        let words: String?
        let request: String?
        let noSecondLead: Bool?

        init(_ batch: Batch) {
            (customers, tickets) = (batch.customers, batch.counts.tickets)
            excluded = BatchPlanner.codes(batch.counts.excluded)
            (incident, length) = (batch.incident?.rawValue, batch.plan.length.description)
            (reason, note) = (batch.plan.reason, batch.plan.note?.unlessBlank)
            (reference, words) = (batch.plan.reference, batch.plan.words)
            request = batch.request?.rawValue
            noSecondLead = batch.plan.isWithoutSecondLead
        }
    }

    /// Counts by the reasons' codes.
    static func codes(_ excluded: [BatchExclusion: Int]) -> [String: Int] {
        Dictionary(excluded.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: +)
    }

    /// Lets a batch begin that waited, because a second lead approved it.
    static func approve(_ id: BatchID, in writing: StoreTransaction) throws -> Batch {
        try requireWaiting(id, in: writing)
        try BatchTable.approve(id, in: writing)
        try BatchTable.move(id, to: .running, in: writing)
        return try find(id, in: writing)
    }

    /// Ends a batch that waited, because a second lead said no or whoever planned it took it back.
    static func end(_ id: BatchID, as state: Batch.State, in writing: StoreTransaction) throws {
        try requireWaiting(id, in: writing)
        try BatchTable.move(id, to: state, in: writing)
    }

    private static func requireWaiting(_ id: BatchID, in writing: StoreTransaction) throws {
        let batch = try find(id, in: writing)
        guard batch.state == .waiting else { throw StoreError.batch(.ended(id, batch.state)) }
    }
}
