package import Purchases

/// What came of an act on a request to the leads (``ApprovalRequest`` in `Persistence/Grants`).
package enum ApprovalAnswer: Hashable, Sendable {
    /// The grant was given; approvals of other wishes have cases of their own below.
    case approved(ApprovalRequest, GrantOutcome)
    /// Nothing was given: what it rests on is not what was seen. It counts as seen from now on, so that approving once more
    /// gives it.
    case changed(ApprovalRequest, [DecisionChange])
    /// A batch may be carried out now, by whoever is allowed to.
    case begun(ApprovalRequest, Batch)
    /// The chain was attached.
    case attached(ApprovalRequest, Attachment)
    /// The customer was added or changed, and carries the token.
    case kept(ApprovalRequest, TokenAsked)
    /// The ticket ended as was asked.
    case ended(ApprovalRequest, Ticket)
    /// It was declined or withdrawn.
    case closed(ApprovalRequest)

    /// The request as it is now.
    package var request: ApprovalRequest {
        switch self {
        case .approved(let request, _), .changed(let request, _), .begun(let request, _),
            .attached(let request, _), .kept(let request, _), .ended(let request, _), .closed(let request):
            request
        }
    }
}

extension Store {
    /// Decides what an agent asked for, or takes it back: the one entry of every act.
    ///
    /// What is approved is given in the transaction that notes the decision.
    ///
    ///     try store.act(.decline(note: "it was made good"), on: request, by: lead, at: now)
    ///
    /// - Throws: `StoreError`: not found; refused to agents and for one's own, and of `withdraw` for what another asked;
    ///   usage where one declines without a note; conflict when it was decided before, and when it cannot be carried out
    ///   any more.
    package func act(
        _ act: RequestAct, on id: RequestID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> ApprovalAnswer {
        try write(act.action, by: agent, at: now) { try ApprovalDecision.carryOut(act, on: id, in: $0) }
    }
}

extension RequestAct {
    /// What the audit log calls it, which says who may do it.
    var action: AuditAction {
        switch self {
        case .approve: .requestApprove
        case .decline: .requestDecline
        case .withdraw: .requestWithdraw
        }
    }
}

/// Decides requests: nobody their own, and each once. There is one `approve` for each case of ``RequestedAct``.
enum ApprovalDecision {
    static func carryOut(
        _ act: RequestAct, on id: RequestID, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        switch act {
        case .approve(let seen, let note):
            return try approve(open(id, in: writing), seen: seen, note: note, in: writing)
        case .decline(let note):
            guard !note.allSatisfy(\.isWhitespace) else { throw StoreError.needs(.note(for: .declining)) }
            return try end(open(id, in: writing), as: .declined, note: FreeText(note), in: writing)
        case .withdraw:
            let request = try find(id, in: writing)
            guard request.askedBy == writing.agent else {
                throw StoreError.ofAnother(.request(id), by: request.askedBy)
            }
            try requireOpen(request)
            return try end(request, as: .withdrawn, note: nil, in: writing)
        }
    }

    private static func approve(
        _ request: ApprovalRequest, seen: String?, note: String?, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        switch request.wish {
        case .grant(let wish): try approve(request, wish, seen: seen, note: note, in: writing)
        case .bulk(let asked): try approve(request, asked, note: note, in: writing)
        case .attach(let wish): try approve(request, wish, seen: seen, note: note, in: writing)
        case .token(let asked): try approve(request, asked, note: note, in: writing)
        case .end(let asked): try approve(request, asked, note: note, in: writing)
        }
    }

    /// The request of that number.
    private static func find(_ id: RequestID, in writing: StoreTransaction) throws -> ApprovalRequest {
        guard let request = try ApprovalTable.find(id, in: writing.db) else {
            throw StoreError.unknown(.request(id))
        }
        return request
    }

    /// The request of that number, if who writes may decide it.
    private static func open(_ id: RequestID, in writing: StoreTransaction) throws -> ApprovalRequest {
        let request = try find(id, in: writing)
        guard request.askedBy != writing.agent else { throw StoreError.request(id, .own) }
        // Who logged in once and acts as two is one person all the same.
        if let session = writing.session, try ApprovalTable.session(of: id, in: writing.db) == session {
            throw StoreError.request(id, .sameSession(asker: request.askedBy))
        }
        try requireOpen(request)
        return request
    }

