package import Purchases

extension Store {
    /// The one way to write: in a turn of the engine's, in one transaction, with the role checked and the entry appended.
    ///
    /// The action says which permission it needs, and only a value with its audit entry can be answered after a change,
    /// so that a write without a role check or without an entry cannot be expressed.
    package func write<Value>(
        _ action: AuditAction, by agent: AgentName, at now: Instant,
        _ body: (StoreTransaction) throws -> WriteResult<Value>
    ) throws(StoreError) -> Value {
        try StoreError.translating { try attempt(action, by: agent, at: now, body) }
    }

    /// Writes, and lets an error that the body ends itself with go out as it is.
    func attempt<Value>(
        _ action: AuditAction, by agent: AgentName, at now: Instant,
        _ body: (StoreTransaction) throws -> WriteResult<Value>
    ) throws -> Value {
        if isReadOnly { throw StoreError.store(.readOnly) }
        guard knowsLogins else { throw StoreError.file(name, .ownerUnknown) }
        return try engine.write { turn in
            do {
                return try damage.watching {
                    try turn.attempt { try transaction(action, by: agent, at: now, in: turn, body) }
                }
            } catch {
                // What cannot be told is not: the refusal itself stands.
                if turn.mayTell {
                    try? Refusal(error, of: agent, trying: action.rawValue)?.tell(at: now, in: turn)
                }
                throw error
            }
        }
    }

    /// Lets nobody write any more when this process saw damage, where somebody runs it whose role may write.
    package func stopWhereDamaged(by agent: AgentName) {
        guard !isReadOnly, path != nil, let why = damage.stop else { return }
        try? engine.write { turn in
            if try AgentRules.role(of: agent, in: turn.connection) != .viewer { turn.stop(why) }
        }
    }

    private func transaction<Value>(
        _ action: AuditAction, by agent: AgentName, at now: Instant, in turn: any WriterTurn,
        _ body: (StoreTransaction) throws -> WriteResult<Value>
    ) throws -> Value {
        var answer: Value?
        let db = turn.connection
        let before = db.totalChanges
        try turn.transaction {
            try db.checkFormat()
            let role = try AgentRules.role(of: agent, in: db)
            let writing = StoreTransaction(
                db, agent: agent, role: role, now: now, faults: faults, session: session)
            try writing.require(action.permission)
            turn.sign()
            try refuseDamaged(turn)
            try faults.pass(.writeBegun)
            answer = try finish(body, action, in: writing)
            if db.totalChanges != before { try turn.settle(by: agent, at: now) }
            try faults.pass(.beforeCommit)
        }
        try faults.pass(.afterCommit)
        guard let answer else { throw StoreError.store(.unaudited) }
        return answer
    }

    /// Refuses to write where this process saw damage, and lets everybody else refuse it, too.
    private func refuseDamaged(_ turn: any WriterTurn) throws {
        guard let path, let stop = damage.stop else { return }
        turn.stop(stop)
        throw StoreError.file(path, .breach(.stopped(stop)))
    }

    /// Runs the body, and gives its answer out only where the log has an entry for what changed, or where the result's
    /// case needs none. All else throws, which undoes the write.
    private func finish<Value>(
        _ body: (StoreTransaction) throws -> WriteResult<Value>, _ action: AuditAction,
        in writing: StoreTransaction
    ) throws -> Value {
        let before = writing.db.totalChanges
        switch try body(writing) {
        case .done(let value, let draft):
            try tell(draft, as: action, in: writing)
            return value
        case .instead(let other, let value, let draft):
            try writing.require(other.permission)
            try tell(draft, as: other, in: writing)
            return value
        case .each(let value, let told):
            for (other, draft) in told {
                try writing.require(other.permission)
                try tell(draft, as: other, in: writing)
            }
            guard try !told.isEmpty || isJournal(of: action, in: writing) else {
                throw StoreError.store(.unaudited)
            }
            return value
        case .journaled(let value):
            guard try isJournal(of: action, in: writing) else { throw StoreError.store(.unaudited) }
            return value
        case .looked(let value):
            guard action == .incidentFind, writing.db.totalChanges - before <= 1 else {
                throw StoreError.store(.unaudited)
            }
            return value
        case .noted(let value):
            guard action == .serverNote else { throw StoreError.store(.unaudited) }
            return value
        case .nothing(let value):
            guard writing.db.totalChanges == before else { throw StoreError.store(.unaudited) }
            return value
        }
    }
}

