import AppStore
import JSONValues
import Purchases

/// Writes what a made-up chain's notifications of version 2 say, with what its charges cost.
///
/// Source: Apple, responseBodyV2DecodedPayload, JWSTransactionDecodedPayload, JWSRenewalInfoDecodedPayload.
struct SignedWriter {
    private let writer: ChainWriter
    private let person: PracticePerson
    private let number: Int

    /// The first customers, who show each life and each trouble once, are told of in version 1; of the others every
    /// fourth here†.
    private static let (first, pace) = (100, 4)

    /// A writer of a person's chain; nil where notifications of version 1 tell of it.
    init?(_ writer: ChainWriter, of person: PracticePerson, number: Int) {
        guard number >= SignedWriter.first, number.isMultiple(of: SignedWriter.pace),
            writer.chain.environment == .production, writer.chain.tellings == nil, !writer.chain.isOwnerless
        else { return nil }
        (self.writer, self.person, self.number) = (writer, person, number)
    }

    /// A notification of a type of version 1, as version 2 tells it, about the newest purchase until a moment.
    func notification(_ type: String, at instant: Instant) -> SignedBody? {
        guard let place = writer.newest(at: instant), let id = writer.transactionID(place) else { return nil }
        let (name, subtype) = self.type(of: type, place: place, at: instant)
        var data: [String: JSONValue] = [
            "environment": .string("Production"), "bundleId": .string(PracticeCatalog.bundleID),
            "bundleVersion": .string("1"),
            "signedTransactionInfo": .string(PracticeSigner.signed(transaction(place, id, at: instant))),
        ]
        if let renewal = renewal(place, at: instant) {
            data["signedRenewalInfo"] = .string(PracticeSigner.signed(renewal))
        }
        if name == PracticeRefunds.question {
            data["consumptionRequestReason"] = .string("UNSATISFIED_WITH_PURCHASE")
        }
        let payload: [String: JSONValue?] = [
            "notificationType": .string(name), "subtype": subtype.map(JSONValue.string),
            "notificationUUID": .string(SignedWriter.uuid(of: "\(name) \(id) \(instant)")),
            "version": .string("2.0"), "signedDate": .integer(instant.milliseconds), "data": .object(data),
        ]
        return SignedBody(signedPayload: PracticeSigner.signed(.object(payload.compactMapValues { $0 })))
    }

    private func transaction(_ place: Int, _ id: String, at instant: Instant) -> JSONValue {
        let purchase = writer.chain.purchases[place].known(at: instant)
        var members = common(at: instant)
        members["transactionId"] = .string(id)
        members["webOrderLineItemId"] = writer.lineItem(place).map(JSONValue.string)
        members["bundleId"] = .string(PracticeCatalog.bundleID)
        members["productId"] = .string(purchase.product)
        members["type"] = .string("Auto-Renewable Subscription")
        members["purchaseDate"] = .integer(purchase.purchasedAt.milliseconds)
        members["originalPurchaseDate"] = .integer(writer.chain.purchases[0].purchasedAt.milliseconds)
        members["expiresDate"] = purchase.expiresAt.map { .integer($0.milliseconds) }
        members["quantity"] = .integer(Int64(purchase.quantity))
        members["inAppOwnershipType"] = .string(purchase.isFamilyShared ? "FAMILY_SHARED" : "PURCHASED")
        members["transactionReason"] = .string(place == 0 ? "PURCHASE" : "RENEWAL")
        members["storefront"] = .string(person.storefront)
        if purchase.isTrial || purchase.isIntroductory {
            members["offerType"] = .integer(1)
            members["offerDiscountType"] = .string(purchase.isTrial ? "FREE_TRIAL" : "PAY_AS_YOU_GO")
        }
        if purchase.isUpgraded {
            members["isUpgraded"] = .bool(true)
        } else if let cancelled = purchase.cancelledAt {
            members["revocationDate"] = .integer(cancelled.milliseconds)
            members["revocationReason"] = .integer(1)
            members["revocationType"] = .string(purchase.isFamilyShared ? "FAMILY_REVOKE" : "REFUND_FULL")
        }
        // What the family shares has no price.
        if !purchase.isFamilyShared, let price = price(of: purchase.product) {
            members["price"] = .integer(purchase.isTrial ? 0 : price.milliunits)
            members["currency"] = .string(price.currency)
        }
        return .object(members)
    }

