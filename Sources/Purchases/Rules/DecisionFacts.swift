/// What the decision on a request depends on, as it is at a moment.
///
/// Only what a lead would want to hear of before deciding: time that merely goes on changes nothing, unless access began
/// or ended with it. Two moments with equal facts have the same digest, and a request that was seen with these facts can be
/// approved without another look.
package struct DecisionFacts: Hashable, Codable, Sendable {
    /// A grant to the customer.
    package struct Given: Hashable, Codable, Sendable {
        package let grant: GrantID
        package let entitlement: EntitlementID
        package let agent: AgentName
        /// Whether it was taken back.
        package let isTakenBack: Bool

        /// A grant as a decision looks at it.
        package init(_ grant: Grant) {
            (self.grant, entitlement, agent) = (grant.id, grant.entitlement, grant.grantedBy)
            isTakenBack = grant.revokedAt != nil
        }
    }

    /// What a ticket says is owed to the customer.
    package struct Loss: Hashable, Codable, Sendable {
        package let ticket: TicketID
        /// How bad it is.
        package let group: ErrorGroup
        /// What was paid; nil when nothing tells.
        package let money: Money?
        /// Whether the App Store's own record shows the charge.
        package let isProven: Bool
        /// The time that was paid for and not given.
        package let lost: Span?
    }

    /// Whether the customer has what is asked for.
    package let isEntitled: Bool
    /// Until when; nil without access or without end.
    package let until: Instant?
    /// What the customer was given by hand, by number.
    package let grants: [Given]
    /// What is owed to the customer, by ticket.
    package let losses: [Loss]
    /// The charges that Apple gave back, by number.
    package let refunds: [TransactionID]

    /// The facts about a customer and what is asked for at a moment; what only bridges an outage is none of them.
    package init(_ access: CustomerAccess, for entitlement: EntitlementID, at now: Instant) {
        let (facts, verdict) = (access.facts, access.withoutBridges.verdict(for: entitlement, at: now))
        (isEntitled, until) = (verdict.isEntitled, verdict.until)
        grants = facts.withoutBridges.grants.map(Given.init).sorted {
            DecisionFacts.precedes($0.grant.rawValue, $1.grant.rawValue)
        }
        losses = facts.owed.map {
            Loss(
                ticket: $0.ticket, group: $0.group, money: $0.money, isProven: $0.isProven, lost: $0.lost)
        }.sorted { DecisionFacts.precedes($0.ticket.rawValue, $1.ticket.rawValue) }
        let transactions = facts.chains.flatMap(\.transactions)
        refunds = transactions.filter { $0.revocationKind == .refund }.compactMap(\.ids.first).sorted {
            DecisionFacts.precedes($0.rawValue, $1.rawValue)
        }
    }

    /// What became different since other facts about the same customer.
    package func changes(since before: DecisionFacts) -> [DecisionChange] {
        accessChange(since: before) + grantChanges(since: before) + lossChanges(since: before)
            + refunds.filter { !before.refunds.contains($0) }.map(DecisionChange.refunded)
            + before.refunds.filter { !refunds.contains($0) }.map(DecisionChange.refundReversed)
    }

    private func accessChange(since before: DecisionFacts) -> [DecisionChange] {
        switch (before.isEntitled, isEntitled) {
        case (false, true): [.accessBegan(until: until)]
        case (true, false): [.accessEnded]
        case (true, true): until == before.until ? [] : [.accessMoved(from: before.until, to: until)]
        case (false, false): []
        }
    }

    private func grantChanges(since before: DecisionFacts) -> [DecisionChange] {
        grants.compactMap { given in
            guard let known = before.grants.first(where: { $0.grant == given.grant }) else {
                return .given(given)
            }
            return given.isTakenBack && !known.isTakenBack ? .takenBack(given) : nil
        }
    }

    private func lossChanges(since before: DecisionFacts) -> [DecisionChange] {
        let now = losses.compactMap { loss -> DecisionChange? in
            guard let known = before.losses.first(where: { $0.ticket == loss.ticket }) else {
                return .lost(loss)
            }
            return known == loss ? nil : .lossChanged(loss)
        }
        let settled = before.losses.filter { known in !losses.contains { $0.ticket == known.ticket } }
        return now + settled.map { .settled($0.ticket) }
    }

    /// Numbers in their order, also as texts.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        left.count == right.count ? left < right : left.count < right.count
    }
}

/// What became of a request.
package enum RequestState: String, Hashable, Codable, Sendable, CaseIterable {
    /// It waits for a lead.
    case open
    /// A lead gave it.
    case approved
    /// A lead said no.
    case declined
    /// Who asked took it back.
    case withdrawn
}

/// What became different since a request was last looked at.
package enum DecisionChange: Hashable, Sendable {
    /// The customer has what is asked for now, without end when `until` is nil.
    case accessBegan(until: Instant?)
    /// The customer has it no more.
    case accessEnded
    /// The customer has it until another moment; nil is no end.
    case accessMoved(from: Instant?, to: Instant?)
    /// The customer was given something.
    case given(DecisionFacts.Given)
    /// What the customer was given was taken back.
    case takenBack(DecisionFacts.Given)
    /// A ticket says that something is owed to the customer.
    case lost(DecisionFacts.Loss)
    /// What a ticket says is owed became another.
    case lossChanged(DecisionFacts.Loss)
    /// Nothing is owed any more for a ticket.
    case settled(TicketID)
    /// Apple gave a charge back.
    case refunded(TransactionID)
    /// Apple took that back.
    case refundReversed(TransactionID)
    /// The chain became another's; nil is nobody's.
    case ownerChanged(AppUserID?)
    /// What the chain's move means for a customer became something else.
    case effectChanged(AppUserID)
}
