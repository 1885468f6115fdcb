public import Purchases

extension Reader {
    /// Whether a customer has access, in one line: `ACCESS to premium until 11 Aug 19:41`.
    public func headline(of verdict: EntitlementAccess) -> String { headline(of: verdict, at: moment) }

    /// The same with days alone, where there is little room: `ACCESS to premium until 11 Aug`.
    public func shortHeadline(of verdict: EntitlementAccess) -> String { headline(of: verdict, at: day) }

    private func headline(of verdict: EntitlementAccess, at time: (Instant) -> String) -> String {
        guard verdict.isEntitled else {
            return verdict.since.map { "NO ACCESS to \(verdict.entitlement) since \(time($0))" }
                ?? "NO ACCESS to \(verdict.entitlement)"
        }
        return verdict.until.map { "ACCESS to \(verdict.entitlement) until \(time($0))" }
            ?? "ACCESS to \(verdict.entitlement) without end"
    }

    /// The doubt about a verdict that rests on notifications which nothing vouches for.
    public static let doubt =
        "unchecked: notifications told a part of this, and no shared secret vouches for them"
}
