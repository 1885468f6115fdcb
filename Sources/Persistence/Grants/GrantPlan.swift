internal import Purchases

/// A grant worked out from its request and the facts, before anything is written.
struct GrantPlan {
    private let writing: StoreTransaction
    private let access: CustomerAccess
    private let policy: GrantPolicy
    private let history: GrantPolicy.History
    private let request: GrantRequest
    private let ticket: GrantTicket?
    private let span: Span
    private let before: EntitlementAccess
    /// How much longer access lasts in all; nil without end.
    private let gained: TimeLength?
    /// Whether the ticket's grants, this one among them, give back no more than what was lost and is proven.
    private let isRestitution: Bool
    /// Why it needs a lead, or, where a lead gives it, a second one; nil when it does not.
    let excess: GrantPolicy.Excess?
    /// What a second lead would decide about, had the store one; nil within the limits.
    private let undecided: GrantPolicy.Excess?

    /// By whose limits a grant is measured.
    enum Limits {
        /// By those of who writes.
        case ofWriter
        /// By nobody's: somebody else asked for it, or it is one of many that were decided about as a whole.
        case decided
    }

    /// Works a grant out; refuses what names nothing or makes no sense.
    init(_ request: GrantRequest, limits: Limits = .ofWriter, in writing: StoreTransaction) throws {
        let facts = try NameSuggestions.facts(of: request.customer, in: writing.db)
        let ticket = try request.ticket.map { try GrantTicket.find($0, of: facts, in: writing.db) }
        try self.init(request, of: facts, ticket: ticket, limits: limits, in: writing)
    }

    /// Works a grant out from facts and a ticket that were read before, in the same transaction.
    init(
        _ request: GrantRequest, of facts: CustomerFacts, ticket: GrantTicket?, limits: Limits,
        in writing: StoreTransaction
    ) throws {
        let db = writing.db
        self.ticket = ticket
        access = CustomerAccess(facts: facts, rules: try SettingTable.accessRules(db))
        policy = try SettingTable.grantPolicy(db)
        history = GrantPolicy.History(
            grantsToCustomer: facts.grants,
            grantsByAgent: try GrantPlan.recentGrants(
                by: writing.agent, at: writing.now, most: policy.grantsPerDay, in: db),
            at: writing.now
        )
        try NameSuggestions.check(request.entitlement, of: access, orOf: ticket?.product, in: db)
        try ticket?.check(gives: request.entitlement)
        try GrantReasons.check(request.reason, note: request.note, policy: policy)
        before = access.verdict(for: request.entitlement, at: writing.now)
        // What bridges give is nothing that a grant could begin after, and takes nothing from what it gives back.
        let (own, now) = (access.withoutBridges, writing.now)
        let present = own.verdict(for: request.entitlement, at: now)
        span = try GrantTiming(request: request, ticket: ticket, catalog: access.rules.catalog, now: now)
            .span(presentUntil: present.until, isEntitled: present.isEntitled)
        gained = own.gained(of: request.entitlement, by: span)
        isRestitution = ticket.map { [span] in $0.owed.isRestored(by: span, after: $0.grants) } ?? false
        (self.request, self.writing) = (request, writing)
        guard limits == .ofWriter, !isRestitution else {
            (excess, undecided) = (nil, nil)
            return
        }
        guard writing.role.may(.grantBeyondLimits) else {
            (excess, undecided) = (policy.excess(of: span.length, after: history), nil)
            return
        }
        let exceeded = policy.leadExcess(of: span.length)
        // Nobody is asked where nobody can answer: that is said with the grant, and in the log.
        let isDecidable = try exceeded == nil || AgentRules.hasOtherLead(than: writing.agent, in: db)
        (excess, undecided) = isDecidable ? (exceeded, nil) : (nil, exceeded)
    }

    /// Refuses what adds nothing, unless that is wanted.
    func checkGain() throws {
        if gained == .zero, !request.evenIfNothingIsGained {
            throw StoreError.grant(.nothingGained)
        }
    }

    /// Writes the grant and its ticket's end, and answers what it changed.
    func give() throws -> GrantOutcome { outcome(of: try write()) }

    /// Writes the grant and its ticket's end.
    func write() throws -> Grant {
        let grant = try GrantTable.insert(grant, in: writing.db)
        try writing.faults.pass(.grantWritten)
        try ticket?.resolve(writing)
        try writing.changed(.grant, grant.id.rawValue)
        try writing.changed(.customer, grant.customer.rawValue)
        return grant
    }

    /// What the ticket says was paid and not delivered; nil without a ticket.
    var owed: OwedPurchase? { ticket?.owed }

    /// The grant before it has a name, what was so before it, and the time that it gives.
    var outline: (grant: Grant, before: EntitlementAccess, span: Span) { (grant, before, span) }

    /// Writes the grant, its answer and its ticket's end.
    func carryOut(key: String?) throws -> WriteResult<GrantAnswer> {
        let outcome = try give()
        let answer = GrantAnswer.granted(outcome)
        try answer.keep(under: key, to: request, in: writing)
        return .done(
            answer,
            AuditDraft(
                request.customer.rawValue, about: GrantPlan.subjects(of: outcome.grant),
                json: { [undecided] in
                    undecided == nil
                        ? GrantAuditDetails.given(outcome.grant, keeping: $0)
                        : GrantAuditDetails.givenAlone(outcome.grant, keeping: $0)
                }))
    }

