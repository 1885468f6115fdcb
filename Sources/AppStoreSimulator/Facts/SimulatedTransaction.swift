public import Purchases

/// One charge, or one thing that the family shares, as the simulated App Store keeps it.
public struct SimulatedTransaction: Hashable, Sendable {
    /// Its id.
    public let id: TransactionID
    /// The chain's.
    public let original: OriginalTransactionID
    /// The line item; purchases that are no subscription have none.
    public let lineItem: String?
    /// The order on the customer's invoice.
    public let order: OrderID
    /// Who has it.
    public let account: AccountID
    /// The product.
    public let product: ProductID
    /// What the product is.
    public let kind: ProductKind
    /// The subscription group.
    public let group: SubscriptionGroupID?
    /// Where it was made.
    public let environment: AppStoreEnvironment
    /// When it was charged.
    public let purchasedAt: Instant
    /// When the chain began.
    public let originalPurchasedAt: Instant
    /// When it ends.
    public internal(set) var expiresAt: Instant?
    /// How many were bought.
    public let quantity: Int
    /// At which offer.
    public let offer: SimulatedOffer?
    /// Whether a family member paid it.
    public let isFamilyShared: Bool
    /// Whether the App Store renewed it by itself.
    public let isRenewal: Bool
    /// What it cost, in thousandths.
    public let price: Int64
    /// The currency.
    public let currency: String
    /// The storefront, three letters.
    public let storefront: String
    /// Whose the app says it is.
    public internal(set) var token: String?
    /// How it was taken back.
    public internal(set) var revocation: SimulatedRevocation?
    /// Whether a higher plan took its place.
    public internal(set) var isUpgraded = false
    /// Whether the app has finished it.
    public internal(set) var isFinished = false
    /// When anything about it changed last: the order of a history.
    public internal(set) var modifiedAt: Instant

    /// Whether it gives access at a moment by itself: paid, not taken back, not replaced, not over.
    public func holds(at moment: Instant) -> Bool {
        revocation == nil && !isUpgraded && purchasedAt <= moment && (expiresAt.map { moment < $0 } ?? true)
    }
}

/// How a charge was taken back.
public struct SimulatedRevocation: Hashable, Sendable {
    /// What was done; the text is Apple's.
    public enum Kind: String, Hashable, Sendable {
        case full = "REFUND_FULL"
        case prorated = "REFUND_PRORATED"
        case family = "FAMILY_REVOKE"
    }

    /// When.
    public let at: Instant
    /// Apple's reason: 1 for an issue in the app, 0 for another.
    public let reason: Int
    /// What was done.
    public let kind: Kind
    /// How much was given back, in thousandths of a per cent.
    public let share: Int

    /// Taken back at a moment.
    public init(at: Instant, reason: Int = 0, kind: Kind = .full, share: Int = 100_000) {
        (self.at, self.reason, self.kind, self.share) = (at, reason, kind, share)
    }
}

/// A chain of renewals as the simulated App Store keeps it.
public struct SimulatedSubscription: Hashable, Sendable {
    /// Where it stands; the number is the `status` of Apple's Server API.
    public enum Phase: Int, Hashable, Sendable {
        case active = 1
        case expired = 2
        case retrying = 3
        case grace = 4
        case revoked = 5
    }

    /// The chain.
    public let original: OriginalTransactionID
    /// Who has it.
    public let account: AccountID
    /// Its group.
    public let group: SubscriptionGroupID
    /// Where it was bought.
    public let environment: AppStoreEnvironment
    /// The plan that is paid.
    public internal(set) var product: ProductID
    /// The plan of the next renewal.
    public internal(set) var nextProduct: ProductID
    /// Whether it is to be renewed.
    public internal(set) var renews = true
    /// Where it stands.
    public internal(set) var phase = Phase.active
    /// Its newest transaction.
    public internal(set) var current: TransactionID
    /// Until when it is paid.
    public internal(set) var expiresAt: Instant
    /// Until when it goes on though its charge fails.
    public internal(set) var graceUntil: Instant?
    /// Why it ended, by Apple's `expirationIntent`.
    public internal(set) var intent: Int?
    /// What the customer says to a higher price: nil when nobody asks, false when it is not answered.
    public internal(set) var agreesToPrice: Bool?
    /// When its renewals were moved.
    public internal(set) var extensions: [Instant] = []
    /// When its service began, lapses shorter than 60 days aside.
    public internal(set) var serviceSince: Instant
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
