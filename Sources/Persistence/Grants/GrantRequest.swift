package import Purchases

/// What an agent wants to give.
package struct GrantRequest: Hashable, Codable, Sendable {
    /// When a grant is to end.
    package enum Term: Hashable, Codable, Sendable {
        /// Days or calendar months after its start.
        case period(CalendarPeriod)
        /// Never.
        case lifetime
        /// After as long as the ticket's transaction would have lasted; never, for a product without end.
        case lost
        case until(Instant)

        /// A length as it is typed.
        package init(_ length: GrantLength) {
            switch length {
            case .period(let period): self = .period(period)
            case .lifetime: self = .lifetime
            case .lost: self = .lost
            }
        }
    }

    /// When a grant is to start.
    package enum Start: Hashable, Codable, Sendable {
        /// At once.
        case now
        /// When present access ends.
        case after
        case at(Instant)
    }

    /// Who gets it.
    package var customer: AppUserID
    package var entitlement: EntitlementID
    /// When it ends.
    package var term: Term
    package var start: Start
    /// The reason code.
    package var reason: String
    /// What the agent wrote.
    package var note: FreeText?
    /// The ticket that it makes good.
    package var ticket: TicketID?
    /// The helpdesk's case.
    package var reference: String?
    /// Whether to give it though it adds no time.
    package var evenIfNothingIsGained: Bool

    /// A wish to give something; what makes a ticket good starts after present access, so that it is given back whole.
    package init(
        customer: AppUserID, entitlement: EntitlementID, term: Term, start: Start? = nil, reason: String,
        note: FreeText? = nil, ticket: TicketID? = nil, reference: String? = nil,
        evenIfNothingIsGained: Bool = false
    ) {
        self.customer = customer
        self.entitlement = entitlement
        self.term = term
        self.start = start ?? (ticket == nil ? .now : .after)
        self.reason = reason
        self.note = note
        self.ticket = ticket
        self.reference = reference
        self.evenIfNothingIsGained = evenIfNothingIsGained
    }
}

extension Store {
    /// Gives an entitlement by hand; what exceeds an agent's limits is filed as a request to a lead instead.
    ///
    /// The same key with the same request gives the answer of the first time, and what became of it: a request that was
    /// approved is answered as the grant.
    ///
    /// ```swift
    /// let week = GrantRequest(
    ///     customer: customer, entitlement: premium, term: .until(now + .days(7)), reason: "outage")
    /// switch try store.grant(week, key: "call-4711", by: agent, at: now) {
    /// case .granted(let outcome): print(outcome.after)
    /// case .filed(let request): print(request.id, "waits for a lead")
    /// }
    /// ```
    ///
    /// - Throws: `StoreError`: not found (customer, ticket, entitlement, with the nearest names), usage (an end in the past, an unknown
    /// reason, a missing note, nothing gained), conflict (the key or the ticket was used, or present access has no end to
    /// start after).
    package func grant(
        _ request: GrantRequest, key: String? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> GrantAnswer {
        try write(.grant, by: agent, at: now) { writing in
            if let answer = try GrantAnswer.given(under: key, to: request, in: writing.db) {
                return .nothing(answer)
            }
            let plan = try GrantPlan(request, in: writing)
            try plan.checkGain()
            if let excess = plan.excess { return try plan.file(because: excess, key: key) }
            return try plan.carryOut(key: key)
        }
    }

    /// Takes back a grant that its giver gave just now, as if it had not been given; its ticket is open again.
    ///
    /// - Throws: `StoreError`: not found; refused to whoever did not give it, and when the moment that the policy gives is
    /// over; conflict when it was taken back already.
    package func cancelGrant(
        _ id: GrantID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> RevocationOutcome {
        try write(.grantCancel, by: agent, at: now) { writing in
            try Revocations.cancel(id, in: writing)
        }
    }

    /// Ends a grant now; it stays in the store.
    ///
    /// - Throws: `StoreError`: not found; usage (no reason, `other` without a note); conflict when it has ended already.
    package func revoke(
        _ id: GrantID, reason: String, note: FreeText? = nil, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> RevocationOutcome {
        try write(.revoke, by: agent, at: now) { writing in
            try Revocations.end(id, reason: reason, note: note, in: writing)
        }
    }

    /// A grant by its name; nil when there is none.
    package func grant(_ id: GrantID) throws(StoreError) -> Grant? {
        try read { try GrantTable.find(id, in: $0) }
    }
}

/// What a grant would change; nothing is written, and what exceeds the limits is told in `excess`.
///
/// Refused: what the grant would be, but for nothing gained.
package struct GrantPreviewQuery: HiddenQuery {
    package let request: GrantRequest
    let key: String?

    package init(_ request: GrantRequest, key: String? = nil) { (self.request, self.key) = (request, key) }

    package func page(in reading: StoreReading) throws -> GrantOutcome {
        let writing = try StoreTransaction(within: reading)
        try writing.require(.grant)
        let given = try GrantAnswer.given(under: key, to: request, in: reading.db)?.outcome
        return try given ?? GrantPlan(request, in: writing).outcome()
    }
}

/// Which reasons may be given for a grant.
enum GrantReasons {
    /// What a grant that was cancelled is marked with; nobody else's reason.
    static let cancelled = "cancelled"

    /// Refuses a reason that the policy does not know, and `other` without a note.
    static func check(_ reason: String, note: FreeText?, policy: GrantPolicy) throws {
        guard reason != Grant.bridgeReason else { throw StoreError.grant(.bridgedByHand) }
        guard policy.reasons.contains(reason) else {
            throw StoreError.grant(.unknownReason(reason, known: policy.reasons))
        }
        try checkNote(note, for: reason)
    }

    /// Refuses `other` without a note.
    static func checkNote(_ note: FreeText?, for reason: String) throws {
        guard reason != "other" || FreeText(note?.whole) != nil else {
            throw StoreError.needs(.note(for: .otherReason))
        }
    }
}
