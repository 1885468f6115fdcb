import Purchases

/// A note to be kept.
struct NoteDraft: Hashable, Sendable {
    /// About whom.
    var customer: AppUserID
    /// What.
    var text: String
    /// The helpdesk's case; nil for none.
    var reference: String?
}
