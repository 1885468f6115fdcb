import JSONValues
import Purchases

/// Gathers the lists of transactions of one document into one telling per transaction.
///
/// The list added first has the first word on every field; a revocation in any of them counts.
struct TransactionLists {
    private let environment: AppStoreEnvironment
    private let bundleID: BundleID?
    private var order: [TransactionID] = []
    private var merged: [TransactionID: TransactionObservation] = [:]
    /// The list that was added first, by chain; whether a history is complete rests on it.
    private(set) var first: [DocumentContents.TransactionList]?

    /// No lists yet, of a document from that environment and app.
    init(environment: AppStoreEnvironment, bundleID: BundleID?) {
        (self.environment, self.bundleID) = (environment, bundleID)
    }

    /// What the document tells, one telling per transaction.
    var transactions: [TransactionObservation] { order.compactMap { merged[$0] } }

    /// Adds a list, or a single transaction in its place; throws what is wrong with an entry.
    mutating func add(_ value: JSONValue?, path: String) throws(DocumentProblem) {
        guard let value else { return }
        let entries = value.array ?? [value]
        var tellings: [TransactionObservation] = []
        for (index, entry) in entries.enumerated() {
            let place = value.array == nil ? path : "\(path)[\(index)]"
            tellings.append(
                try TransactionDecoder(entry, path: place).telling(
                    environment: environment, bundleID: bundleID))
        }
        add(tellings, from: entries)
    }

    /// Adds what a list tells, entry by entry.
    mutating func add(_ tellings: [TransactionObservation], from entries: [JSONValue]) {
        if first == nil { first = tellings.listsByChain }
        for telling in TransactionLists.ordered(tellings, entries: entries) { merge(telling) }
    }

    /// Takes a transaction back, when the document says so outside its lists.
    mutating func revoke(_ id: TransactionID, _ revocation: Revocation) {
        guard merged[id]?.values.revocation == TransactionValues.RevocationStatement.none else { return }
        merged[id]?.values.revocation = .revoked(revocation)
    }

    private mutating func merge(_ telling: TransactionObservation) {
        guard let known = merged[telling.transactionID] else {
            order.append(telling.transactionID)
            merged[telling.transactionID] = telling
            return
        }
        var values = known.values
        if values.revocation == TransactionValues.RevocationStatement.none {
            values.revocation = telling.values.revocation
        }
        merged[telling.transactionID]?.values = values.merging(telling.values)
    }

    /// Entries of one list have no order of their own, so that of two for one transaction the one that expires
    /// later has the first word, then the one with the greater text.
    private static func ordered(
        _ tellings: [TransactionObservation], entries: [JSONValue]
    ) -> [TransactionObservation] {
        guard Set(tellings.map(\.transactionID)).count < tellings.count else { return tellings }
        let expiries = tellings.map { $0.values.expiresAt ?? .earliest }
        let texts = entries.map(\.canonicalText)
        return tellings.indices.sorted { (expiries[$0], texts[$0]) > (expiries[$1], texts[$1]) }.map {
            tellings[$0]
        }
    }
}

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
        values.appAccountToken = try fields.accountToken("app_account_token")
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
