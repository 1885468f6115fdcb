package import Purchases

/// What ending a grant changed.
package struct RevocationOutcome: Hashable, Sendable {
    package let grant: Grant
    package let before: EntitlementAccess
    package let after: EntitlementAccess
}

/// Ends grants.
enum Revocations {
    /// Ends a grant now.
    static func end(
        _ id: GrantID, reason: String, note: FreeText?, in writing: StoreTransaction
    ) throws -> WriteResult<RevocationOutcome> {
        guard !reason.isEmpty else {
            throw StoreError.needs(.reason(for: .revoking))
        }
        guard reason != GrantReasons.cancelled else {
            let policy = try SettingTable.grantPolicy(writing.db)
            throw StoreError.grant(.unknownReason(reason, known: policy.revocationReasons))
        }
        try GrantReasons.checkNote(note, for: reason)
        let grant = try running(id, in: writing)
        // The reason tells the rule of bridges whether it ended a bridge itself, or a person did.
        guard !grant.isBridge || !BridgedCharge.ownEnds.contains(reason) else {
            let policy = try SettingTable.grantPolicy(writing.db)
            throw StoreError.grant(
                .unknownReason(
                    reason, known: policy.revocationReasons.filter { !BridgedCharge.ownEnds.contains($0) }))
        }
        return try end(grant, reason: reason, note: note, in: writing)
    }

    /// Takes back what the agent gave a moment ago.
    static func cancel(
        _ id: GrantID, in writing: StoreTransaction
    ) throws -> WriteResult<RevocationOutcome> {
        let grant = try running(id, in: writing)
        guard grant.grantedBy == writing.agent else {
            throw StoreError.ofAnother(.grant(id), by: grant.grantedBy)
        }
        let length = try SettingTable.grantPolicy(writing.db).cancelWindow
        let window = CancelWindow(from: grant.grantedAt, for: length)
        guard window?.left(at: writing.now) != nil else {
            throw StoreError.over(.grant(id), since: window?.end)
        }
        return try end(grant, reason: GrantReasons.cancelled, note: nil, in: writing)
    }

    /// Takes a grant back as if it had not been given, whoever gave it; answers what the log says of it. Nil where it
    /// was ended before or has run out.
    static func takeBack(_ id: GrantID, in writing: StoreTransaction) throws -> AuditDraft? {
        guard let grant = try GrantTable.find(id, in: writing.db), grant.revokedAt == nil,
            grant.endsAt.map({ $0 > writing.now }) ?? true
        else { return nil }
        try update(grant, GrantReasons.cancelled, note: nil, in: writing)
        try GrantTicket.reopen(after: grant, in: writing)
        return draft(grant, in: writing)
    }

    private static func end(
        _ grant: Grant, reason: String, note: FreeText?, in writing: StoreTransaction
    ) throws -> WriteResult<RevocationOutcome> {
        let before = try verdict(grant, in: writing)
        try update(grant, reason, note: note, in: writing)
        if reason == GrantReasons.cancelled { try writing.faults.pass(.cancelWritten) }
        try GrantTicket.reopen(after: grant, in: writing)
        let after = try verdict(grant, in: writing)
        var ended = grant
        ended.revokedAt = writing.now
        return .done(
            RevocationOutcome(grant: ended, before: before, after: after), draft(grant, in: writing))
    }

    /// A grant that can still be ended.
    private static func running(_ id: GrantID, in writing: StoreTransaction) throws -> Grant {
        guard let grant = try GrantTable.find(id, in: writing.db) else {
            throw StoreError.unknown(.grant(id))
        }
        try checkRunning(grant, at: writing.now)
        return grant
    }

    private static func checkRunning(_ grant: Grant, at now: Instant) throws {
        if let at = grant.revokedAt { throw StoreError.grant(.revoked(grant.id, at: at)) }
        if let end = grant.endsAt, end <= now { throw StoreError.grant(.ranOut(grant.id, at: end)) }
    }

    private static func update(
        _ grant: Grant, _ reason: String, note: FreeText?, in writing: StoreTransaction
    ) throws {
        try writing.db.run(
            "UPDATE grants SET revoked_at_ms = ?, revoked_by = ?, revoked_reason = ?, revoked_note = ? WHERE id = ?",
            [writing.now, writing.agent, reason, note, grant.id])
        try writing.changed(.grant, grant.id.rawValue)
        try writing.changed(.customer, grant.customer.rawValue)
    }

    private static func verdict(_ grant: Grant, in writing: StoreTransaction) throws -> EntitlementAccess {
        // A customer may have been erased; the grant still ends.
        let facts =
            try CustomerFactsReading.facts(grant.customer, in: writing.db)
            ?? CustomerFacts(
                customer: Customer(id: grant.customer),
                grants: GrantTable.all(of: grant.customer, in: writing.db)
            )
        return CustomerAccess(facts: facts, rules: try SettingTable.accessRules(writing.db))
            .verdict(for: grant.entitlement, at: writing.now)
    }

    private static func draft(_ grant: Grant, in writing: StoreTransaction) -> AuditDraft {
        AuditDraft(
            grant.customer.rawValue,
            about: [.customer(grant.customer), .grant(grant.id)]
                + [grant.ticket].compactMap { $0 }.map(AuditSubject.ticket),
            json: { vault in
                let note = try GrantAuditDetails.endNote(of: grant.id, in: writing.db)?.unlessBlank
                return try GrantAuditDetails.ended(
                    grant.id, note: note.map { vault.keep($0.whole) }, in: writing.db) ?? "{}"
            })
    }
}
