import Purchases

/// A chain to be attached to a customer.
struct AttachDraft: Hashable, Sendable {
    /// The chain.
    var chain: ChainKey
    /// The customer.
    var customer: AppUserID
    /// The reason code.
    var reason: String
}
