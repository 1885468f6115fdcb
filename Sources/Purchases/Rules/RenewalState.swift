/// What is known of a chain's renewal, from all renewal information together.
///
/// Apple tells it as a whole: offer, price consent, reason and plan stand in it only while they hold. So the newest whole
/// information replaces all before it, and a list without an entry leaves nothing of it; fields beside a notification of
/// version 1 change only what they name. Where several are of one time, none is newer, and each adds what it names.
///
/// A purchase that was told by something else, such as a receipt, begins another period: why the one before ended, grace
/// and retry, the question about a higher price and the offer are then a matter of the past. Source: Apple,
/// `pending_renewal_info`, JWSRenewalInfoDecodedPayload.
package struct RenewalState: Hashable, Sendable {
    /// Whether the subscription renews by itself.
    package private(set) var autoRenew: Bool?
    /// The product it renews as.
    package private(set) var autoRenewProductID: ProductID?
    /// Why it expired: 1 customer, 2 billing, 3 price, 4 product gone, 5 other.
    package private(set) var expirationIntent: Int?
    /// When the grace period ends.
    package private(set) var gracePeriodExpiresAt: Instant?
    /// Whether the App Store still tries to charge.
    package private(set) var isInBillingRetry: Bool?
    /// Whether the customer agreed to a higher price; nil when none is asked for.
    package private(set) var priceConsent: Bool?
    /// The offer that the next renewal uses.
    package private(set) var offerID: String?
    /// The offers that may win the customer back, the best first.
    package private(set) var winBackOfferIDs: [String] = []
    /// How it is paid for from the next period on.
    package private(set) var billing: BillingRenewal?
    /// When the newest renewal information became known.
    package let knownAt: Instant

    /// The state after all renewal information of a chain; nil when there is none.
    package init?(of chain: Chain) {
        guard let newest = chain.newestRenewal else { return nil }
        self.init(knownAt: newest.knownAt)
        take(chain.renewals, purchases: chain.transactions)
    }

    /// The state after what speaks of the time after a chain's last purchase; nil when nothing is told at all.
    init?(sinceLastPurchaseOf chain: Chain) {
        guard let last = chain.transactions.last, let newest = chain.newestRenewal else { return nil }
        self.init(knownAt: newest.knownAt)
        take(chain.renewals.filter { $0.follows(last) }, purchases: [])
    }

    private init(knownAt: Instant) { self.knownAt = knownAt }

    /// Takes over information, and purchases that none of it follows, both oldest first.
    private mutating func take(_ told: [RenewalInfo], purchases: [Transaction]) {
        var (told, purchases) = (told[...], purchases[...])
        while let time = told.first?.precedence.documentTime {
            let word = told.prefix { $0.precedence.documentTime == time }
            told = told.dropFirst(word.count)
            let before = purchases.prefix { purchase in word.contains { $0.follows(purchase) } }
            purchases = purchases.dropFirst(before.count)
            for purchase in before { begin(purchase) }
            if word.contains(where: { $0.extent != .some }) { self = RenewalState(knownAt: knownAt) }
            for info in word { apply(info) }
        }
        for purchase in purchases { begin(purchase) }
    }

    private mutating func begin(_ period: Transaction) {
        (expirationIntent, gracePeriodExpiresAt, isInBillingRetry) = (nil, nil, nil)
        (priceConsent, offerID, winBackOfferIDs) = (nil, nil, [])
        if period.values.billing?.payment?.number == 1 { billing = nil }
    }

    private mutating func apply(_ info: RenewalInfo) {
        autoRenew = info.autoRenew ?? autoRenew
        autoRenewProductID = info.autoRenewProductID ?? autoRenewProductID
        priceConsent = info.priceConsent ?? priceConsent
        offerID = info.offerID ?? offerID
        winBackOfferIDs = info.winBackOfferIDs ?? winBackOfferIDs
        billing = info.billing ?? billing
        expirationIntent = info.expirationIntent ?? expirationIntent
        gracePeriodExpiresAt = info.gracePeriodExpiresAt ?? gracePeriodExpiresAt
        isInBillingRetry = info.isInBillingRetry ?? isInBillingRetry
    }
}

extension RenewalInfo {
    /// How long before its period a renewal may be charged and told.†
    private static let foresight = TimeLength.days(1)

    /// Whether it speaks of what follows a purchase: it was made after it, or was told with it before the period began.
    func follows(_ purchase: Transaction) -> Bool {
        let time = precedence.documentTime
        if purchase.purchasedAt <= time { return true }
        return purchase.knownAt <= knownAt && purchase.purchasedAt - RenewalInfo.foresight <= time
    }
}
