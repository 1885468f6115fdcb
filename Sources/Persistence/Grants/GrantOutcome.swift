internal import Foundation
public import Purchases

/// What became of the wish to give something.
public enum GrantAnswer: Hashable, Sendable {
    /// It was given.
    case granted(GrantOutcome)
    /// It exceeds the limits of who asks: it is filed as a request and waits for a lead, or was decided meanwhile.
    case filed(ApprovalRequest)

    /// What the grant changed; nil where nothing was given.
    public var outcome: GrantOutcome? {
        if case .granted(let outcome) = self { outcome } else { nil }
    }
}

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
    /// What the policy allowed an agent before this grant; nil for an answer that is repeated.
    public let left: GrantAllowance?
    /// Why the agent who asks needs a lead for it; nil when that is not so, and for a grant that was given.
    public let excess: GrantPolicy.Excess?
    /// Until when who gave it can cancel it, where the policy gives a moment to.
    public let cancelUntil: Instant?
    /// What its ticket says was lost; nil without a ticket.
    public let owed: OwedPurchase?
    /// What the agent should know before it is given; empty for an answer that is repeated.
    public let warnings: [GrantWarning]
    /// The ticket that it makes good and that still keeps its product from being bought again, where the App Store can be
    /// asked to finish it; nil for an answer that is repeated.
    public var blocking: TicketID?

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
    /// A second lead would decide about it, and the store has only one.
    case noSecondLead(GrantPolicy.Excess)

    /// The warning's name for machines.
    public var code: String {
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

/// Answers already given, so that a retry after a lost acknowledgement does nothing twice.
enum Idempotency {
    /// What is kept of a grant's answer; the grant itself has its row.
    struct Answer: Codable {
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

    /// What is kept where a request was filed instead; the request has its row, too.
    private struct Filed: Codable {
        let request: RequestID
    }

    /// The answer given under a key, or what became of it; nil when the key is new.
    static func answer(_ key: String?, request: GrantRequest, in db: Connection) throws -> GrantAnswer? {
        guard let key, let kept = try KeptAnswer.table.find(key, in: db) else { return nil }
        guard kept.hash == (try hash(request)) else { throw StoreError.taken(.requestKey(key)) }
        if let filed: Filed = try? ColumnText.value(kept.answer) {
            return try answer(to: filed.request, in: db)
        }
        let answer: Answer? = try? ColumnText.value(kept.answer)
        guard let answer else { throw StoreError.taken(.requestKey(key)) }
        return .granted(try answer.outcome(in: db))
    }

    /// What became of a request: the grant when it was approved.
    private static func answer(to id: RequestID, in db: Connection) throws -> GrantAnswer {
        if let approved = try ApprovalTable.outcome(of: id, in: db) {
            return .granted(try approved.outcome(in: db))
        }
        guard let request = try ApprovalTable.find(id, in: db) else { throw StoreError.unknown(.request(id)) }
        return .filed(request)
    }

    /// Keeps the answer given under a key.
    static func keep(
        _ outcome: GrantOutcome, request: GrantRequest, key: String?, in writing: StoreTransaction
    ) throws {
        try keep(Answer(outcome), request: request, key: key, in: writing)
    }

    /// Keeps under a key that a request was filed.
    static func keep(
        _ filed: ApprovalRequest, request: GrantRequest, key: String?, in writing: StoreTransaction
    ) throws {
        try keep(Filed(request: filed.id), request: request, key: key, in: writing)
    }

    private static func keep(
        _ answer: some Encodable, request: GrantRequest, key: String?, in writing: StoreTransaction
    ) throws {
        guard let key else { return }
        try KeptAnswer.table.insert(
            KeptAnswer(
                key: key, hash: try hash(request), answer: try ColumnText.json(answer), at: writing.now),
            in: writing.db)
    }

    private static func hash(_ request: GrantRequest) throws -> String {
        ColumnText.digest(of: "grant" + (try ColumnText.json(request)))
    }
}

/// An answer that was given under a key, and what was asked.
struct KeptAnswer: TableRow {
    static let table = Table<KeptAnswer>("idempotency", key: "key")
    static let unread = KeptAnswer(key: "", hash: "", answer: "", at: .earliest)

    var key: String
    /// The digest of what was asked.
    var hash: String
    /// The answer, or what else is told again, as JSON.
    var answer: String
    var at: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("key", &key)
        columns.visit("request_hash", &hash)
        columns.visit("result", &answer)
        columns.visit("at_ms", &at)
    }
}
