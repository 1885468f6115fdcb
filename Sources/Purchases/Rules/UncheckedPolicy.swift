/// Who may bring documents that claim to be the App Store's record and that nothing vouches for.
///
/// Such a document is an answer of verifyReceipt, a notification of version 1 without a known secret, or anything else of
/// Apple's without its signature. Whoever may write JSON can make one up, with an expiry in 2099; so taking it in is
/// giving access, and is bounded like it.
///
/// ```swift
/// UncheckedPolicy("service,lead")?.accepts(.agent)  // false
/// ```
package struct UncheckedPolicy: Hashable, Sendable, CustomStringConvertible {
    /// The value that names no role.
    package static let nobody = "nobody"
    /// Until leads decide otherwise†: who asked Apple itself, and who may give without limits anyway.
    package static let standard = UncheckedPolicy(roles: [.service, .lead])
    /// Nobody may.
    package static let closed = UncheckedPolicy(roles: [])
    /// The roles that can be named, in order; viewers bring nothing.
    package static let choices: [Role] = [.service, .lead, .agent]

    /// Who may.
    package let roles: Set<Role>

    private init(roles: Set<Role>) { self.roles = roles }

    /// Reads role names separated by commas, or `nobody`; nil for anything else.
    package init?(_ text: String) {
        if text == UncheckedPolicy.nobody {
            roles = []
            return
        }
        let names = text.split(separator: ",", omittingEmptySubsequences: false)
        let found = names.compactMap { Role(rawValue: String($0)) }.filter(UncheckedPolicy.choices.contains)
        guard found.count == names.count, !found.isEmpty else { return nil }
        roles = Set(found)
    }

    /// The names in order, or `nobody`.
    package var description: String {
        let names = UncheckedPolicy.choices.filter(roles.contains).map(\.rawValue)
        return names.isEmpty ? UncheckedPolicy.nobody : names.joined(separator: ",")
    }

    /// Whether a role may bring a document that was checked so far and tells this.
    package func accepts(
        _ contents: DocumentContents, checked: StoreNotification.Check, from role: Role
    ) -> Bool {
        checked != .unchecked || !contents.tellsTheAppStoresRecord || roles.contains(role)
    }
}

extension DocumentContents {
    /// Whether it tells of purchases what only the App Store knows; what the app reports of its own attempts, its
    /// customers, and an answer that holds nothing but a status do not.
    package var tellsTheAppStoresRecord: Bool {
        !kind.isTheApps && !(transactions.isEmpty && renewals.isEmpty && notices.isEmpty)
    }
}
