/// The time during which one transaction gives access.
package struct TransactionRun: Hashable, Sendable {
    /// What ends it.
    package enum End: Hashable, Sendable {
        /// Its term ends, or it has no end.
        case term
        /// It was taken back.
        case revocation
        /// Another plan replaced it.
        case replacement
    }

    /// The transaction's place in its chain.
    package let index: Int
    /// What was bought.
    package let transaction: Transaction
    /// What kind of product it is.
    package let kind: ProductKind
    /// When it gives access.
    package let span: Span
    /// When its bought term would end; nil without end.
    package let term: Instant?
    package let end: End
    /// Whether it was upgraded and the plan that replaced it is not known yet.
    package let isAwaitingReplacement: Bool
}

extension ChainTimeline {
    /// When each transaction of a customer's chains gives access, a list for each chain.
    ///
    /// A transaction runs from its purchase to the earliest of its expiry, its revocation and, if upgraded, its
    /// replacement's purchase. Source: Apple, `expires_date`, `cancellation_date`, `is_upgraded`.
    static func runs(of chains: [Chain], catalog: Catalog) -> [[TransactionRun]] {
        let purchases = CustomerPurchases(of: chains, catalog: catalog)
        return chains.map { chain in
            chain.transactions.indices.compactMap { purchases.run(at: $0, in: chain) }
        }
    }
}

/// What of a customer's other purchases decides when one of them runs: stacks of non-renewing ones, and upgrades.
private struct CustomerPurchases {
    private let catalog: Catalog
    private let placements: [StackKey: [Transaction: NonRenewingStack.Placement]]
    private let replacements: ReplacementFinder

    private struct StackKey: Hashable {
        let environment: AppStoreEnvironment
        let product: ProductID
    }

    init(of chains: [Chain], catalog: Catalog) {
        self.catalog = catalog
        replacements = ReplacementFinder(chains: chains, catalog: catalog)
        placements = CustomerPurchases.placements(chains, catalog: catalog)
    }

    private static func placements(_ chains: [Chain], catalog: Catalog)
        -> [StackKey: [Transaction: NonRenewingStack.Placement]]
    {
        let stacked = Set(catalog.products.values.filter { $0.kind == .nonRenewing }.map(\.id))
        guard !stacked.isEmpty else { return [:] }
        var purchases: [StackKey: [Transaction]] = [:]
        var heldUntil: [Transaction: Instant] = [:]
        for chain in chains {
            // Of another's chain only what the customer paid for takes a place in the stack, as long as it is the customer's.
            let share = chain.share.flatMap { $0.isOwners ? nil : $0 }
            for transaction in chain.transactions
            where stacked.contains(transaction.productID) {
                if let share {
                    guard let window = share.window(of: transaction) else { continue }
                    heldUntil[transaction] = window.until
                }
                let key = StackKey(environment: chain.id.environment, product: transaction.productID)
                purchases[key, default: []].append(transaction)
            }
        }
        var placements: [StackKey: [Transaction: NonRenewingStack.Placement]] = [:]
        for (key, purchases) in purchases {
            guard let period = catalog.products[key.product]?.period else { continue }
            placements[key] = NonRenewingStack.spans(purchases, period: period, heldUntil: heldUntil)
        }
        return placements
    }

    /// When the transaction at a place of a chain gives access; nil when it never does.
    func run(at index: Int, in chain: Chain) -> TransactionRun? {
        let transaction = chain.transactions[index]
        let kind = catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
        switch kind {
        case .autoRenewable: return subscriptionRun(index, of: transaction, in: chain)
        case .nonRenewing: return stackedRun(index, of: transaction, in: chain)
        case .nonConsumable, .free: return endlessRun(index, of: transaction, kind: kind)
        case .consumable, .unknown: return nil
        }
    }

    private func subscriptionRun(_ index: Int, of transaction: Transaction, in chain: Chain)
        -> TransactionRun?
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

    private func stackedRun(_ index: Int, of transaction: Transaction, in chain: Chain) -> TransactionRun? {
        let key = StackKey(environment: chain.id.environment, product: transaction.productID)
        guard let placement = placements[key]?[transaction] else { return nil }
        let until = placement.span.until
        let end: TransactionRun.End =
            until == placement.term ? .term : until == transaction.revocation?.at ? .revocation : .replacement
        return TransactionRun(
            index: index, transaction: transaction, kind: .nonRenewing, span: placement.span,
            term: placement.term, end: end, isAwaitingReplacement: false)
    }

