import Purchases

/// What one document says about the renewal of its chains: in a list of its own, beside it, or both.
struct PendingRenewals {
    /// An entry of the list.
    private struct Entry {
        let product: ProductID?
        let renewsAs: ProductID?
        let fields: RenewalFields
        let text: String
    }

    private let transactions: [TransactionObservation]
    private let hasList: Bool
    private var entries: [OriginalTransactionID: [Entry]] = [:]

    /// Reads `pending_renewal_info` of a document with those transactions; throws what is wrong with an entry.
    init(_ list: JSONValue?, path: String, transactions: [TransactionObservation]) throws(DocumentProblem) {
        self.transactions = transactions
        hasList = list != nil
        let values = list.map { $0.array ?? [$0] } ?? []
        for (index, value) in values.enumerated() {
            try add(value, FieldReader(value, path: "\(path)[\(index)]"))
        }
    }

    /// The chains that the list names.
    var chains: [OriginalTransactionID] { entries.keys.sorted() }

    /// The chains in which a product was bought or is what the next renewal buys.
    func chains(of product: ProductID) -> Set<OriginalTransactionID> {
        let bought = transactions.filter { $0.values.productID == product }.map(\.originalTransactionID)
        let pending = entries.filter { $0.value.contains { $0.product == product || $0.renewsAs == product } }
        return Set(bought).union(pending.keys)
    }

    /// The renewal information for every chain, `beside` being the fields outside the list about one chain.
    func renewals(
        _ precedence: Precedence, knownAt: Instant,
        beside: (chain: OriginalTransactionID, fields: RenewalFields)?
    ) -> [DocumentContents.Renewal] {
        let named = Set(transactions.map(\.originalTransactionID)).union(entries.keys)
        return named.union([beside?.chain].compactMap { $0 }).sorted().compactMap { chain in
            let outside = beside?.chain == chain ? beside?.fields : nil
            guard let (fields, extent) = told(chain, outside ?? RenewalFields()) else { return nil }
            return DocumentContents.Renewal(
                chain: chain, info: fields.info(precedence, knownAt: knownAt, extent: extent))
        }
    }

    private func told(
        _ chain: OriginalTransactionID, _ outside: RenewalFields
    ) -> (RenewalFields, RenewalInfo.Extent)? {
        if let entry = entry(of: chain) { return (entry.fields.merging(outside), .whole) }
        if hasList { return (outside, .absent) }
        return outside.isEmpty ? nil : (outside, .some)
    }

    /// A chain that changed products can have an entry for each; the one of its newest purchase counts.
    private func entry(of chain: OriginalTransactionID) -> Entry? {
        let product = transactions.filter { $0.originalTransactionID == chain }.newest?.values.productID
        return entries[chain]?.max {
            ($0.product == product ? 1 : 0, $0.text) < ($1.product == product ? 1 : 0, $1.text)
        }
    }

    private mutating func add(_ value: JSONValue, _ fields: FieldReader) throws(DocumentProblem) {
        let product = try fields.identifier("product_id").map(ProductID.init(_:))
        let chain = try fields.identifier("original_transaction_id").map(OriginalTransactionID.init(_:))
        guard let chain = chain ?? onlyChain(of: product) else {
            throw fields.problem(
                .missingID, "original_transaction_id", "is missing", "send the whole document")
        }
        let renewsAs = try fields.identifier("auto_renew_product_id").map(ProductID.init(_:))
        let entry = Entry(
            product: product, renewsAs: renewsAs, fields: try RenewalFields(fields), text: value.canonicalText
        )
        entries[chain, default: []].append(entry)
    }

    /// Old documents name only the product; that is enough when one chain has it.
    private func onlyChain(of product: ProductID?) -> OriginalTransactionID? {
        let chains = Set(transactions.filter { $0.values.productID == product }.map(\.originalTransactionID))
        return product != nil && chains.count == 1 ? chains.first : nil
    }
}
