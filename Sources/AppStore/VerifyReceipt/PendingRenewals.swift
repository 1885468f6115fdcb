import JSONValues
import Purchases

/// What an answer of verifyReceipt or a version 1 notification says about the renewal of its chains: in the list
/// `pending_renewal_info`, in fields beside it, or both.
struct PendingRenewals {
    /// An entry of the list.
    private struct Entry {
        let product: ProductID?
        let renewsAs: ProductID?
        let fields: RenewalFields
        let text: String
    }

    /// Of each chain with transactions, the one charged last: a document can speak of thousands of chains.
    private let newest: [OriginalTransactionID: TransactionObservation]
    private let bought: [ProductID: Set<OriginalTransactionID>]
    private let hasList: Bool
    private var entries: [OriginalTransactionID: [Entry]] = [:]

    /// Reads `pending_renewal_info` of a document with those transactions; throws what is wrong with an entry.
    init(_ list: JSONValue?, path: String, transactions: [TransactionObservation]) throws(DocumentProblem) {
        newest = transactions.reduce(into: [:]) { newest, transaction in
            let chain = transaction.originalTransactionID
            guard newest[chain]?.isOlder(than: transaction) ?? true else { return }
            newest[chain] = transaction
        }
        bought = transactions.reduce(into: [:]) { bought, transaction in
            guard let product = transaction.values.productID else { return }
            bought[product, default: []].insert(transaction.originalTransactionID)
        }
        hasList = list != nil
        let values = list.map { $0.array ?? [$0] } ?? []
        for (index, value) in values.enumerated() {
            try add(value, fields: FieldReader(value, path: "\(path)[\(index)]"))
        }
    }

    /// The chains that the list names.
    var chains: [OriginalTransactionID] { entries.keys.sorted() }

    /// The chains in which a product was bought or is what the next renewal buys.
    func chains(of product: ProductID) -> Set<OriginalTransactionID> {
        let pending = entries.filter { $0.value.contains { $0.product == product || $0.renewsAs == product } }
        return (bought[product] ?? []).union(pending.keys)
    }

    /// Renewal fields that stand outside the list, and how much of a chain's renewal information they are without one.
    typealias Beside = (chain: OriginalTransactionID, fields: RenewalFields, extent: RenewalInfo.Extent)

    /// The renewal information for every chain.
    func renewals(
        _ precedence: Precedence, knownAt: Instant, beside: Beside?
    ) -> [DocumentContents.Renewal] {
        let named = Set(newest.keys).union(entries.keys)
        return named.union([beside?.chain].compactMap { $0 }).sorted().compactMap { chain in
            guard let (fields, extent) = told(chain, beside: beside?.chain == chain ? beside : nil) else {
                return nil
            }
            return DocumentContents.Renewal(
                chain: chain, info: fields.info(precedence, knownAt: knownAt, extent: extent))
        }
    }

    /// What is told of one chain, and how much that is: its entry of the list, else that the list has none, else the
    /// fields beside it; nil where nothing is told.
    private func told(
        _ chain: OriginalTransactionID, beside: Beside?
    ) -> (RenewalFields, RenewalInfo.Extent)? {
        let outside = beside?.fields ?? RenewalFields()
        if let entry = entry(of: chain) { return (entry.fields.merging(outside), .whole) }
        if hasList { return (outside, .absent) }
        guard let beside, !beside.fields.isEmpty else { return nil }
        return (beside.fields, beside.extent)
    }

    /// A chain that changed products can have an entry for each; the one of its newest purchase counts.
    private func entry(of chain: OriginalTransactionID) -> Entry? {
        let product = newest[chain]?.values.productID
        return entries[chain]?.max {
            ($0.product == product ? 1 : 0, $0.text) < ($1.product == product ? 1 : 0, $1.text)
        }
    }

    private mutating func add(_ value: JSONValue, fields: FieldReader) throws(DocumentProblem) {
        let product = try fields.identifier("product_id").map(ProductID.init(_:))
        let chain = try fields.identifier("original_transaction_id").map(OriginalTransactionID.init(_:))
        guard let chain = chain ?? onlyChain(of: product) else {
            throw fields.problem(
                .missingID, key: "original_transaction_id", "is missing", remedy: "send the whole document")
        }
        let renewsAs = try fields.identifier("auto_renew_product_id").map(ProductID.init(_:))
        let entry = Entry(
            product: product, renewsAs: renewsAs, fields: try RenewalFields(fields), text: value.canonicalText
        )
        entries[chain, default: []].append(entry)
    }

    /// Old documents name only the product; that is enough when one chain has it.
    private func onlyChain(of product: ProductID?) -> OriginalTransactionID? {
        let chains = product.flatMap { bought[$0] } ?? []
        return chains.count == 1 ? chains.first : nil
    }
}

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

    /// How much of the renewal information the fields are, beside an answer without the list: one to a receipt of
    /// iOS 6. It always says whether the subscription renews, so that with this field they are all of it; a reason
    /// and a retry stand there only while they hold.
    ///
    /// Source: Apple, "Receipt Fields"; answers that developers published.
    var extentInAnAnswer: RenewalInfo.Extent { autoRenew == nil ? .some : .whole }

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
