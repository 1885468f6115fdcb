package import Purchases

/// Why a grant is not given, or one that was given is not ended.
package enum GrantRefusal: Hashable, Sendable {
    /// The policy has no such reason; it has these.
    case unknownReason(_ reason: String, known: [String])
    /// Only the server bridges outages.
    case bridgedByHand
    /// It would add no access.
    case nothingGained
    /// It would end in the past.
    case endsInPast(Instant)
    /// It would end before it starts.
    case endsBeforeStart
    /// Present access has no end to start after; whether a ticket says what is owed.
    case noEndToStartAfter(hasTicket: Bool)
    /// Nothing tells how long the product of a ticket lasts.
    case unknownLength(ticket: Int64)
    /// The ticket is another customer's.
    case ticketOfAnother(TicketID, owner: AppUserID)
    /// The product of a ticket unlocks nothing, so that no grant makes it good.
    case unlocksNothing(ticket: Int64, ProductID)
    /// The product of a ticket unlocks other entitlements than the one that is to be given.
    case unlocksOthers(ticket: Int64, ProductID, unlocks: [EntitlementID], asked: EntitlementID)
    /// It was taken back before.
    case revoked(GrantID, at: Instant)
    case ranOut(GrantID, at: Instant)
    /// The grant that a key was used for is gone.
    case gone(GrantID)

    var code: StoreError.Code {
        switch self {
        case .unknownReason, .bridgedByHand, .nothingGained, .endsInPast, .endsBeforeStart, .unknownLength,
            .ticketOfAnother, .unlocksNothing, .unlocksOthers:
            .usage
        case .noEndToStartAfter, .revoked, .ranOut: .conflict
        case .gone: .damaged
        }
    }
}
