import Purchases

/// A made-up chain: its purchases and what the App Store says comes next.
struct PracticeChain: Hashable, Sendable {
    /// Its purchases, oldest first.
    var purchases: [PracticePurchase]
    /// Whether it renews by itself; nil for what never does.
    var autoRenew: Bool?
    /// The product it renews as; the last one's unless told.
    var autoRenewProduct: String?
    /// Why it expired.
    var expirationIntent: Int?
    /// When the grace period ends.
    var graceUntil: Instant?
    /// Whether the App Store still tries to charge.
    var isInRetry: Bool?
    /// Where it was bought.
    var environment = AppStoreEnvironment.production
    /// When the app last asked Apple about it; now unless told.
    var askedAt: Instant?
    /// The type of the notification that told the newest change.
    var notification: String?
    /// When the newest change was told; with the newest purchase, or when that was taken back, unless told.
    var changedAt: Instant?
    /// The only documents that tell of it; nil when it is told as charges are, each at once.
    var tellings: [PracticeTelling]?
    /// Whether nothing says whose it is.
    var isOwnerless = false
    /// What the app reported of its purchases.
    var attempts: [PracticeAttempt] = []
}
