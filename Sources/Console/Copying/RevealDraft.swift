import Purchases

/// Personal data to be taken out, as the audit log notes it.
struct RevealDraft: Hashable, Sendable {
    /// Whose.
    var customer: AppUserID
    /// Which field, as the audit log calls it.
    var field: String
    /// Which, in words.
    var label: String
    /// What it says.
    var text: String
}
