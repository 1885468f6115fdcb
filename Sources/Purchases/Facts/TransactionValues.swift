/// The fields of a transaction that documents tell; nil is what a document left out.
///
/// Source: Apple, `in_app`, `latest_receipt_info` and JWSTransactionDecodedPayload.
package struct TransactionValues: FieldMergeable {
    /// What a document says about revocation: every document that tells a transaction says something.
    package enum RevocationStatement: Hashable, Codable, Sendable {
        /// It stands.
        case none
        /// It was taken back.
        case revoked(Revocation)
    }

    /// The charge across devices and restores; told by subscriptions that renew.
    package var webOrderLineItemID: WebOrderLineItemID?
    package var productID: ProductID?
    /// When it was charged or restored.
    package var purchasedAt: Instant?
    /// When the chain's first purchase was made.
    package var originalPurchasedAt: Instant?
    /// When what was bought ends.
    package var expiresAt: Instant?
    /// Whether it was taken back.
    package var revocation: RevocationStatement?
    /// How many were bought.
    package var quantity: Int?
    /// Whether it was a free trial.
    package var isTrial: Bool?
    /// Whether it was at an introductory price.
    package var isIntroductoryOffer: Bool?
    /// Apple's `offerType`: 1 introductory, 2 promotional, 3 offer code, 4 win-back.
    package var offerType: Int?
    /// Apple's `offerDiscountType`, such as `FREE_TRIAL`.
    package var offerDiscountType: String?
    /// The offer code's reference name.
    package var offerCode: String?
    package var promotionalOfferID: String?
    /// Whether it was bought or is shared by family.
    package var ownership: Ownership?
    /// Whether another transaction replaced it.
    package var isUpgraded: Bool?
    package var group: SubscriptionGroupID?
    /// The customer's UUID in the app, lower-case.
    package var appAccountToken: PersonIdentifier?
    /// Whether Apple's signature, a shared secret or our own question vouches for the token: such a word counts before
    /// every other, however new.
    package var isAccountVouched: Bool?
    package var bundleID: BundleID?
    /// The storefront's three-letter country.
    package var storefront: String?
    /// What was charged.
    package var price: Money?
    /// Apple's word for the product's type.
    package var appleType: String?
    /// Apple's `PURCHASE` or `RENEWAL`.
    package var transactionReason: String?
    /// The download of the app that it was bought with: one for each Apple account and app (`appTransactionId`).
    package var appTransactionID: String?
    /// The items that it paid for, where the app's server sold them.
    package var commerce: AdvancedCommerce?
    /// How it is paid for: at once, or as one of the monthly payments of a commitment.
    package var billing: BillingTerms?

    /// The newest word on each detail of a revocation, kept because a later document may leave them out.
    private var revocationDetails: Revocation?

    /// Values of which nothing is told yet.
    package init() {}

    /// These values, with what they leave out taken from others.
    package func merging(_ others: TransactionValues) -> TransactionValues {
        var filled = self
        filled.fillIdentity(from: others)
        filled.fillOffers(from: others)
        filled.fillPerson(from: others)
        filled.fillRevocation(from: others)
        return filled
    }

    /// The line item, by which charges are told apart: a later word may differ, what it named stays joined.
    package var identity: AnyHashable? { webOrderLineItemID.map { AnyHashable($0) } }

    /// What the App Store tells now, without the details of a revocation that was undone and without who vouches for it.
    package var inForce: TransactionValues {
        var values = self
        values.revocationDetails = nil
        values.isAccountVouched = nil
        return values
    }

    private mutating func fillIdentity(from others: TransactionValues) {
        webOrderLineItemID = webOrderLineItemID ?? others.webOrderLineItemID
        productID = productID ?? others.productID
        purchasedAt = purchasedAt ?? others.purchasedAt
        originalPurchasedAt = originalPurchasedAt ?? others.originalPurchasedAt
        expiresAt = expiresAt ?? others.expiresAt
        quantity = quantity ?? others.quantity
        isUpgraded = isUpgraded ?? others.isUpgraded
        group = group ?? others.group
        bundleID = bundleID ?? others.bundleID
        appleType = appleType ?? others.appleType
    }

    private mutating func fillOffers(from others: TransactionValues) {
        isTrial = isTrial ?? others.isTrial
        isIntroductoryOffer = isIntroductoryOffer ?? others.isIntroductoryOffer
        offerType = offerType ?? others.offerType
        offerDiscountType = offerDiscountType ?? others.offerDiscountType
        offerCode = offerCode ?? others.offerCode
        promotionalOfferID = promotionalOfferID ?? others.promotionalOfferID
        price = price ?? others.price
        transactionReason = transactionReason ?? others.transactionReason
        commerce = commerce ?? others.commerce
        billing = billing?.merging(others.billing) ?? others.billing
    }

    private mutating func fillRevocation(from others: TransactionValues) {
        let details = [toldRevocation, others.toldRevocation].compactMap { $0 }
        revocationDetails = details.first.map { $0.merging(details[details.count - 1]) }
        revocation = revocation ?? others.revocation
        if case .revoked(let told) = revocation, let revocationDetails {
            revocation = .revoked(told.merging(revocationDetails))
            // They stand in the revocation now; kept twice, equal words would differ by the way they came.
            self.revocationDetails = nil
        }
    }

    private var toldRevocation: Revocation? {
        if let revocationDetails { return revocationDetails }
        guard case .revoked(let told) = revocation else { return nil }
        return told
    }

    private mutating func fillAccount(from others: TransactionValues) {
        let isBetter = appAccountToken == nil || (isAccountVouched != true && others.isAccountVouched == true)
        guard isBetter, let token = others.appAccountToken else { return }
        (appAccountToken, isAccountVouched) = (token, others.isAccountVouched)
    }

    private mutating func fillPerson(from others: TransactionValues) {
        ownership = ownership ?? others.ownership
        fillAccount(from: others)
        appTransactionID = appTransactionID ?? others.appTransactionID
        storefront = storefront ?? others.storefront
    }
}

