/// What takes access from one customer for another: moving a chain, and giving a token that somebody else carries.
///
/// An agent asks a lead for it. Leads decide at once, and programs bring what the app itself knows of its customers.
package enum TakingRule {
    /// The reasons offered for attaching a chain†; the audit log keeps any other code, too.
    package static let attachReasons = [
        "wrong_account", "merged_accounts", "new_account", "support_error", "other",
    ]

    /// The customers who have less afterwards, by name: access that holds now and ends, or ends sooner.
    ///
    /// - Parameters:
    ///   - before: the verdicts on people as they are.
    ///   - after: the verdicts on the same people with the change.
    package static func losers(
        before: [AppUserID: [EntitlementAccess]], after: [AppUserID: [EntitlementAccess]]
    ) -> [AppUserID] {
        before.filter { person, verdicts in
            verdicts.contains { held in
                let kept = after[person]?.first { $0.entitlement == held.entitlement }
                return isLess(kept, than: held)
            }
        }.keys.sorted()
    }

    /// Whether a verdict gives less than one before it; nil gives nothing.
    private static func isLess(_ after: EntitlementAccess?, than before: EntitlementAccess) -> Bool {
        guard before.isEntitled else { return false }
        guard let after, after.isEntitled else { return true }
        guard let end = after.until else { return false }
        return before.until.map { end < $0 } ?? true
    }
}

extension Role {
    /// Whether the role asks a lead before it takes access from one customer for another.
    package var asksBeforeTaking: Bool { self == .agent }
}
