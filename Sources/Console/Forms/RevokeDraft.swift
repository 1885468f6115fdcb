import Purchases

/// A grant to be taken back.
struct RevokeDraft: Hashable, Sendable {
    /// The grant.
    var grant: GrantID
    /// The reason code.
    var reason: String
    /// What the agent wrote; nil for nothing.
    var note: String?
}
