internal import Foundation
internal import GRDB
public import Purchases

/// What a grant changed, or would change.
public struct GrantOutcome: Hashable, Sendable {
    /// The grant; a previewed one is called `new`.
    public let grant: Grant
    /// The entitlement before.
    public let before: EntitlementAccess
    /// The entitlement after.
    public let after: EntitlementAccess
    /// How much longer access lasts in all; nil without end.
    public let gained: TimeLength?
    /// Whether the grant was given before, under the same key.
    public let isReplay: Bool
    /// What the policy still allows an agent to give this customer, this grant counted.
    public let allowance: GrantAllowance
    /// Why policy refuses it to the agent who asks; nil when it does not, and for a grant that was given.
    public let excess: GrantPolicy.Excess?
    /// What its ticket says was lost; nil without a ticket.
    public let owed: OwedPurchase?
    /// What the agent should know before it is given; empty for an answer that is repeated.
    public let warnings: [GrantWarning]

    /// How much of what was lost is not given back, zero for what is given back whole.
    ///
    /// Nil where nothing tells what was lost, and where of access without end only a time is given back.
    public var missing: TimeLength? {
        guard let lost = owed?.lost else { return nil }
        guard let gained else { return .zero }
        return lost.length.map { max(.zero, $0 - gained) }
    }
}

/// What an agent should know before giving something, though it is allowed.
public enum GrantWarning: Hashable, Sendable {
    /// A ticket of the customer waits for just this, and the grant does not name it.
    case openTicket(OwedPurchase)
    /// The customer was given this entitlement within the last day.
    case recentGrant(Grant)

    /// The warning's name for machines.
    public var code: String {
        switch self {
        case .openTicket: "open_ticket"
        case .recentGrant: "recent_grant"
        }
    }

    /// How long ago a grant may be to be said.
    static let recently = TimeLength.hours(24)

    /// The warnings about a grant of an entitlement, worked out before it is given.
    static func all(
        about entitlement: EntitlementID, ticket: TicketID?, to facts: CustomerFacts, at now: Instant
    ) -> [GrantWarning] {
        let waiting = ticket == nil ? facts.owed.filter { $0.entitlements.contains(entitlement) } : []
        let recent = facts.grants.filter {
            $0.entitlement == entitlement && $0.grantedAt > now - recently && $0.grantedAt <= now
        }
        return waiting.map(GrantWarning.openTicket)
            + recent.sorted { $0.grantedAt > $1.grantedAt }.map(GrantWarning.recentGrant)
    }
}

/// Answers already given, so that a retry after a lost acknowledgement does nothing twice.
enum Idempotency {
    /// What is kept of a grant's answer; the grant itself has its row.
    struct Answer: Codable {
        let grant: GrantID
        let before: EntitlementAccess
        let after: EntitlementAccess
        let gained: TimeLength?
        let allowance: GrantAllowance
    }

    /// The answer given under a key; nil when the key is new.
    static func answer(_ key: String?, request: GrantRequest, in db: Database) throws -> GrantOutcome? {
        guard let key,
            let kept = try db.first(
                "SELECT request_hash, result FROM idempotency WHERE key = ?", [key],
                {
                    (hash: try $0[0] as String, answer: try $0.json(1) as Answer?)
                })
        else { return nil }
        guard kept.hash == (try hash(request)), let answer = kept.answer else {
            throw StoreError.keyUsed(key)
        }
        guard let grant = try GrantTable.find(answer.grant, in: db) else {
            throw StoreError.grantGone(answer.grant)
        }
        return GrantOutcome(
            grant: grant, before: answer.before, after: answer.after, gained: answer.gained, isReplay: true,
            allowance: answer.allowance, excess: nil, owed: nil, warnings: [])
    }

    /// Keeps the answer given under a key.
    static func keep(
        _ outcome: GrantOutcome, request: GrantRequest, key: String?, in writing: StoreTransaction
    )
        throws
    {
        guard let key else { return }
        let answer = Answer(
            grant: outcome.grant.id, before: outcome.before, after: outcome.after, gained: outcome.gained,
            allowance: outcome.allowance)
        try writing.db.run(
            "INSERT INTO idempotency (key, request_hash, result, at_ms) VALUES (?, ?, ?, ?)",
            [key, try hash(request), try ColumnText.json(answer), writing.now])
    }

    private static func hash(_ request: GrantRequest) throws -> String {
        ColumnText.digest(of: "grant" + (try ColumnText.json(request)))
    }
}
