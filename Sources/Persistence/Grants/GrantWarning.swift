internal import GRDB
public import Purchases

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
