import Purchases

/// The renewal fields of an object: an entry of `pending_renewal_info`, or the document around it.
///
/// Source: Apple, `responseBody.Pending_renewal_info`; before 2019 the fields stand beside the receipt.
struct RenewalFields: Hashable {
    private var autoRenew: Bool?
    private var autoRenewProductID: ProductID?
    private var expirationIntent: Int?
    private var gracePeriodExpiresAt: Instant?
    private var isInBillingRetry: Bool?
    private var priceConsent: Bool?
    private var offerID: String?

    /// Reads the fields; throws what is wrong with one.
    init(_ fields: FieldReader) throws(DocumentProblem) {
        autoRenew = try fields.flag("auto_renew_status")
        autoRenewProductID = try fields.identifier("auto_renew_product_id").map(ProductID.init(_:))
        expirationIntent = try fields.integer("expiration_intent")
        gracePeriodExpiresAt = try fields.date("grace_period_expires_date")
        isInBillingRetry = try fields.flag("is_in_billing_retry_period")
        offerID = try fields.identifier(amongst: "promotional_offer_id", "offer_code_ref_name")
        let consent = (try fields.flag("price_consent_status"), try fields.flag("price_increase_status"))
        priceConsent = consent.0 ?? consent.1
    }

    /// No field at all.
    init() {}

    /// Whether no field is there.
    var isEmpty: Bool { self == RenewalFields() }

    /// The same fields, with what they leave out taken from others.
    func merging(_ others: RenewalFields) -> RenewalFields {
        var filled = self
        filled.autoRenew = autoRenew ?? others.autoRenew
        filled.autoRenewProductID = autoRenewProductID ?? others.autoRenewProductID
        filled.expirationIntent = expirationIntent ?? others.expirationIntent
        filled.gracePeriodExpiresAt = gracePeriodExpiresAt ?? others.gracePeriodExpiresAt
        filled.isInBillingRetry = isInBillingRetry ?? others.isInBillingRetry
        filled.priceConsent = priceConsent ?? others.priceConsent
        filled.offerID = offerID ?? others.offerID
        return filled
    }

    /// The renewal information that the fields make up.
    func info(_ precedence: Precedence, knownAt: Instant, extent: RenewalInfo.Extent) -> RenewalInfo {
        var info = RenewalInfo(precedence: precedence, knownAt: knownAt, extent: extent)
        info.autoRenew = autoRenew
        info.autoRenewProductID = autoRenewProductID
        info.expirationIntent = expirationIntent
        info.gracePeriodExpiresAt = gracePeriodExpiresAt
        info.isInBillingRetry = isInBillingRetry
        info.priceConsent = priceConsent
        info.offerID = offerID
        return info
    }
}
