/// A renewal that the App Store will charge for soon, if all stays as it was told last.
///
/// Expected is the renewal of a subscription that runs by its last purchase, bought and not shared by family, of which the
/// newest word is that it renews. What fails to be charged, and what is turned off meanwhile, is not foreseen.
package struct ExpectedRenewal: Hashable, Sendable {
    /// When the present period ends.
    package let at: Instant
    /// What it renews as.
    package let product: ProductID
    /// What it will cost; nil when nothing tells.
    ///
    /// The newest price without an offer that was charged for the same product in this chain; else the catalogue's, in the
    /// currency of the chain's last purchase that tells one, and marked as such. A price that was raised since is not known.†
    package let money: Money?

    /// The renewal that a chain expects between a moment and the end of a stretch after it; nil when none is.
    package init?(
        of timeline: ChainTimeline, after instant: Instant, within length: TimeLength, catalog: Catalog
    ) {
        let chain = timeline.chain
        guard let segment = timeline.segment(at: instant), segment.status == .active,
            segment.ruling == chain.transactions.count - 1, let end = segment.span.until,
            end <= instant + length, RenewalState(of: chain)?.autoRenew == true
        else { return nil }
        let last = chain.transactions[segment.ruling]
        guard last.ownership == .purchased,
            catalog.kind(of: last.productID, expires: last.expiresAt != nil) == .autoRenewable
        else { return nil }
        at = end
        product = RenewalState(of: chain)?.autoRenewProductID ?? last.productID
        money = ExpectedRenewal.price(of: product, in: chain, catalog: catalog)
    }

    private static func price(
        of product: ProductID, in chain: Chain, catalog: Catalog
    ) -> Money? {
        let charged = chain.transactions.last {
            $0.productID == product && $0.ownership == .purchased && !$0.isOffer && $0.values.price != nil
        }
        if let price = charged?.values.price { return price.isCountable ? price : nil }
        let currency = chain.transactions.reversed().lazy.compactMap {
            $0.values.price?.currency ?? $0.values.storefront.flatMap(Storefront.currency)
        }.first
        guard let currency, let price = catalog.products[product]?.prices[currency] else { return nil }
        let money = Money(milliunits: price, currency: currency, isListPrice: true)
        return money.isCountable ? money : nil
    }
}

extension Transaction {
    /// Whether any offer made it cheaper than it renews.
    fileprivate var isOffer: Bool {
        isTrial || isIntroductoryOffer || values.offerType != nil || values.promotionalOfferID != nil
            || values.offerCode != nil
    }
}
