/// An entitlement given by hand: the make-good. It runs beside the App Store's and never bills or moves them.
package struct Grant: Hashable, Codable, Sendable {
    package var id: GrantID
    /// Who got it.
    package var customer: AppUserID
    package var entitlement: EntitlementID
    package var startsAt: Instant
    /// When it ends; nil for life.
    package var endsAt: Instant?
    /// The reason code.
    package var reason: String
    /// What the agent wrote.
    package var note: FreeText?
    /// The ticket it makes good.
    package var ticket: TicketID?
    /// The helpdesk's case.
    package var reference: String?
    package var grantedBy: AgentName
    package var grantedAt: Instant
    /// Whether it gave back no more than what was lost and proven, so that it counts against no limit.
    package var isRestitution: Bool
    /// When it was taken back.
    package var revokedAt: Instant?

    /// The reason of bridges, which nobody can give by hand.
    package static let bridgeReason = "bridge"

    /// Whether the server gave it for as long as the App Store cannot be asked: it makes nothing good, and counts as
    /// nothing that agents give.
    package var isBridge: Bool { reason == Grant.bridgeReason }

    package init(
        id: GrantID, customer: AppUserID, entitlement: EntitlementID, startsAt: Instant, endsAt: Instant?,
        reason: String, note: FreeText? = nil, ticket: TicketID? = nil, reference: String? = nil,
        grantedBy: AgentName, grantedAt: Instant,
        isRestitution: Bool = false, revokedAt: Instant? = nil
    ) {
        self.id = id
        self.customer = customer
        self.entitlement = entitlement
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.reason = reason
        self.note = note
        self.ticket = ticket
        self.reference = reference
        self.grantedBy = grantedBy
        self.grantedAt = grantedAt
        self.isRestitution = isRestitution
        self.revokedAt = revokedAt
    }

    /// The time it gives access; nil when it was taken back before it began.
    package var span: Span? { Span(from: startsAt, until: Span.earlier(endsAt, revokedAt)) }

    /// Within how long after it was given a grant is taken back as a slip, and nobody had access by it.†
    private static let moment = TimeLength.seconds(600)

    /// Whether an agent took it back at once, so that no customer would say that they had access then.
    package var isMomentary: Bool {
        guard !isBridge, let revokedAt else { return false }
        return revokedAt - grantedAt <= Grant.moment
    }

    /// What a grant is at a moment.
    package enum State: String, Sendable {
        /// It will begin.
        case upcoming
        /// It gives access.
        case active
        case ended
        /// It was taken back.
        case revoked
    }

    /// What it is at a moment; one taken back stays so from that time on.
    package func state(at instant: Instant) -> State {
        if let revokedAt, revokedAt <= instant { return .revoked }
        if let endsAt, endsAt <= instant { return .ended }
        return startsAt <= instant ? .active : .upcoming
    }
}
