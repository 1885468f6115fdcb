import Persistence
import Purchases

/// What the bench gives: a week of something that no purchase of its people unlocks, so that time is always gained.
enum GrantWish {
    /// The wish for a customer at a moment.
    static func of(_ customer: AppUserID, at instant: Instant) -> GrantRequest {
        GrantRequest(
            customer: customer, entitlement: EntitlementID("pro"), term: .until(instant + .days(7)),
            reason: "goodwill", evenIfNothingIsGained: true)
    }
}
