import JSONValues
import Purchases

/// Decodes a signed transaction or signed renewal information that stands alone.
///
/// The decoders of both payloads are below; `SignedContents` asks them for texts in notifications and answers, too.
struct SignedTextDecoder {
    private let signed: JSONValue
    private let checker: SignatureChecker

    init(_ document: JSONValue, checker: SignatureChecker) {
        (signed, self.checker) = (document, checker)
    }

    /// What it tells; one that names no transaction tells nothing and is kept; throws what is wrong with it.
    func decoded(
        as kind: DocumentKind, in context: DocumentContext
    ) throws(DocumentProblem) -> DecodedContents {
        try requireKind(kind)
        var contents = SignedContents(context, checker: checker)
        if kind == .signedRenewalInfo {
            try contents.addRenewal(signed, path: "")
        } else {
            try contents.addTransaction(signed, path: "")
        }
        return (try contents.contents(kind), contents.readable(signed))
    }

    /// Refuses a text of another kind than was said: a document is kept once by its digest, so one that is kept under a
    /// wrong kind could not be brought again under its own.
    private func requireKind(_ kind: DocumentKind) throws(DocumentProblem) {
        guard let text = signed.string else { return }
        let payload = try SignedText.payload(of: text)
        guard payload["notificationType"] == nil else {
            throw DocumentProblem(.wrongKind, "this is a notification: bring it without saying what it is")
        }
        guard kind != .signedRenewalInfo || payload["transactionId"] == nil else {
            throw DocumentProblem(
                .wrongKind, "this is a signed transaction: bring it without saying what it is")
        }
    }
}

/// Decodes the payload of a signed transaction.
///
/// Source: Apple, `JWSTransactionDecodedPayload`.
struct SignedTransactionDecoder {
    private let fields: FieldReader

    /// Reads a payload's fields.
    init(_ fields: FieldReader) { self.fields = fields }

    /// What the payload tells; nil when it names no transaction; throws what is missing or wrong.
    func telling(
        in environment: AppStoreEnvironment, _ precedence: (Instant?) -> Precedence
    ) throws(DocumentProblem) -> TransactionObservation? {
        guard try fields.identifier(amongst: "transactionId", "originalTransactionId") != nil else {
            return nil
        }
        var values = TransactionValues()
        try decodeIdentity(into: &values)
        try decodeDates(into: &values)
        try decodeOffer(into: &values)
        values.billing = try billing()
        try decodePerson(into: &values)
        try decodeCommerce(into: &values)
        let past = [values.purchasedAt, try fields.date("revocationDate")].compactMap { $0 }.max()
        return TransactionObservation(
            transactionID: TransactionID(try fields.required("transactionId")),
            originalTransactionID: OriginalTransactionID(try fields.required("originalTransactionId")),
            environment: environment, precedence: precedence(past), values: values)
    }

    private func decodeIdentity(into values: inout TransactionValues) throws(DocumentProblem) {
        values.productID = ProductID(try fields.required("productId", else: .missingProduct))
        values.bundleID = try fields.identifier("bundleId").map(BundleID.init(_:))
        values.webOrderLineItemID = try fields.lineItem("webOrderLineItemId")
        values.group = try fields.identifier("subscriptionGroupIdentifier").map(SubscriptionGroupID.init(_:))
        values.quantity = try fields.quantity("quantity")
        values.isUpgraded = try fields.flag("isUpgraded")
        values.appleType = try fields.text("type")
        values.transactionReason = try fields.text("transactionReason")
    }

    private func decodeDates(into values: inout TransactionValues) throws(DocumentProblem) {
        values.purchasedAt = try fields.date("purchaseDate")
        values.originalPurchasedAt = try fields.date("originalPurchaseDate")
        values.expiresAt = try fields.date("expiresDate")
        values.revocation = TransactionValues.RevocationStatement.none
        guard let revoked = try fields.date("revocationDate") else { return }
        values.revocation = .revoked(
            Revocation(
                at: revoked, toldKind: try revocationKind(), reason: try fields.text("revocationReason"),
                percentage: try fields.integer("revocationPercentage")))
    }

    /// Source: Apple, `revocationType`.
    private func revocationKind() throws(DocumentProblem) -> Revocation.Kind? {
        switch try fields.text("revocationType") {
        case "REFUND_FULL", "REFUND_PRORATED": .refund
        case "FAMILY_REVOKE": .familyRevoke
        default: nil
        }
    }

    /// The offer, and the price that was paid.
    ///
    /// Source: Apple, `offerType`: 2 is a promotional offer, 3 an offer code, 4 a win-back offer.
    private func decodeOffer(into values: inout TransactionValues) throws(DocumentProblem) {
        values.offerType = try fields.integer("offerType")
        values.offerDiscountType = try fields.text("offerDiscountType")
        switch values.offerType {
        case 2, 4: values.promotionalOfferID = try fields.identifier("offerIdentifier")
        case 3: values.offerCode = try fields.text("offerIdentifier")
        default: break
        }
        guard let amount = try fields.integer("price"), let currency = try fields.identifier("currency")
        else { return }
        values.price = Money(milliunits: Int64(amount), currency: currency)
    }

