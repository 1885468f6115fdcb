/// One charge (or free purchase) of a chain, with every id and every value that documents told of it.
///
/// ``ChargeIdentity`` says what of a chain is one charge.
package struct Transaction: Hashable, Sendable {
    /// When a revocation at a certain time was first told.
    package struct KnownRevocation: Hashable, Codable, Sendable {
        /// The time of the revocation.
        package let at: Instant
        /// The earliest document time that told it.
        package var knownAt: Instant

        /// A revocation and when it was first told.
        package init(at: Instant, knownAt: Instant) { (self.at, self.knownAt) = (at, knownAt) }
    }

    /// Shared between copies and never changed: lists, runs and pages pass thousands of transactions on.
    private var facts: SharedFacts

    /// Every id seen, the shorter first, then by text.
    package var ids: [TransactionID] { facts.ids }
    /// What documents told, under whichever id.
    package var told: MergedFacts<TransactionValues> { facts.told }
    /// The earliest time a document told of it.
    package var knownAt: Instant { facts.knownAt }
    /// The earliest expiry ever told; a later one is a renewal date extended by hand.
    package var earliestExpiresAt: Instant? { facts.earliestExpiresAt }
    /// Every revocation ever told, in order of time.
    package var knownRevocations: [KnownRevocation] { facts.knownRevocations }
    /// The values as they stand now.
    package var values: TransactionValues { facts.values }
    /// What was told of a sale and of its restores, each by itself, the one with the shortest id first. Empty where the
    /// values are just what documents told: of every subscription, and of a sale that no restore is known of.
    package var parts: [Transaction] { facts.parts }

    /// A transaction that one document told; unless said otherwise its signature alone vouches for its account.
    package init(
        _ telling: TransactionObservation, precedence: Precedence, knownAt: Instant, isVouched: Bool = false
    ) {
        var values = telling.values
        values.isAccountVouched = values.appAccountToken.map { _ in isVouched || precedence.isSigned }
        var revocations: [KnownRevocation] = []
        if case .revoked(let revocation) = telling.values.revocation {
            revocations = [KnownRevocation(at: revocation.at, knownAt: knownAt)]
        }
        self.init(
            ids: [telling.transactionID], told: MergedFacts(values, precedence: precedence),
            knownAt: knownAt, earliestExpiresAt: telling.values.expiresAt, knownRevocations: revocations)
    }

    /// A transaction as it was kept, whose values are what documents told; its ids in any order.
    package init(
        ids: [TransactionID], told: MergedFacts<TransactionValues>, knownAt: Instant,
        earliestExpiresAt: Instant?, knownRevocations: [KnownRevocation]
    ) {
        facts = SharedFacts(
            ids: ids.count > 1 ? ids.sorted(by: Transaction.isShorter) : ids, told: told, values: told.values,
            knownAt: knownAt, earliestExpiresAt: earliestExpiresAt, knownRevocations: knownRevocations,
            parts: [])
    }

    /// A sale with its restores, or restores alone.
    ///
    /// - Parameters:
    ///   - parts: what was told of each, at least one, in any order.
    ///   - values: what they come to.
    package init(of parts: [Transaction], values: TransactionValues) {
        let parts = parts.sorted { Transaction.isShorter($0.ids[0], $1.ids[0]) }
        self.init(uniting: parts, as: values, parts: parts)
    }

    /// One transaction of all that share an id or a line item, as ``ChargeIdentity`` joined them: they stay one.
    /// Takes time that grows with their number.
    ///
    /// - Parameter told: at least one transaction without parts, in any order.
    init(merging told: [Transaction]) {
        guard told.count > 1 else {
            self = told[0]
            return
        }
        self.init(uniting: told, as: nil, parts: [])
    }

    private init(uniting told: [Transaction], as values: TransactionValues?, parts: [Transaction]) {
        var ids: Set<TransactionID> = []
        var revocations: [Instant: Instant] = [:]
        for transaction in told {
            ids.formUnion(transaction.ids)
            for known in transaction.knownRevocations {
                revocations[known.at] = min(revocations[known.at] ?? known.knownAt, known.knownAt)
            }
        }
        var observations = told[0].told
        observations.merge(told.dropFirst().map(\.told))
        facts = SharedFacts(
            ids: ids.sorted(by: Transaction.isShorter), told: observations,
            values: values ?? observations.values,
            knownAt: told.map(\.knownAt).reduce(told[0].knownAt, min),
            earliestExpiresAt: told.reduce(nil) { Span.earlier($0, $1.earliestExpiresAt) },
            knownRevocations: revocations.map { KnownRevocation(at: $0.key, knownAt: $0.value) }
                .sorted { $0.at < $1.at },
            parts: parts)
    }

    /// Whether the same is known of both; copies of one are told apart by nothing and compared at once.
    package static func == (left: Transaction, right: Transaction) -> Bool {
        left.facts === right.facts || left.facts.isEqual(to: right.facts)
    }

    /// Its ids tell transactions apart.
    package func hash(into hasher: inout Hasher) { hasher.combine(ids) }

    /// Orders ids: the shorter first, then by text.
    static func isShorter(_ left: TransactionID, _ right: TransactionID) -> Bool {
        let (leftCount, rightCount) = (left.rawValue.utf8.count, right.rawValue.utf8.count)
        return leftCount != rightCount ? leftCount < rightCount : left < right
    }
}

