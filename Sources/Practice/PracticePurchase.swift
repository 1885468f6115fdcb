import Purchases

/// One purchase of a made-up chain.
struct PracticePurchase: Hashable, Sendable {
    /// The product.
    let product: String
    /// When it was bought.
    let purchasedAt: Instant
    /// When it ends; nil for what does not.
    var expiresAt: Instant?
    /// Whether it was a free trial.
    var isTrial = false
    /// Whether it was at an introductory price.
    var isIntroductory = false
    /// When Apple took it back.
    var cancelledAt: Instant?
    /// Whether a family member bought it.
    var isFamilyShared = false
    /// Whether another plan replaced it.
    var isUpgraded = false
    /// How many were bought.
    var quantity = 1
    /// The offer code it was bought with.
    var offerCode: String?

    /// The purchase as it was known at a moment, before what came later.
    func known(at instant: Instant) -> PracticePurchase {
        var purchase = self
        if let cancelled = cancelledAt, cancelled > instant { purchase.cancelledAt = nil }
        if instant <= purchasedAt { purchase.isUpgraded = false }
        return purchase
    }
}