    private func endlessRun(_ index: Int, of transaction: Transaction, kind: ProductKind) -> TransactionRun? {
        let start = transaction.values.originalPurchasedAt ?? transaction.purchasedAt
        guard let span = Span(from: start, until: transaction.revocation?.at) else { return nil }
        return TransactionRun(
            index: index, transaction: transaction, kind: kind, span: span, term: nil,
            end: transaction.revocation == nil ? .term : .revocation, isAwaitingReplacement: false)
    }
}

/// When each purchase of a non-renewing product runs: one after the other, across a customer's chains.
///
/// The App Store does not tell the term of a non-renewing subscription; the catalogue does. Source: Apple,
/// "Handling subscriptions: non-renewing"; the calendar rule is ours.
package enum NonRenewingStack {
    /// The time each of a customer's purchases of one product runs; a purchase that never runs has none.
    ///
    /// - Parameters:
    ///   - purchases: all purchases of the product, in any order.
    ///   - heldUntil: when some of them became another's: they end there, and later ones move up, as after a refund.
    package static func spans(
        _ purchases: [Transaction], period: CalendarPeriod, heldUntil: [Transaction: Instant] = [:]
    ) -> [Transaction: Placement] {
        var placements: [Transaction: Placement] = [:]
        var end: Instant?
        for purchase in purchases.sorted(by: Transaction.precedes) {
            let start = max(purchase.purchasedAt, end ?? purchase.purchasedAt)
            let lost = Span.earlier(purchase.revocation?.at, heldUntil[purchase])
            if let lost, lost <= start { continue }
            let term = start.adding(period, times: purchase.quantity)
            let stop = Span.earlier(term, lost) ?? term
            guard let span = Span(from: start, until: stop) else { continue }
            placements[purchase] = Placement(span: span, term: term)
            end = stop
        }
        return placements
    }

    /// Where a purchase stands in the stack.
    package struct Placement: Hashable, Sendable {
        /// When it gives access.
        package let span: Span
        /// When its bought term would end, revoked or not.
        package let term: Instant
    }
}

/// Finds what replaced an upgraded purchase: the next of its chain, or of its group for the same customer.
///
/// Source: Apple, `is_upgraded`; one subscription of a group is held at a time.
struct ReplacementFinder {
    private struct GroupKey: Hashable {
        let environment: AppStoreEnvironment
        let group: SubscriptionGroupID
    }

    private let catalog: Catalog
    private let chainGroups: [ChainID: SubscriptionGroupID]
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
                let group = ReplacementFinder.group(
                    of: transaction, chainGroup: chainGroups[chain.id], catalog: catalog)
                guard let group else { continue }
                let key = GroupKey(environment: chain.id.environment, group: group)
                purchases[key, default: []].append(transaction.purchasedAt)
            }
        }
        self.purchases = purchases.mapValues { $0.sorted() }
    }

    /// When the purchase at a place of a chain was replaced; nil when nothing bought later is known.
    func replacement(of index: Int, in chain: Chain) -> Instant? {
        let upgraded = chain.transactions[index]
        let next = index + 1 < chain.transactions.count ? chain.transactions[index + 1].purchasedAt : nil
        let group = ReplacementFinder.group(of: upgraded, chainGroup: chainGroups[chain.id], catalog: catalog)
        guard let group else { return next }
        let inGroup = purchases[GroupKey(environment: chain.id.environment, group: group)] ?? []
        return Span.earlier(next, ReplacementFinder.first(of: inGroup, after: upgraded.purchasedAt))
    }

    private static func first(of instants: [Instant], after instant: Instant) -> Instant? {
        let place = instants.partitioningIndex { $0 > instant }
        return place < instants.count ? instants[place] : nil
    }

    private static func group(
        of transaction: Transaction, chainGroup: SubscriptionGroupID?, catalog: Catalog
    ) -> SubscriptionGroupID? {
        transaction.values.group ?? catalog.products[transaction.productID]?.group ?? chainGroup
    }
}
