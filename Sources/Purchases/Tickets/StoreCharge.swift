/// The App Store's record of the charge that a purchase attempt speaks of.
package struct StoreCharge: Hashable, Sendable {
    package let transaction: Transaction
    package let chain: ChainID
    /// Whose it is: the customer's whose token it carries, else the chain's owner's; nil when it is nobody's.
    package private(set) var owner: AppUserID?
    /// Since when it is known whose it is; nil when that was never in question.
    package private(set) var ownerKnownAt: Instant?
    /// What says whose it is.
    package var ownerSource: OwnerSource
    /// Whose the time is that it paid for, where its chain had been attached to another than who paid before it was bought.
    package var heldBy: AppUserID?
    package let kind: ProductKind
    /// Whether the product unlocks an entitlement.
    package let unlocks: Bool
    /// Where a stack of purchases puts its start; nil when it starts with the purchase.
    package let start: Instant?
    /// When the bought period ends; nil without end.
    package let end: Instant?

    /// A charge whose product the catalogue describes; `run` says where a stack of purchases puts it.
    package init(
        _ transaction: Transaction, of chain: ChainID, owner: AppUserID?,
        ownerKnownAt: Instant? = nil, by ownerSource: OwnerSource = .claim, catalog: Catalog,
        run: TransactionRun? = nil
    ) {
        let product = transaction.productID
        self.transaction = transaction
        self.chain = chain
        (self.owner, self.ownerKnownAt, self.ownerSource) = (owner, ownerKnownAt, ownerSource)
        kind = catalog.kind(of: product, expires: transaction.expiresAt != nil)
        unlocks = !catalog.entitlements(of: product).isEmpty
        start = run?.span.from
        end = transaction.expiresAt ?? run?.term
    }

    /// The charge of a transaction of a timeline.
    package init(
        _ transaction: Transaction, of timeline: ChainTimeline, owner: AppUserID?,
        ownerKnownAt: Instant? = nil, catalog: Catalog
    ) {
        let kind = catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
        // Only where the App Store tells no expiry: a chain may have thousands of runs.
        let run = kind == .nonRenewing ? timeline.runs.first { $0.transaction == transaction } : nil
        self.init(
            transaction, of: timeline.chain.id, owner: owner, ownerKnownAt: ownerKnownAt, catalog: catalog,
            run: run)
    }

    /// The same charge, had its chain been attached to somebody at a moment. Where its token says who paid it stays
    /// that customer's, and an attachment to the same customer gives its time back.
    package func attached(to customer: AppUserID, at instant: Instant) -> StoreCharge {
        var charge = self
        guard ownerSource != .token else {
            if owner == customer { charge.heldBy = nil }
            return charge
        }
        (charge.owner, charge.ownerKnownAt, charge.ownerSource) = (customer, instant, .attachment)
        return charge
    }

    /// Whether somebody paid for it, or took it for nothing: what a family member shares is no charge.
    package var isPurchase: Bool { transaction.ownership == .purchased }

    /// Whether the App Store's own record says nothing about delivery, so that only the app can.
    var isAppsToDeliver: Bool { kind == .consumable || kind == .unknown }

    /// Whether the store knew of it before the bought period ended.
    var isKnownInTime: Bool { isInTime(transaction.knownAt) }

    /// Whether it was known whose it is before the bought period ended: who is found later had no access meanwhile.
    var isOwnerKnownInTime: Bool { ownerKnownAt.map(isInTime) ?? true }

    private func isInTime(_ instant: Instant) -> Bool { end.map { instant < $0 } ?? true }

    /// Since when the store has known both the charge and whose it is.
    var extendedAt: Instant { max(transaction.knownAt, ownerKnownAt ?? transaction.knownAt) }

    /// When it was taken back with the money, all or a part of it.
    var refundedAt: Instant? {
        transaction.revocationKind == .refund ? transaction.revocation?.at : nil
    }

    /// How much of the money was given back, in thousandths of a per cent; nil when nothing was.
    ///
    /// Source: Apple, `revocationPercentage`, which only prorated refunds have.
    var refundedShare: Int? {
        guard refundedAt != nil else { return nil }
        return min(max(transaction.revocation?.percentage ?? Money.whole, 0), Money.whole)
    }

    /// Whether Apple gave all of the money back.
    package var isRefundedInFull: Bool { refundedShare == Money.whole }

    /// Whether it reached the customer without the app's word: it and its owner known in time, and unlocking something.
    package var isExtended: Bool {
        !isAppsToDeliver && isKnownInTime && owner != nil && isOwnerKnownInTime && unlocks
    }
}

/// What says whose a charge is.
package enum OwnerSource: Hashable, Sendable {
    /// The token that it carries itself.
    case token
    /// A person attached its chain.
    case attachment
    /// The reports that speak of it, in themselves or in their envelopes.
    case report
    /// Something else claims its chain: the reports that speak of it may name another as its payer.
    case claim
}

/// Finds what a purchase cost.
struct PriceFinder {
    let purchase: Purchase
    let catalog: Catalog

    /// The transaction's price, else the report's, else the catalogue's where the storefront fixes the currency; of a
    /// charge that was refunded in part, what is left of it.
    var money: Money? {
        guard let share = purchase.charge?.refundedShare, share < Money.whole else { return charged }
        return charged?.left(afterGivingBack: share)
    }

    /// What was paid, whatever was given back later.
    var charged: Money? {
        if purchase.charge?.transaction.isTrial == true {
            return Money(milliunits: 0, currency: currency ?? PriceFinder.noCurrency)
        }
        return purchase.charge?.transaction.values.price ?? purchase.toldPrice ?? listPrice
    }

    /// ISO 4217: a transaction that involves no currency.
    private static let noCurrency = "XXX"

    private var currency: String? {
        purchase.charge?.transaction.values.price?.currency ?? purchase.toldPrice?.currency
            ?? purchase.storefront.flatMap(Storefront.currency)
    }

    private var listPrice: Money? {
        guard let known = purchase.product.flatMap({ catalog.products[$0] }),
            let currency = purchase.storefront.flatMap(Storefront.currency),
            let price = known.prices[currency]
        else { return nil }
        let quantity = Int64(purchase.charge?.transaction.quantity ?? 1)
        let (amount, overflow) = price.multipliedReportingOverflow(by: quantity)
        return overflow ? nil : Money(milliunits: amount, currency: currency, isListPrice: true)
    }
}