    private func renewal(_ place: Int, at instant: Instant) -> JSONValue? {
        guard let told = writer.renewal(after: place, at: instant) else { return nil }
        var members = common(at: instant)
        members["productId"] = .string(told.product_id)
        members["autoRenewProductId"] = .string(told.auto_renew_product_id)
        members["autoRenewStatus"] = .integer(told.auto_renew_status == "1" ? 1 : 0)
        members["expirationIntent"] = told.expiration_intent.flatMap { Int64($0) }.map(JSONValue.integer)
        members["isInBillingRetryPeriod"] = told.is_in_billing_retry_period.map { .bool($0 == "1") }
        members["gracePeriodExpiresDate"] = told.grace_period_expires_date_ms.flatMap { Int64($0) }
            .map(JSONValue.integer)
        members["priceIncreaseStatus"] = told.price_consent_status.flatMap { Int64($0) }.map(
            JSONValue.integer)
        members["renewalDate"] = writer.chain.purchases[place].expiresAt.map { .integer($0.milliseconds) }
        if let price = price(of: told.auto_renew_product_id) {
            members["renewalPrice"] = .integer(price.milliunits)
            members["currency"] = .string(price.currency)
        }
        return .object(members)
    }

    /// What a transaction and renewal information have in common.
    private func common(at instant: Instant) -> [String: JSONValue] {
        [
            "originalTransactionId": .string(writer.transactionID(0) ?? ""),
            "environment": .string("Production"), "signedDate": .integer(instant.milliseconds),
            "appAccountToken": .string(person.token),
            "appTransactionId": .string(String(704_000_000_000_000_000 + number)),
        ]
    }

    private func price(of product: String) -> Money? {
        PracticePrices.amount(of: product, in: person.currency).flatMap {
            Money(amount: $0, currency: person.currency)
        }
    }

    /// The type and subtype of version 2 for a type of version 1.
    private func type(of type: String, place: Int, at instant: Instant) -> (String, String?) {
        let chain = writer.chain
        switch type {
        case "INITIAL_BUY": return ("SUBSCRIBED", "INITIAL_BUY")
        case "DID_RECOVER": return ("DID_RENEW", "BILLING_RECOVERY")
        case "INTERACTIVE_RENEWAL":
            let isUpgrade = place > 0 && chain.purchases[place - 1].isUpgraded
            return isUpgrade ? ("DID_CHANGE_RENEWAL_PREF", "UPGRADE") : ("SUBSCRIBED", "RESUBSCRIBE")
        case "DID_FAIL_TO_RENEW": return (type, chain.graceUntil == nil ? nil : "GRACE_PERIOD")
        case "DID_CHANGE_RENEWAL_PREF": return (type, "DOWNGRADE")
        case "DID_CHANGE_RENEWAL_STATUS":
            let isOver = chain.purchases[place].expiresAt.map { $0 <= instant } ?? false
            guard isOver else { return (type, "AUTO_RENEW_DISABLED") }
            return ("EXPIRED", SignedWriter.ends[chain.expirationIntent ?? 1])
        case "PRICE_INCREASE_CONSENT": return ("PRICE_INCREASE", "PENDING")
        case "CANCEL": return ("REFUND", nil)
        default: return (type, nil)
        }
    }

    private static let ends = [
        1: "VOLUNTARY", 2: "BILLING_RETRY", 3: "PRICE_INCREASE", 4: "PRODUCT_NOT_FOR_SALE",
    ]

    /// A UUID that follows from a text.
    private static func uuid(of text: String) -> String {
        let digits = Array(JSONValue.digest(ofCanonicalText: text).prefix(32))
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return groups.joined(separator: "-")
    }
}

/// A notification of version 2 as it arrives.
struct SignedBody: Encodable {
    let signedPayload: String
}
