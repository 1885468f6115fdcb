/// What people do to a request of leads, with its values.
package enum RequestAct: Hashable, Sendable {
    /// A lead gives what was asked for; `seen` is the digest of the page that the lead decided on, nil for what was last
    /// seen of it.
    case approve(seen: String? = nil, note: String? = nil)
    /// A lead says no, and why.
    case decline(note: String)
    /// Who asked takes it back.
    case withdraw
}