    /// Keeps the wish for a lead, who may give what exceeds an agent's limits, or those of one lead alone.
    func file(because excess: GrantPolicy.Excess, key: String?) throws -> WriteResult<GrantAnswer> {
        let filed = try ApprovalTable.insert(
            request, because: excess, evidence: evidence, in: writing)
        let answer = GrantAnswer.filed(filed)
        try answer.keep(under: key, to: request, in: writing)
        let about = [.request(filed.id)] + GrantPlan.subjects(of: grant).filter { $0.kind != "grant" }
        let limit = try ApprovalTable.text(of: excess)
        return .instead(
            .requestFile, answer,
            AuditDraft(
                filed.id.rawValue, about: about,
                json: { GrantAuditDetails.asked(grant, because: limit, keeping: $0) }))
    }

    /// What the grant would change.
    func outcome() -> GrantOutcome { outcome(of: grant) }

    /// The grant, before it has a name.
    private var grant: Grant {
        Grant(
            id: GrantID("new"), customer: request.customer, entitlement: request.entitlement,
            startsAt: span.from, endsAt: span.until, reason: request.reason, note: request.note,
            ticket: request.ticket, reference: request.reference, grantedBy: writing.agent,
            grantedAt: writing.now, isRestitution: isRestitution)
    }

    private func outcome(of grant: Grant) -> GrantOutcome {
        GrantOutcome(
            grant: grant, before: before,
            after: access.adding(grant).verdict(for: request.entitlement, at: writing.now),
            gained: gained, isReplay: false, allowance: policy.remaining(after: used),
            left: policy.remaining(after: history), excess: excess,
            cancelUntil: CancelWindow(from: grant.grantedAt, for: policy.cancelWindow)?.end,
            owed: ticket?.owed,
            warnings: GrantWarning.all(
                about: request.entitlement, ticket: request.ticket, to: access.facts, at: writing.now)
                + [undecided.map(GrantWarning.noSecondLead)].compactMap { $0 },
            blocking: ticket?.blocking)
    }

    /// What counts against the limits, this grant among it unless it only gives back what was lost.
    private var used: GrantPolicy.History {
        isRestitution
            ? history
            : GrantPolicy.History(
                givenToCustomer: history.givenToCustomer + (span.length ?? .zero),
                grantsByAgent: history.grantsByAgent + 1)
    }

    /// What an entry about a grant is found by.
    static func subjects(of grant: Grant) -> [AuditSubject] {
        let about: [AuditSubject?] = [
            .customer(grant.customer), .grant(grant.id), grant.ticket.map(AuditSubject.ticket),
        ]
        return about.compactMap { $0 }
    }

    /// What a lead should see who decides about it, as it is at this moment.
    var evidence: GrantEvidence {
        let outcome = outcome()
        return GrantEvidence(
            before: outcome.before, after: outcome.after, gained: outcome.gained, grant: grant,
            allowance: policy.remaining(after: history), owed: outcome.owed,
            facts: DecisionFacts(access, for: request.entitlement, at: writing.now))
    }

    /// How many the agent gave, counted no further than the limit: more does not matter, and after thousands the count
    /// would take long.
    private static func recentGrants(
        by agent: AgentName, at now: Instant, most: Int, in db: Connection
    ) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM (SELECT 1 FROM grants WHERE granted_by = ? AND granted_at_ms > ?
              AND NOT is_restitution AND reason <> ? AND revoked_reason IS DISTINCT FROM ? LIMIT ?) counted
            """, [agent, now - .days(1), Grant.bridgeReason, GrantReasons.cancelled, most]) ?? 0
    }
}

/// Works out when a grant starts and ends.
struct GrantTiming {
    /// What was asked for.
    let request: GrantRequest
    /// The ticket that it makes good.
    let ticket: GrantTicket?
    /// Which product lasts how long.
    let catalog: Catalog
    let now: Instant

    /// The time that the grant gives; refuses an end in the past and before its start.
    func span(presentUntil: Instant?, isEntitled: Bool) throws -> Span {
        let start = try start(presentUntil: presentUntil, isEntitled: isEntitled)
        let end = try end(from: start)
        if let end, end <= now {
            throw StoreError.grant(.endsInPast(end))
        }
        guard let span = Span(from: start, until: end), (end ?? start) <= .latest else {
            throw StoreError.grant(.endsBeforeStart)
        }
        return span
    }

    private func start(presentUntil: Instant?, isEntitled: Bool) throws -> Instant {
        switch request.start {
        case .now: return now
        case .at(let instant): return instant
        case .after:
            guard isEntitled else { return now }
            guard let presentUntil else {
                throw StoreError.grant(.noEndToStartAfter(hasTicket: ticket != nil))
            }
            return presentUntil
        }
    }

    private func end(from start: Instant) throws -> Instant? {
        switch request.term {
        case .period(let period): return start.adding(period)
        case .lifetime: return nil
        case .until(let instant): return instant
        case .lost: return try lostEnd(from: start)
        }
    }

    private func lostEnd(from start: Instant) throws -> Instant? {
        guard let ticket else {
            throw StoreError.needs(.ticket)
        }
        if let lost = ticket.owed.lost { return lost.length.map { start + $0 } }
        if let period = ticket.product.flatMap({ catalog.products[$0]?.period }) {
            return start.adding(period)
        }
        throw StoreError.grant(.unknownLength(ticket: ticket.number))
    }
}
