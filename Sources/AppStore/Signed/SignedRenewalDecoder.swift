import Purchases

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
        return DocumentContents.Renewal(
            chain: OriginalTransactionID(chain), info: info,
            appAccountToken: try fields.identifier("appAccountToken")?.lowercased())
    }
}