extension Transaction {
    /// What is known of a transaction.
    fileprivate final class SharedFacts: Sendable {
        let ids: [TransactionID]
        let told: MergedFacts<TransactionValues>
        let values: TransactionValues
        let knownAt: Instant
        let earliestExpiresAt: Instant?
        let knownRevocations: [KnownRevocation]
        let parts: [Transaction]

        init(
            ids: [TransactionID], told: MergedFacts<TransactionValues>, values: TransactionValues,
            knownAt: Instant, earliestExpiresAt: Instant?, knownRevocations: [KnownRevocation],
            parts: [Transaction]
        ) {
            (self.ids, self.told, self.values) = (ids, told, values)
            (self.knownAt, self.earliestExpiresAt) = (knownAt, earliestExpiresAt)
            (self.knownRevocations, self.parts) = (knownRevocations, parts)
        }

        /// The values follow from the rest.
        func isEqual(to other: SharedFacts) -> Bool {
            ids == other.ids && told == other.told && knownAt == other.knownAt
                && earliestExpiresAt == other.earliestExpiresAt
                && knownRevocations == other.knownRevocations && parts == other.parts
        }
    }
}

extension Transaction {
    /// The id to show: the one equal to the chain's, else the shortest, then the smallest.
    package func shownID(in chain: ChainID) -> TransactionID {
        let first = chain.firstTransaction
        return ids.contains(first) ? first : ids[0]
    }

    /// Whether it is the first transaction of the chain.
    package func isFirst(of chain: ChainID) -> Bool { ids.contains(chain.firstTransaction) }

    /// The product; empty when no document named one.
    package var productID: ProductID { values.productID ?? ProductID("") }

    /// When it was charged.
    package var purchasedAt: Instant { values.purchasedAt ?? values.originalPurchasedAt ?? knownAt }

    /// When what was bought ends.
    package var expiresAt: Instant? { values.expiresAt }

    /// How many were bought; one unless told otherwise.
    package var quantity: Int { max(1, values.quantity ?? 1) }

    /// Whether it was bought or is shared by family.
    package var ownership: Ownership { values.ownership ?? .purchased }

    /// Whether another transaction replaced it.
    package var isUpgraded: Bool { values.isUpgraded ?? false }

    /// Whether nothing was paid for it: a trial or another free offer.
    package var isTrial: Bool { values.isTrial ?? false || values.offerDiscountType == "FREE_TRIAL" }

    /// Whether it was at an introductory price.
    package var isIntroductoryOffer: Bool {
        !isTrial && (values.isIntroductoryOffer ?? false || values.offerType == 1)
    }

    /// Whether it used up the introductory offer of its group.
    ///
    /// Source: Apple, `is_trial_period`, `is_in_intro_offer_period`, `offerType` 1.
    package var usesIntroductoryOffer: Bool {
        values.isTrial ?? false || values.isIntroductoryOffer ?? false || values.offerType == 1
    }

    /// The revocation in force; an upgrade's cancellation is none.
    package var revocation: Revocation? {
        guard case .revoked(let revocation) = values.revocation, revocationKind != nil else { return nil }
        return revocation
    }

    /// Why it was taken back: `revocationType` decides, else who owned it and whether it was upgraded.
    package var revocationKind: Revocation.Kind? {
        guard case .revoked(let revocation) = values.revocation else { return nil }
        if let kind = revocation.toldKind { return kind }
        if ownership == .familyShared { return .familyRevoke }
        return isUpgraded ? nil : .refund
    }

    /// The standing of the document that the revocation in force is taken from; nil when there is none.
    package var revocationPrecedence: Precedence? {
        guard revocation != nil else { return nil }
        let tellers = parts.isEmpty ? [self] : parts.filter { $0.values.revocation == values.revocation }
        return tellers.compactMap(\.newestWordOnRevocation).max()
    }

    /// When the revocation in force was first told.
    package var revocationKnownAt: Instant? {
        revocation.flatMap { current in knownRevocations.first { $0.at == current.at }?.knownAt }
    }

    /// The order of a chain: purchase, expiry, length of the id, id. Never the order of a list.
    package static func precedes(_ left: Transaction, _ right: Transaction) -> Bool {
        if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
        let ends = (left.expiresAt ?? .latest, right.expiresAt ?? .latest)
        if ends.0 != ends.1 { return ends.0 < ends.1 }
        return isShorter(left.ids[0], right.ids[0])
    }
}