extension Store {
    /// Tells the log, and of what a program does by itself, which one it was.
    private func tell(_ draft: AuditDraft, as action: AuditAction, in writing: StoreTransaction) throws {
        var draft = draft
        if action.isByItself, let program { draft = draft.naming(program) }
        try AuditLog.append(draft, action: action, by: writing.agent, at: writing.now, in: writing.db)
    }

    /// Whether something is under way that tells the log of its parts when it ends: an import, a batch, an upgrade, or what
    /// a catalogue changes.
    private func isJournal(of action: AuditAction, in writing: StoreTransaction) throws -> Bool {
        switch action {
        case .importDocuments: try ImportTable.isOpen(writing.db)
        case .catalogFollow: try StoreState.catalogChanged.read(writing.db) != nil
        case .upgrade: try StoreState.upgradePlace.read(writing.db) != nil
        case .batchEnd, .batchCancel:
            // Those that wait, too, are in the index of the few that are not at their end.
            try writing.db.exists(
                """
                SELECT 1 FROM batches WHERE state IN ('waiting', 'running', 'cancelling') AND state <> 'waiting'
                """)
        default: false
        }
    }
}

/// One write under way: its transaction, who does it with which role, and when.
package final class StoreTransaction {
    /// The connection, inside its transaction.
    let db: Connection
    let agent: AgentName
    /// The writer's role, as looked up in this transaction.
    let role: Role
    let now: Instant
    /// The places where tests kill writers.
    let faults: StoreFaults
    /// The user id of the login that the writer's process belongs to; nil where nobody knows it.
    let session: UInt32?

    /// A write by an agent.
    init(
        _ db: Connection, agent: AgentName, role: Role, now: Instant, faults: StoreFaults,
        session: UInt32? = nil
    ) {
        (self.db, self.agent, self.role, self.now, self.faults) = (db, agent, role, now, faults)
        self.session = session
    }

    /// A write that is only worked out, within a reading: nothing comes of it.
    convenience init(within reading: StoreReading) throws {
        try self.init(
            reading.db, agent: reading.knownAgent(), role: reading.role(), now: reading.now, faults: .none)
    }

    /// Notes in the log of changes that something changed.
    func changed(_ entity: Entity, _ id: String) throws {
        try ChangeRow.table.insert(ChangeRow(entity: entity, id: id), in: db)
    }

    /// Refuses what the writer's role does not allow.
    func require(_ permission: Permission) throws {
        guard role.may(permission) else { throw StoreError.agent(agent, .notAllowed(role, permission)) }
    }
}

/// How a write ended: with something done and told to the audit log, or with nothing done.
package enum WriteResult<Value> {
    /// Something changed, and this is the entry that says what.
    case done(Value, AuditDraft)
    /// Something else was done than was asked for, as that which it is told to the audit log.
    case instead(AuditAction, Value, AuditDraft)
    /// Several steps of a batch were done, each told to the audit log as what it is; those that tell nothing are noted in
    /// the batch.
    case each(Value, [(action: AuditAction, draft: AuditDraft)])
    /// A part of an import, a batch, an upgrade or what a catalogue changes is done and noted there; the entry comes with the
    /// last part.
    case journaled(Value)
    /// Nothing changed but the note up to where incidents were looked for, one row that tells nothing to anybody.
    case looked(Value)
    /// The server noted how far its work has come, which tells nothing that is not told elsewhere.
    case noted(Value)
    /// Nothing changed: a preview, or an answer given before. A change after all is refused and undone.
    case nothing(Value)

    /// The same with another answer.
    func map<Other>(_ answer: (Value) -> Other) -> WriteResult<Other> {
        switch self {
        case .done(let value, let draft): .done(answer(value), draft)
        case .instead(let action, let value, let draft): .instead(action, answer(value), draft)
        case .each(let value, let told): .each(answer(value), told)
        case .journaled(let value): .journaled(answer(value))
        case .looked(let value): .looked(answer(value))
        case .noted(let value): .noted(answer(value))
        case .nothing(let value): .nothing(answer(value))
        }
    }
}
