import JSONValues
import Purchases

/// Writes transactions and subscriptions as the payloads that the App Store signs.
///
/// Source: Apple, `JWSTransactionDecodedPayload`, `JWSRenewalInfoDecodedPayload`, `JWSAppTransactionDecodedPayload`.
struct SignedDocuments: Sendable {
    let terms: ShopTerms
    let signer: StoreSigner

    /// The payload of a transaction, signed at a moment.
    func payload(_ transaction: SimulatedTransaction, of account: SimulatedAccount?, at moment: Instant)
        -> JSONValue
    {
        .members([
            "transactionId": .string(transaction.id.rawValue),
            "originalTransactionId": .string(transaction.original.rawValue),
            "webOrderLineItemId": .text(transaction.lineItem), "bundleId": .string(terms.bundleID.rawValue),
            "productId": .string(transaction.product.rawValue),
            "subscriptionGroupIdentifier": .text(transaction.group?.rawValue),
            "purchaseDate": .date(transaction.purchasedAt),
            "originalPurchaseDate": .date(transaction.originalPurchasedAt),
            "expiresDate": transaction.expiresAt.map(JSONValue.date),
            "quantity": .whole(transaction.quantity),
            "type": .string(SignedDocuments.word(for: transaction.kind)),
            "appAccountToken": .text(transaction.token),
            "inAppOwnershipType": .string(transaction.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED"),
            "signedDate": .date(moment), "revocationReason": .whole(transaction.revocation?.reason),
            "revocationDate": (transaction.revocation?.at).map(JSONValue.date),
            "revocationType": .text(transaction.revocation?.kind.rawValue),
            "revocationPercentage": .whole(
                transaction.revocation.flatMap { $0.kind == .family ? nil : $0.share }),
            "isUpgraded": transaction.isUpgraded ? .bool(true) : nil,
            "offerType": .whole(transaction.offer?.audience.rawValue),
            "offerIdentifier": .text(transaction.offer?.id),
            "offerDiscountType": .text(transaction.offer?.discount.rawValue),
            "offerPeriod": .text(transaction.offer?.period?.description),
            "environment": .string(transaction.environment.rawValue),
            "transactionReason": .string(transaction.isRenewal ? "RENEWAL" : "PURCHASE"),
            "storefront": .string(transaction.storefront), "storefrontId": .string("143443"),
            "price": .integer(transaction.price), "currency": .string(transaction.currency),
            "appTransactionId": .text(account?.appTransactionID),
        ])
    }

    /// The payload of what is to come of a subscription, signed at a moment.
    func payload(_ subscription: SimulatedSubscription, of account: SimulatedAccount?, at moment: Instant)
        -> JSONValue
    {
        let next = terms.product(subscription.nextProduct)
        let price = next.flatMap { product in account.map { product.price(in: $0.currency) } }
        let isOver = subscription.phase != .active && subscription.phase != .grace
        let waits = subscription.phase == .retrying || subscription.phase == .grace
        return .members([
            "originalTransactionId": .string(subscription.original.rawValue),
            "productId": .string(subscription.product.rawValue),
            "autoRenewProductId": .string(subscription.nextProduct.rawValue),
            "autoRenewStatus": .integer(subscription.renews ? 1 : 0),
            "expirationIntent": .whole(isOver ? subscription.intent : nil),
            "isInBillingRetryPeriod": .bool(waits && subscription.renews),
            "gracePeriodExpiresDate": subscription.graceUntil.map(JSONValue.date),
            "priceIncreaseStatus": .whole(subscription.agreesToPrice.map { $0 ? 1 : 0 }),
            "signedDate": .date(moment), "environment": .string(subscription.environment.rawValue),
            "recentSubscriptionStartDate": .date(subscription.serviceSince),
            "renewalDate": .date(subscription.expiresAt),
            "renewalPrice": subscription.renews ? price.map(JSONValue.integer) : nil,
            "currency": .text(account?.currency), "appAccountToken": .text(account?.token),
            "appTransactionId": .text(account?.appTransactionID),
            "eligibleWinBackOfferIds": winBackOffers(of: subscription),
        ])
    }

    /// The payload that says that an account got the app.
    func appTransaction(of account: SimulatedAccount, at moment: Instant) -> JSONValue {
        .members([
            "receiptType": .string(account.environment.rawValue),
            "bundleId": .string(terms.bundleID.rawValue),
            "appAppleId": account.environment == .production ? .integer(terms.appAppleID) : nil,
            "applicationVersion": .string(terms.appVersion), "versionExternalIdentifier": .integer(1),
            "receiptCreationDate": .date(moment), "originalPurchaseDate": .date(account.since),
            "originalApplicationVersion": .string("1.0"),
            "appTransactionId": .string(account.appTransactionID),
            "originalPlatform": .string("iOS"),
        ])
    }

    private func winBackOffers(of subscription: SimulatedSubscription) -> JSONValue? {
        guard subscription.phase == .expired, let product = terms.product(subscription.product) else {
            return nil
        }
        let ids = product.offers.filter { $0.audience == .winBack }.compactMap(\.id)
        return ids.isEmpty ? nil : .array(ids.map(JSONValue.string))
    }

    /// Apple's word for what a product is.
    static func word(for kind: ProductKind) -> String {
        switch kind {
        case .autoRenewable: "Auto-Renewable Subscription"
        case .nonConsumable: "Non-Consumable"
        case .nonRenewing, .free: "Non-Renewing Subscription"
        case .consumable, .unknown: "Consumable"
        }
    }
}

extension JSONValue {
    /// A moment in milliseconds since 1970.
    static func date(_ moment: Instant) -> JSONValue { .integer(moment.milliseconds) }
}