    /// Refuses a request that was decided.
    private static func requireOpen(_ request: ApprovalRequest) throws {
        guard let decision = request.decision else { return }
        throw StoreError.request(request.id, .decided(request.state, by: decision.by, at: decision.at))
    }

    /// What a request would do now, or why it cannot be carried out any more.
    static func plan(
        _ wish: GrantRequest, in writing: StoreTransaction
    ) -> Result<GrantPlan, StoreError>? {
        do {
            let plan = try GrantPlan(wish, limits: .decided, in: writing)
            try plan.checkGain()
            return .success(plan)
        } catch let error as StoreError {
            return .failure(error)
        } catch {
            // The engine's own failure is said where the rest of the page is read.
            return nil
        }
    }

    /// What the move of a chain would do now.
    static func move(_ wish: AttachRequest, in writing: StoreTransaction) throws -> (ChainMove, Attachment) {
        let move = try ChainMove(wish, in: writing.db)
        return (move, try move.attachment(at: writing.now))
    }

    /// Names what a decision depends on: equal facts have equal digests.
    static func digest(of facts: some Encodable) throws -> String {
        ColumnText.digest(of: try ColumnText.json(facts))
    }

    /// Gives what is asked for, unless it is not what was seen.
    private static func approve(
        _ request: ApprovalRequest, _ wish: GrantRequest, seen: String?, note: String?,
        in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        let plan = try mended(request) {
            let plan = try GrantPlan(wish, limits: .decided, in: writing)
            try plan.checkGain()
            return plan
        }
        guard let before = try ApprovalTable.seen(of: request.id, in: writing.db) else {
            throw StoreError.unknown(.request(request.id))
        }
        let facts = plan.evidence.facts
        let expected = try seen ?? digest(of: before.facts)
        guard try digest(of: facts) == expected else {
            try ApprovalTable.refresh(request.id, facts: facts, in: writing.db)
            return try review(request, facts.changes(since: before.facts), in: writing)
        }
        let outcome = try plan.give()
        try writing.faults.pass(.requestCarriedOut)
        let note = FreeText(note)
        let ended = try ApprovalTable.end(
            request, as: .approved, note: note, giving: outcome, in: writing)
        return .done(
            .approved(ended, outcome),
            AuditDraft(
                wish.customer.rawValue,
                about: GrantPlan.subjects(of: outcome.grant) + [.request(request.id)],
                json: {
                    GrantAuditDetails.approved(
                        outcome.grant, request: request.id, askedBy: request.askedBy, note: note, keeping: $0)
                }))
    }

    /// Lets a batch begin. Everybody in it is looked at again when it is carried out.
    private static func approve(
        _ request: ApprovalRequest, _ asked: BulkAsked, note: String?, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        struct Details: Encodable {
            let batch: String
            let approved: String
            let askedBy: String
            let note: FreeText?
        }
        let batch = try BatchPlanner.approve(asked.batch, in: writing)
        try writing.faults.pass(.requestCarriedOut)
        let note = FreeText(note)
        let ended = try ApprovalTable.end(request, as: .approved, note: note, in: writing)
        let details = Details(
            batch: batch.id.rawValue, approved: request.id.rawValue, askedBy: request.askedBy.rawValue,
            note: note)
        return .instead(
            .batchStart, .begun(ended, batch),
            try AuditDraft(batch.id.rawValue, about: subjects(of: request), details))
    }

    /// Attaches the chain, unless that means something else than was seen.
    private static func approve(
        _ request: ApprovalRequest, _ wish: AttachRequest, seen: String?, note: String?,
        in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        let (move, attachment) = try mended(request) { try ApprovalDecision.move(wish, in: writing) }
        guard let before = try ApprovalTable.moveSeen(of: request.id, in: writing.db) else {
            throw StoreError.unknown(.request(request.id))
        }
        let facts = attachment.facts
        let expected = try seen ?? digest(of: before.facts)
        guard try digest(of: facts) == expected else {
            try ApprovalTable.refresh(request.id, facts: facts, in: writing.db)
            return try review(request, facts.changes(since: before.facts), in: writing)
        }
        try move.make(writing)
        try writing.faults.pass(.requestCarriedOut)
        let note = FreeText(note)
        let ended = try ApprovalTable.end(request, as: .approved, note: note, in: writing)
        var details = ChainMove.Details(attachment, because: wish.reason)
        details.approved = request.id
        details.askedBy = request.askedBy
        details.note = note
        let people = attachment.people.filter { $0 != wish.customer }.map { AuditSubject.customer($0) }
        return .instead(
            .chainAttach, .attached(ended, attachment),
            try AuditDraft(wish.chain.rawValue, about: subjects(of: request) + people, details))
    }

