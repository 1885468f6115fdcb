/// What is known of a chain's renewal, from all renewal information together.
public struct RenewalState: Hashable, Sendable {
    /// Whether the subscription renews by itself.
    public private(set) var autoRenew: Bool?
    /// The product it renews as.
    public private(set) var autoRenewProductID: ProductID?
    /// Why it expired: 1 customer, 2 billing, 3 price, 4 product gone, 5 other.
    public private(set) var expirationIntent: Int?
    /// When the grace period ends.
    public private(set) var gracePeriodExpiresAt: Instant?
    /// Whether the App Store still tries to charge.
    public private(set) var isInBillingRetry: Bool?
    /// Whether the customer agreed to a higher price.
    public private(set) var priceConsent: Bool?
    /// The offer that the next renewal uses.
    public private(set) var offerID: String?
    /// When the newest renewal information became known.
    public private(set) var knownAt: Instant

    /// The state after all renewal information of a chain; nil when there is none.
    ///
    /// What a later document leaves out stays as told, but a purchase in between makes why it expired, grace and
    /// retry a matter of the past, and a grace period that a later document drops before its end is none.
    public init?(of chain: Chain) {
        let told = chain.renewals.filter { $0.extent != .absent }
        guard let newest = told.last else { return nil }
        knownAt = newest.knownAt
        var next = 0
        var (retryToldAt, graceToldAt): (Instant?, Instant?)
        for renewal in chain.renewals {
            while next < chain.transactions.count,
                chain.transactions[next].purchasedAt <= renewal.precedence.documentTime
            {
                forgetExpiry()
                next += 1
            }
            let time = renewal.precedence.documentTime
            if renewal.isInBillingRetry == nil, renewal.extent != .some,
                retryToldAt.map({ $0 < time }) ?? true
            {
                isInBillingRetry = nil
            }
            if renewal.isInBillingRetry != nil { retryToldAt = time }
            if renewal.gracePeriodExpiresAt != nil {
                graceToldAt = time
            } else if renewal.dropsGrace(to: gracePeriodExpiresAt, toldAt: graceToldAt) {
                gracePeriodExpiresAt = nil
            }
            apply(renewal)
        }
        if next < chain.transactions.count { forgetExpiry() }
    }

    private mutating func forgetExpiry() {
        (expirationIntent, gracePeriodExpiresAt, isInBillingRetry) = (nil, nil, nil)
    }

    private mutating func apply(_ renewal: RenewalInfo) {
        autoRenew = renewal.autoRenew ?? autoRenew
        autoRenewProductID = renewal.autoRenewProductID ?? autoRenewProductID
        priceConsent = renewal.priceConsent ?? priceConsent
        offerID = renewal.offerID ?? offerID
        expirationIntent = renewal.expirationIntent ?? expirationIntent
        gracePeriodExpiresAt = renewal.gracePeriodExpiresAt ?? gracePeriodExpiresAt
        isInBillingRetry = renewal.isInBillingRetry ?? isInBillingRetry
    }
}
