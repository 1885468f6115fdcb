/// One step of the walk that leads to a verdict: the rule, the fact it rests on, and when that was.
public struct Reason: Hashable, Codable, Sendable {
    /// The rules of access, by the names that machines see.
    public enum Rule: String, Hashable, Codable, Sendable, CaseIterable {
        /// Paid, and nothing will be delivered by itself.
        case lossOfFunds = "loss_of_funds"
        /// Paid, not delivered yet.
        case undelivered
        /// A transaction runs.
        case active
        /// A grace period gives access.
        case gracePeriod = "grace_period"
        /// The App Store tries to charge; no access meanwhile.
        case billingRetry = "billing_retry"
        /// The chain ran out.
        case expired
        /// The last purchase was refunded.
        case revokedRefund = "revoked_refund"
        /// Family Sharing no longer provides it.
        case revokedFamily = "revoked_family"
        /// It was upgraded, and the new plan has not arrived yet.
        case upgraded
        /// It begins later.
        case upcoming
        /// A grant gives access.
        case grantActive = "grant_active"
        /// A grant ran out.
        case grantEnded = "grant_ended"
        /// A grant was taken back.
        case grantRevoked = "grant_revoked"
        /// The purchase was made where this store gives no access.
        case environmentNotServed = "environment_not_served"
        /// The product is not in the catalogue and has no expiry.
        case productUnknown = "product_unknown"
        /// A consumable gives no access.
        case consumable
        /// The chain is nobody's.
        case noOwner = "no_owner"
        /// Nothing is known.
        case noRecord = "no_record"
        /// A renewal was to be expected, and nothing has arrived since.
        case stale
    }

    /// The rule.
    public let rule: Rule
    /// The fact in words.
    public let fact: String
    /// When it was; nil when it is no matter of time.
    public let at: Instant?

    /// A step of a walk.
    public init(_ rule: Rule, _ fact: String, at: Instant?) {
        (self.rule, self.fact, self.at) = (rule, fact, at)
    }
}
