import Purchases

/// A made-up chain: its purchases and what the App Store says comes next. `PracticeStory` and `TroubleStory` make it,
/// `PracticeDocuments` writes the documents that tell of it.
struct PracticeChain: Hashable, Sendable {
    /// Its purchases, oldest first.
    var purchases: [PracticePurchase]
    /// Whether it renews by itself; nil for what never does.
    var autoRenew: Bool?
    /// The product it renews as; the last one's unless told.
    var autoRenewProduct: String?
    /// Whether the customer agreed to a higher price; nil where none was asked for.
    var priceConsent: Bool?
    /// Why it expired: Apple's `expiration_intent`.
    var expirationIntent: Int?
    /// When the grace period ends.
    var graceUntil: Instant?
    /// Whether the App Store still tries to charge.
    var isInRetry: Bool?
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

/// One purchase of a made-up chain.
struct PracticePurchase: Hashable, Sendable {
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
    /// Whether the renewal failed first and was charged within the grace period.
    var isRecovered = false
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

/// A document in which the App Store tells of a made-up chain; the code's other *tellings* are observations, of which
/// one document has several.
struct PracticeTelling: Hashable, Sendable {
    /// What kind of document it is.
    enum Form: Hashable, Sendable {
        /// An answer of verifyReceipt, with every purchase until then.
        case answer
        /// A notification of a type, with the newest purchase until then.
        case notification(String)
    }

    /// When the server got it.
    let at: Instant
    let form: Form
}
