internal import GRDB
public import Purchases

extension Store {
    /// Gives an entitlement by hand; the same key with the same request gives the answer of the first time.
    ///
    /// Errors: not found (customer, ticket, entitlement, with the nearest names), usage (an end in the past, an unknown
    /// reason, a missing note, nothing gained), refused (policy), conflict (the key or the ticket was used).
    public func grant(
        _ request: GrantRequest, key: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> GrantOutcome {
        try write(.grant, by: agent, at: now) { writing in
            if let outcome = try Idempotency.answer(key, request, writing.db) { return .nothing(outcome) }
            let plan = try GrantPlan(request, writing)
            try plan.check()
            return try plan.carryOut(key: key)
        }
    }

    /// What a grant would change; nothing is written, and limits are told rather than enforced.
    ///
    /// Errors: as ``grant(_:key:by:at:)``, but for policy and for nothing gained.
    public func rehearse(
        _ request: GrantRequest, key: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> GrantOutcome {
        try read { db in
            let role = try AgentRules.role(of: agent, db)
            let writing = StoreTransaction(db, agent: agent, role: role, now: now, faults: .none)
            try writing.require(.grant)
            if let outcome = try Idempotency.answer(key, request, db) { return outcome }
            return try GrantPlan(request, writing).outcome(GrantID("new"))
        }
    }

    /// Ends a grant now; it stays in the store.
    ///
    /// Errors: not found; usage (no reason, `other` without a note); conflict when it has ended already.
    public func revoke(
        _ id: GrantID, reason: String, note: String? = nil, by agent: AgentName, at now: Instant
    ) throws -> RevocationOutcome {
        try write(.revoke, by: agent, at: now) { writing in
            try Revocations.end(id, reason: reason, note: note, writing)
        }
    }

    /// A grant by its name; nil when there is none.
    public func grant(_ id: GrantID) throws -> Grant? { try read { try GrantTable.find(id, $0) } }
}
