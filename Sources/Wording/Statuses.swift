public import Purchases

extension Reader {
    /// A chain's status.
    public static func words(of status: ChainStatus) -> String {
        switch status {
        case .active: "active"
        case .gracePeriod: "grace period"
        case .billingRetry: "billing retry"
        case .expired: "expired"
        case .revoked: "revoked"
        case .upcoming: "upcoming"
        case .none: "unknown"
        }
    }

    /// A grant's state; one that ran out did what it was given for.
    public static func words(of state: Grant.State) -> String {
        switch state {
        case .active: "active"
        case .upcoming: "upcoming"
        case .ended: "ran out"
        case .revoked: "taken back"
        }
    }
}