    /// Writes what was asked for of a customer, a token of another's among it.
    private static func approve(
        _ request: ApprovalRequest, _ asked: TokenAsked, note: String?, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        struct Details: Encodable {
            let fields: [String]
            let approved: String
            let askedBy: String
            let note: FreeText?
        }
        let values = try mended(request) {
            // A customer who was erased meanwhile left nothing to write.
            guard let values = asked.values else { throw StoreError.unknown(.customer(asked.customer)) }
            try CustomerKeeping.write(values, to: asked.customer, isNew: asked.isNew, in: writing)
            return values
        }
        try writing.faults.pass(.requestCarriedOut)
        let note = FreeText(note)
        let ended = try ApprovalTable.end(request, as: .approved, note: note, in: writing)
        let details = Details(
            fields: CustomerKeeping.fields(of: values), approved: request.id.rawValue,
            askedBy: request.askedBy.rawValue, note: note)
        return .instead(
            asked.isNew ? .customerAdd : .customerSet, .kept(ended, asked),
            try AuditDraft(asked.customer.rawValue, about: subjects(of: request), details))
    }

    /// Ends a ticket for who asked; one that was resolved meanwhile stands in the way.
    private static func approve(
        _ request: ApprovalRequest, _ asked: EndAsked, note: String?, in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        let (page, draft) = try mended(request) { try TicketActions.grant(request, asked, in: writing) }
        try writing.faults.pass(.requestCarriedOut)
        let ended = try ApprovalTable.end(request, as: .approved, note: FreeText(note), in: writing)
        return .instead(.ticket, .ended(ended, page.ticket), draft)
    }

    /// Ends a request without giving anything.
    private static func end(
        _ request: ApprovalRequest, as state: RequestState, note: FreeText?,
        in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        struct Details: Encodable {
            let appUserId: String?
            let batch: String?
            let askedBy: String
            let note: FreeText?
        }
        if let asked = request.wish.bulk {
            try BatchPlanner.end(asked.batch, as: state == .declined ? .declined : .cancelled, in: writing)
        }
        let ended = try ApprovalTable.end(request, as: state, note: note, in: writing)
        let details = Details(
            appUserId: request.wish.customer?.rawValue, batch: request.wish.bulk?.batch.rawValue,
            askedBy: request.askedBy.rawValue, note: note)
        return .done(
            .closed(ended), try AuditDraft(request.id.rawValue, about: subjects(of: request), details))
    }

    /// Nothing is given, and what is so now counts as seen.
    private static func review(
        _ request: ApprovalRequest, _ changes: [DecisionChange], in writing: StoreTransaction
    ) throws -> WriteResult<ApprovalAnswer> {
        struct Details: Encodable {
            let appUserId: String?
            let changes: Int
        }
        try writing.changed(.request, request.id.rawValue)
        let details = Details(appUserId: request.wish.customer?.rawValue, changes: changes.count)
        return .instead(
            .requestReview, .changed(request, changes),
            try AuditDraft(request.id.rawValue, about: subjects(of: request), details))
    }

    /// Runs what carries a request out. Where it fails with usage or not found, the request does not fit the facts any
    /// more.
    private static func mended<Value>(_ request: ApprovalRequest, _ body: () throws -> Value) throws -> Value
    {
        do {
            return try body()
        } catch let error as StoreError where [.usage, .notFound].contains(error.code) {
            throw StoreError.request(request.id, .unfit(error))
        }
    }

    private static func subjects(of request: ApprovalRequest) -> [AuditSubject] {
        let about: [AuditSubject?] = [
            .request(request.id), request.wish.customer.map(AuditSubject.customer),
            request.wish.ticket.map(AuditSubject.ticket),
            (request.wish.bulk?.batch).map(AuditSubject.batch),
            (request.wish.attach?.chain).map(AuditSubject.chain),
        ]
        return about.compactMap { $0 }
    }
}