/// The App Store took a transaction back.
///
/// Source: Apple, `cancellation_date`, `revocationDate`, `revocationType`, `revocationPercentage`.
package struct Revocation: Hashable, Codable, Sendable {
    /// Why it was taken back.
    package enum Kind: String, Hashable, Codable, Sendable {
        /// The customer got money back.
        case refund
        /// The family member no longer shares it.
        case familyRevoke = "family_revoke"
    }

    /// When access ends for it.
    package let at: Instant
    /// What `revocationType` said; nil when the document has no such field.
    package private(set) var toldKind: Kind?
    /// Apple's reason: "1" an issue in the app, "0" another.
    package private(set) var reason: String?
    /// How much was refunded, in thousandths of a per cent, when prorated.
    package private(set) var percentage: Int?

    /// A revocation as a document tells it.
    package init(at: Instant, toldKind: Kind? = nil, reason: String? = nil, percentage: Int? = nil) {
        (self.at, self.toldKind, self.reason, self.percentage) = (at, toldKind, reason, percentage)
    }

    /// This revocation, with the details that it leaves out taken from another telling of it.
    func merging(_ other: Revocation) -> Revocation {
        var merged = self
        merged.toldKind = toldKind ?? other.toldKind
        merged.reason = reason ?? other.reason
        merged.percentage = percentage ?? other.percentage
        return merged
    }
}

/// How a period of a subscription is paid for: at once, or as one of the monthly payments of a commitment.
///
/// Source: Apple, `billingPlanType` and `commitmentInfo` of JWSTransactionDecodedPayload.
package struct BillingTerms: Hashable, Codable, Sendable {
    /// Apple's `billingPlanType`, such as `MONTHLY` or `BILLED_UPFRONT`.
    package var plan: String?
    /// Which period of the commitment it is, as told.
    package var period: Int?
    /// How many periods the commitment has, as told.
    package var periods: Int?
    /// When the commitment ends; a payment that came late moves it.
    package var endsAt: Instant?
    /// What the whole commitment costs.
    package var price: Money?

    /// Terms of which nothing is told yet.
    package init() {}

    /// Which payment of how many it is, the first being 1; nil for a subscription without a commitment.
    ///
    /// Apple's commitments have twelve; numbers that cannot be are no commitment.
    package var payment: (number: Int, of: Int)? {
        guard let period, let periods, (2...1000).contains(periods), (1...periods).contains(period) else {
            return nil
        }
        return (period, periods)
    }

    /// Whether it is paid for by the month within a commitment.
    package var isMonthly: Bool { plan.map { $0 == "MONTHLY" } ?? (payment != nil) }

    /// These terms, with what they leave out taken from another telling of them.
    func merging(_ other: BillingTerms?) -> BillingTerms {
        guard let other else { return self }
        var filled = self
        filled.plan = plan ?? other.plan
        filled.period = period ?? other.period
        filled.periods = periods ?? other.periods
        filled.endsAt = endsAt ?? other.endsAt
        filled.price = price ?? other.price
        return filled
    }
}

/// Whether the customer bought a transaction or has it through Family Sharing.
///
/// Source: Apple, `in_app_ownership_type`; missing means purchased.
package enum Ownership: String, Hashable, Codable, Sendable {
    /// The customer bought it.
    case purchased
    /// A family member bought it.
    case familyShared = "family_shared"
}

/// What one document tells about one transaction.
package struct TransactionObservation: Hashable, Sendable {
    /// The transaction's id in that document.
    package let transactionID: TransactionID
    /// Its chain.
    package internal(set) var originalTransactionID: OriginalTransactionID
    package let environment: AppStoreEnvironment
    /// The standing of the signed part that tells it; nil when it has the document's.
    package var precedence: Precedence?
    /// What the document says of it.
    package var values: TransactionValues

    /// What a document tells about a transaction.
    package init(
        transactionID: TransactionID, originalTransactionID: OriginalTransactionID,
        environment: AppStoreEnvironment, precedence: Precedence? = nil, values: TransactionValues
    ) {
        self.transactionID = transactionID
        self.originalTransactionID = originalTransactionID
        self.environment = environment
        self.precedence = precedence
        self.values = values
    }
}
