package import Purchases

/// One charge, or one thing that the family shares, as the simulated App Store keeps it.
package struct SimulatedTransaction: Hashable, Sendable {
    package let id: TransactionID
    /// The chain's.
    package let original: OriginalTransactionID
    /// The line item; purchases that are no subscription have none.
    package let lineItem: String?
    /// The order on the customer's invoice.
    package let order: OrderID
    package let account: AccountID
    package let product: ProductID
    package let kind: ProductKind
    package let group: SubscriptionGroupID?
    package let environment: AppStoreEnvironment
    /// When it was charged.
    package let purchasedAt: Instant
    /// When the chain began.
    package let originalPurchasedAt: Instant
    package internal(set) var expiresAt: Instant?
    /// How many were bought.
    package let quantity: Int
    package let offer: SimulatedOffer?
    /// Whether a family member paid it.
    package let isFamilyShared: Bool
    /// Whether the App Store renewed it by itself.
    package let isRenewal: Bool
    /// What it cost, in thousandths.
    package let price: Int64
    package let currency: String
    /// The storefront, three letters.
    package let storefront: String
    /// Whose the app says it is.
    package internal(set) var token: String?
    /// How it was taken back.
    package internal(set) var revocation: SimulatedRevocation?
    /// Whether a higher plan took its place.
    package internal(set) var isUpgraded = false
    /// Whether the app has finished it.
    package internal(set) var isFinished = false
    /// When anything about it changed last: the order of a history.
    package internal(set) var modifiedAt: Instant

    /// Whether it gives access at a moment by itself: paid, not taken back, not replaced, not over.
    package func holds(at moment: Instant) -> Bool {
        revocation == nil && !isUpgraded && purchasedAt <= moment && (expiresAt.map { moment < $0 } ?? true)
    }
}

/// How a charge was taken back.
package struct SimulatedRevocation: Hashable, Sendable {
    /// What was done; the text is Apple's.
    package enum Kind: String, Hashable, Sendable {
        case full = "REFUND_FULL"
        case prorated = "REFUND_PRORATED"
        case family = "FAMILY_REVOKE"
    }

    package let at: Instant
    /// Apple's reason: 1 for an issue in the app, 0 for another.
    package let reason: Int
    package let kind: Kind
    /// How much was given back, in thousandths of a per cent.
    package let share: Int

    /// Taken back at a moment.
    package init(at: Instant, reason: Int = 0, kind: Kind = .full, share: Int = 100_000) {
        (self.at, self.reason, self.kind, self.share) = (at, reason, kind, share)
    }
}

/// A chain of renewals as the simulated App Store keeps it.
package struct SimulatedSubscription: Hashable, Sendable {
    /// Where it stands; the number is the `status` of Apple's Server API.
    package enum Phase: Int, Hashable, Sendable {
        case active = 1
        case expired = 2
        case retrying = 3
        case grace = 4
        case revoked = 5
    }

    /// The chain.
    package let original: OriginalTransactionID
    package let account: AccountID
    package let group: SubscriptionGroupID
    package let environment: AppStoreEnvironment
    /// The plan that is paid.
    package internal(set) var product: ProductID
    /// The plan of the next renewal.
    package internal(set) var nextProduct: ProductID
    /// Whether it is to be renewed.
    package internal(set) var renews = true
    /// Where it stands.
    package internal(set) var phase = Phase.active
    /// Its newest transaction.
    package internal(set) var current: TransactionID
    /// Until when it is paid.
    package internal(set) var expiresAt: Instant
    /// Until when it goes on though its charge fails.
    package internal(set) var graceUntil: Instant?
    /// Why it ended, by Apple's `expirationIntent`.
    package internal(set) var intent: Int?
    /// What the customer says to a higher price: nil when nobody asks, false when it is not answered.
    package internal(set) var agreesToPrice: Bool?
    /// When its renewals were moved.
    package internal(set) var extensions: [Instant] = []
    /// When its service began, lapses shorter than 60 days aside.
    package internal(set) var serviceSince: Instant
    /// From when its periods are counted, and how many have begun since.
    var anchor: Instant
    var periods = 1
    /// The offer at which the running period was charged.
    var offer: SimulatedOffer?
    /// How often it was renewed by itself.
    var renewals = 0
    /// Counts its changes, so that what was to happen before one does not.
    var turn = 0
    /// When its facts changed last.
    var changedAt: Instant
    /// The chains of family members, by account.
    var shares: [AccountID: OriginalTransactionID] = [:]
}
