/// Finds what replaced an upgraded purchase: the next of its chain, or of its group for the same customer.
///
/// Source: Apple, `is_upgraded`; one subscription of a group is held at a time.
struct ReplacementFinder {
    private struct GroupKey: Hashable {
        let environment: AppStoreEnvironment
        let group: SubscriptionGroupID
    }

    private let catalog: Catalog
    private let chainGroups: [OriginalTransactionID: SubscriptionGroupID]
    private let purchases: [GroupKey: [Instant]]

    init(chains: [Chain], catalog: Catalog) {
        self.catalog = catalog
        guard chains.contains(where: { $0.transactions.contains(where: \.isUpgraded) }) else {
            (chainGroups, purchases) = ([:], [:])
            return
        }
        let named = chains.compactMap { chain in
            chain.transactions.lazy.compactMap(\.values.group).first.map { (chain.id, $0) }
        }
        chainGroups = Dictionary(named, uniquingKeysWith: { first, _ in first })
        var purchases: [GroupKey: [Instant]] = [:]
        for chain in chains {
            for transaction in chain.transactions {
                let group = ReplacementFinder.group(of: transaction, chainGroups[chain.id], catalog)
                guard let group else { continue }
                let key = GroupKey(environment: chain.environment, group: group)
                purchases[key, default: []].append(transaction.purchasedAt)
            }
        }
        self.purchases = purchases.mapValues { $0.sorted() }
    }

    /// When the purchase at a place of a chain was replaced; nil when nothing bought later is known.
    func replacement(of index: Int, in chain: Chain) -> Instant? {
        let upgraded = chain.transactions[index]
        let next = index + 1 < chain.transactions.count ? chain.transactions[index + 1].purchasedAt : nil
        let group = ReplacementFinder.group(of: upgraded, chainGroups[chain.id], catalog)
        guard let group else { return next }
        let inGroup = purchases[GroupKey(environment: chain.environment, group: group)] ?? []
        return Span.earlier(next, ReplacementFinder.first(of: inGroup, after: upgraded.purchasedAt))
    }

    private static func first(of instants: [Instant], after instant: Instant) -> Instant? {
        var (low, high) = (0, instants.count)
        while low < high {
            let middle = (low + high) / 2
            if instants[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return low < instants.count ? instants[low] : nil
    }

    private static func group(
        of transaction: Transaction, _ chainGroup: SubscriptionGroupID?, _ catalog: Catalog
    ) -> SubscriptionGroupID? {
        transaction.values.group ?? catalog.products[transaction.productID]?.group ?? chainGroup
    }
}
