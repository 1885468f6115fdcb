/// What a chain is at a moment.
public enum ChainStatus: String, Hashable, Codable, Sendable, CaseIterable {
    /// A transaction runs.
    case active
    /// A renewal failed to be charged, and access goes on meanwhile.
    case gracePeriod = "grace_period"
    /// A renewal failed to be charged, and the App Store still tries; no access.
    case billingRetry = "billing_retry"
    /// Nothing runs any more.
    case expired
    /// The last purchase was taken back.
    case revoked
    /// The first purchase is still to come.
    case upcoming
    /// Nothing is known.
    case none

    /// Whether it gives access.
    public var givesAccess: Bool { self == .active || self == .gracePeriod }
}
