internal import Purchases

/// Which reasons may be given for a grant.
enum GrantReasons {
    /// Refuses a reason that the policy does not know, and `other` without a note.
    static func check(_ reason: String, note: String?, _ policy: GrantPolicy) throws {
        guard policy.reasons.contains(reason) else {
            throw StoreError(
                .usage, "\(reason) is no reason for a grant",
                remedy: "use one of \(policy.reasons.joined(separator: ", "))")
        }
        try checkNote(note, for: reason)
    }

    /// Refuses `other` without a note.
    static func checkNote(_ note: String?, for reason: String) throws {
        guard reason != "other" || !(note ?? "").allSatisfy(\.isWhitespace) else {
            throw StoreError(.usage, "the reason other needs a note", remedy: "say why with --note")
        }
    }
}
