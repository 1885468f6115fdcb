import Purchases

/// Decodes one entry of `in_app` or `latest_receipt_info`.
///
/// Source: Apple, `responseBody.Latest_receipt_info`.
struct TransactionDecoder {
    private let fields: FieldReader

    /// Reads an entry at a place of its document; throws `wrong_type` when it is no object.
    init(_ entry: JSONValue, path: String) throws(DocumentProblem) {
        fields = try FieldReader(entry, path: path)
    }

    /// What the entry tells; throws `missing_id`, `missing_product` or what is wrong with a field.
    func telling(environment: AppStoreEnvironment, bundleID: BundleID?) throws(DocumentProblem)
        -> TransactionObservation
    {
        let id = try fields.required("transaction_id")
        let original = try fields.required("original_transaction_id")
        let product = try fields.required("product_id", else: .missingProduct)
        var values = TransactionValues()
        values.productID = ProductID(product)
        values.bundleID = bundleID
        try decodeIdentity(into: &values)
        try decodeDates(into: &values)
        try decodeOffers(into: &values)
        return TransactionObservation(
            transactionID: TransactionID(id), originalTransactionID: OriginalTransactionID(original),
            environment: environment, values: values)
    }

    private func decodeIdentity(into values: inout TransactionValues) throws(DocumentProblem) {
        values.webOrderLineItemID = try fields.lineItem("web_order_line_item_id")
        values.group = try fields.identifier("subscription_group_identifier").map(
            SubscriptionGroupID.init(_:))
        values.appAccountToken = try fields.identifier("app_account_token")?.lowercased()
        values.quantity = try fields.quantity("quantity")
        values.isUpgraded = try fields.flag("is_upgraded")
        values.ownership = try fields.ownership("in_app_ownership_type")
    }

    private func decodeDates(into values: inout TransactionValues) throws(DocumentProblem) {
        values.purchasedAt = try fields.date("purchase_date")
        values.originalPurchasedAt = try fields.date("original_purchase_date")
        values.expiresAt = try fields.date("expires_date")
        values.revocation = TransactionValues.RevocationStatement.none
        guard let cancelled = try fields.date("cancellation_date") else { return }
        values.revocation = .revoked(
            Revocation(at: cancelled, reason: try fields.text("cancellation_reason")))
    }

    private func decodeOffers(into values: inout TransactionValues) throws(DocumentProblem) {
        values.isTrial = try fields.flag("is_trial_period")
        values.isIntroductoryOffer = try fields.flag("is_in_intro_offer_period")
        values.offerCode = try fields.text("offer_code_ref_name")
        values.promotionalOfferID = try fields.identifier("promotional_offer_id")
    }
}
