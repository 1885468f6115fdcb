internal import Foundation
package import Purchases

/// What became of the wish to give something.
package enum GrantAnswer: Hashable, Sendable {
    case granted(GrantOutcome)
    /// It exceeds the limits of who asks: it is filed as a request and waits for a lead, or was decided meanwhile.
    case filed(ApprovalRequest)

    /// What the grant changed; nil where nothing was given.
    package var outcome: GrantOutcome? {
        if case .granted(let outcome) = self { outcome } else { nil }
    }
}

/// What a grant changed, or would change.
package struct GrantOutcome: Hashable, Sendable {
    /// The grant; a previewed one is called `new`.
    package let grant: Grant
    package let before: EntitlementAccess
    package let after: EntitlementAccess
    /// How much longer access lasts in all; nil without end.
    package let gained: TimeLength?
    /// Whether the grant was given before, under the same key.
    package let isReplay: Bool
    /// What the policy still allows an agent to give this customer, this grant counted.
    package let allowance: GrantAllowance
    /// What the policy allowed an agent before this grant; nil for an answer that is repeated.
    package let left: GrantAllowance?
    /// Why the agent who asks needs a lead for it; nil when that is not so, and for a grant that was given.
    package let excess: GrantPolicy.Excess?
    /// Until when who gave it can cancel it, where the policy gives a moment to.
    package let cancelUntil: Instant?
    /// What its ticket says was lost; nil without a ticket.
    package let owed: OwedPurchase?
    /// What the agent should know before it is given; empty for an answer that is repeated.
    package let warnings: [GrantWarning]
    /// The ticket that it makes good and that still keeps its product from being bought again, where the App Store can be
    /// asked to finish it; nil for an answer that is repeated.
    package var blocking: TicketID?

    /// How much of what was lost is not given back, zero for what is given back whole.
    ///
    /// Nil where nothing tells what was lost, and where of access without end only a time is given back.
    package var missing: TimeLength? {
        guard let lost = owed?.lost else { return nil }
        guard let gained else { return .zero }
        return lost.length.map { max(.zero, $0 - gained) }
    }
}

/// What an agent should know before giving something, though it is allowed.
package enum GrantWarning: Hashable, Sendable {
    /// A ticket of the customer waits for just this, and the grant does not name it.
    case openTicket(OwedPurchase)
    /// The customer was given this entitlement within the last day.
    case recentGrant(Grant)
    /// A second lead would decide about it, and the store has only one.
    case noSecondLead(GrantPolicy.Excess)

    /// The warning's name for machines.
    package var code: String {
        switch self {
        case .openTicket: "open_ticket"
        case .recentGrant: "recent_grant"
        case .noSecondLead: "no_second_lead"
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
                && !$0.isBridge
        }
        return waiting.map(GrantWarning.openTicket)
            + recent.sorted { $0.grantedAt > $1.grantedAt }.map(GrantWarning.recentGrant)
    }
}

/// What is kept of a grant's outcome; the grant itself has its row.
struct KeptOutcome: Codable {
    let grant: GrantID
    let before: EntitlementAccess
    let after: EntitlementAccess
    let gained: TimeLength?
    let allowance: GrantAllowance

    /// What is kept of an outcome.
    init(_ outcome: GrantOutcome) {
        (grant, before, after) = (outcome.grant.id, outcome.before, outcome.after)
        (gained, allowance) = (outcome.gained, outcome.allowance)
    }

    /// The outcome, once more.
    func outcome(in db: Connection) throws -> GrantOutcome {
        guard let found = try GrantTable.find(grant, in: db) else { throw StoreError.grant(.gone(grant)) }
        let window = try SettingTable.grantPolicy(db).cancelWindow
        return GrantOutcome(
            grant: found, before: before, after: after, gained: gained, isReplay: true,
            allowance: allowance, left: nil, excess: nil,
            cancelUntil: found.revokedAt == nil
                ? CancelWindow(from: found.grantedAt, for: window)?.end : nil,
            owed: nil, warnings: [])
    }
}

/// What is kept under a key: a grant's outcome, or which request was filed instead; the request has its row, too.
private enum KeptGrantAnswer: Codable {
    case granted(KeptOutcome)
    case filed(Filed)

    struct Filed: Codable {
        let request: RequestID
    }

    init(_ answer: GrantAnswer) {
        self =
            switch answer {
            case .granted(let outcome): .granted(KeptOutcome(outcome))
            case .filed(let request): .filed(Filed(request: request.id))
            }
    }

    init(from decoder: any Decoder) throws {
        let filed = try? Filed(from: decoder)
        self = try filed.map { .filed($0) } ?? .granted(KeptOutcome(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .granted(let outcome): try outcome.encode(to: encoder)
        case .filed(let filed): try filed.encode(to: encoder)
        }
    }
}

extension GrantAnswer {
    /// The answer given under a key, or what became of it; nil when the key is new.
    static func given(
        under key: String?, to request: GrantRequest, in db: Connection
    ) throws -> GrantAnswer? {
        let kept: KeptGrantAnswer? = try IdempotencyKey(key, for: request)?.answer(in: db)
        return switch kept {
        case .granted(let outcome)?: .granted(try outcome.outcome(in: db))
        case .filed(let filed)?: try became(of: filed.request, in: db)
        case nil: nil
        }
    }

    /// What became of a request: the grant when it was approved.
    private static func became(of id: RequestID, in db: Connection) throws -> GrantAnswer {
        if let approved = try ApprovalTable.outcome(of: id, in: db) {
            return .granted(try approved.outcome(in: db))
        }
        guard let request = try ApprovalTable.find(id, in: db) else { throw StoreError.unknown(.request(id)) }
        return .filed(request)
    }

    /// Keeps it under a key.
    func keep(under key: String?, to request: GrantRequest, in writing: StoreTransaction) throws {
        try IdempotencyKey(key, for: request)?.keep(KeptGrantAnswer(self), in: writing)
    }
}

extension IdempotencyKey {
    /// A key for what is wished; nil where there is none.
    fileprivate init?(_ text: String?, for request: GrantRequest) throws {
        guard let text else { return nil }
        self.init(text, digest: ColumnText.digest(of: "grant" + (try ColumnText.json(request))))
    }
}