    /// Source: Apple, `advancedCommerceInfo`: amounts are in thousandths of the transaction's currency.
    private func decodeCommerce(into values: inout TransactionValues) throws(DocumentProblem) {
        let entries = fields.value("advancedCommerceInfo")?["items"]?.array ?? []
        guard !entries.isEmpty else { return }
        let currency = try fields.identifier("currency")
        var items: [AdvancedCommerce.Item] = []
        for (place, entry) in entries.enumerated() {
            let item = try FieldReader(entry, path: fields.place("advancedCommerceInfo.items[\(place)]"))
            guard let sku = try item.identifier("SKU") else { continue }
            let money = { (amount: Int) in currency.map { Money(milliunits: Int64(amount), currency: $0) } }
            var refunded: Int?
            for refund in try item.objects("refunds") {
                guard let amount = try refund.integer("refundAmount") else { continue }
                refunded = (refunded ?? 0) &+ amount
            }
            items.append(
                AdvancedCommerce.Item(
                    sku: sku, name: try item.text("displayName"),
                    price: try item.integer("price").flatMap(money), refunded: refunded.flatMap(money),
                    revokedAt: try item.date("revocationDate")))
        }
        if !items.isEmpty { values.commerce = AdvancedCommerce(items: items) }
    }

    /// Source: Apple, `billingPlanType`, `commitmentInfo`; the commitment's price is in the currency of the transaction's.
    private func billing() throws(DocumentProblem) -> BillingTerms? {
        var terms = BillingTerms()
        terms.plan = try fields.text("billingPlanType")
        if let commitment = try fields.object("commitmentInfo") {
            terms.period = try commitment.integer("billingPeriodNumber")
            terms.periods = try commitment.integer("totalBillingPeriods")
            terms.endsAt = try commitment.date("commitmentExpiresDate")
            if let amount = try commitment.integer("commitmentPrice"),
                let currency = try fields.identifier("currency")
            {
                terms.price = Money(milliunits: Int64(amount), currency: currency)
            }
        }
        return terms == BillingTerms() ? nil : terms
    }

    private func decodePerson(into values: inout TransactionValues) throws(DocumentProblem) {
        values.appAccountToken = try fields.accountToken("appAccountToken")
        values.appTransactionID = try fields.identifier("appTransactionId")
        values.ownership = try fields.ownership("inAppOwnershipType")
        values.storefront = try fields.text("storefront")
    }
}

/// Decodes the payload of signed renewal information.
///
/// Source: Apple, `JWSRenewalInfoDecodedPayload`.
struct SignedRenewalDecoder {
    private let fields: FieldReader

    /// Reads a payload's fields.
    init(_ fields: FieldReader) { self.fields = fields }

    /// What the payload tells; nil when it names no chain; throws what is wrong with a field.
    func renewal(_ precedence: Precedence, knownAt: Instant) throws(DocumentProblem) -> DocumentContents
        .Renewal?
    {
        guard let chain = try fields.identifier("originalTransactionId") else { return nil }
        var info = RenewalInfo(precedence: precedence, knownAt: knownAt, extent: .whole)
        info.autoRenew = try fields.flag("autoRenewStatus")
        info.autoRenewProductID = try fields.identifier("autoRenewProductId").map(ProductID.init(_:))
        info.expirationIntent = try fields.integer("expirationIntent")
        info.gracePeriodExpiresAt = try fields.date("gracePeriodExpiresDate")
        info.isInBillingRetry = try fields.flag("isInBillingRetryPeriod")
        info.priceConsent = try fields.flag("priceIncreaseStatus")
        info.offerID = try fields.identifier("offerIdentifier")
        info.winBackOfferIDs = try fields.identifiers("eligibleWinBackOfferIds")
        info.billing = try billing()
        return DocumentContents.Renewal(
            chain: OriginalTransactionID(chain), info: info,
            appAccountToken: try fields.accountToken("appAccountToken"))
    }

    /// Source: Apple, `renewalBillingPlanType`, `commitmentInfo`.
    private func billing() throws(DocumentProblem) -> BillingRenewal? {
        var renewal = BillingRenewal()
        renewal.plan = try fields.text("renewalBillingPlanType")
        if let commitment = try fields.object("commitmentInfo") {
            renewal.renewsAfterCommitment = try commitment.flag("commitmentAutoRenewStatus")
            renewal.productAfterCommitment = try commitment.identifier("commitmentAutoRenewProductId").map(
                ProductID.init(_:))
        }
        return renewal == BillingRenewal() ? nil : renewal
    }
}
