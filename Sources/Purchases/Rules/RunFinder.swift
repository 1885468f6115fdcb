/// Finds when each transaction of a customer's chains gives access.
///
/// A transaction runs from its purchase to the earliest of its expiry, its revocation and, if upgraded, its
/// replacement's purchase. Source: Apple, `expires_date`, `cancellation_date`, `is_upgraded`.
struct RunFinder {
    let catalog: Catalog
    private let placements: [StackKey: [Transaction: NonRenewingStack.Placement]]
    private let replacements: ReplacementFinder

    private struct StackKey: Hashable {
        let environment: AppStoreEnvironment
        let product: ProductID
    }

    init(chains: [Chain], catalog: Catalog) {
        self.catalog = catalog
        replacements = ReplacementFinder(chains: chains, catalog: catalog)
        placements = RunFinder.placements(chains, catalog)
    }

    private static func placements(_ chains: [Chain], _ catalog: Catalog)
        -> [StackKey: [Transaction: NonRenewingStack.Placement]]
    {
        let stacked = Set(catalog.products.values.filter { $0.kind == .nonRenewing }.map(\.id))
        guard !stacked.isEmpty else { return [:] }
        var purchases: [StackKey: [Transaction]] = [:]
        for chain in chains {
            for transaction in chain.transactions
            where stacked.contains(transaction.productID) {
                let key = StackKey(environment: chain.environment, product: transaction.productID)
                purchases[key, default: []].append(transaction)
            }
        }
        var placements: [StackKey: [Transaction: NonRenewingStack.Placement]] = [:]
        for (key, purchases) in purchases {
            guard let period = catalog.products[key.product]?.period else { continue }
            placements[key] = NonRenewingStack.spans(purchases, period: period)
        }
        return placements
    }

    func runs(of chain: Chain) -> [TransactionRun] {
        chain.transactions.indices.compactMap { run(at: $0, in: chain) }
    }

    private func run(at index: Int, in chain: Chain) -> TransactionRun? {
        let transaction = chain.transactions[index]
        let kind = catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
        switch kind {
        case .autoRenewable: return subscriptionRun(index, transaction, in: chain)
        case .nonRenewing: return stackedRun(index, transaction, in: chain)
        case .nonConsumable, .free: return endlessRun(index, transaction, kind)
        case .consumable, .unknown: return nil
        }
    }

    private func subscriptionRun(_ index: Int, _ transaction: Transaction, in chain: Chain) -> TransactionRun?
    {
        guard let expiry = transaction.expiresAt else { return nil }
        let replacement = transaction.isUpgraded ? replacements.replacement(of: index, in: chain) : nil
        let revoked = transaction.revocation?.at
        let stop = [expiry, revoked, replacement].compactMap { $0 }.min()
        guard let span = Span(from: transaction.purchasedAt, until: stop) else { return nil }
        let end: TransactionRun.End = stop == expiry ? .term : stop == revoked ? .revocation : .replacement
        return TransactionRun(
            index: index, transaction: transaction, kind: .autoRenewable, span: span, term: expiry, end: end,
            isAwaitingReplacement: transaction.isUpgraded && replacement == nil)
    }

    private func stackedRun(_ index: Int, _ transaction: Transaction, in chain: Chain) -> TransactionRun? {
        let key = StackKey(environment: chain.environment, product: transaction.productID)
        guard let placement = placements[key]?[transaction] else { return nil }
        return TransactionRun(
            index: index, transaction: transaction, kind: .nonRenewing, span: placement.span,
            term: placement.term, end: placement.span.until == placement.term ? .term : .revocation,
            isAwaitingReplacement: false)
    }

    private func endlessRun(_ index: Int, _ transaction: Transaction, _ kind: ProductKind) -> TransactionRun?
    {
        let start = transaction.values.originalPurchasedAt ?? transaction.purchasedAt
        guard let span = Span(from: start, until: transaction.revocation?.at) else { return nil }
        return TransactionRun(
            index: index, transaction: transaction, kind: kind, span: span, term: nil,
            end: transaction.revocation == nil ? .term : .revocation, isAwaitingReplacement: false)
    }
}
