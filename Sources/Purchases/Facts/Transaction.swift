/// One charge (or free purchase) of a chain, with every id and every value that documents told of it.
///
/// Identity: the web order line item id and purchase date; without a line item id, the transaction id. A restore
/// gives the same charge a new transaction id.
public struct Transaction: Hashable, Sendable {
    /// One of a charge's ids, and whether a document told it without a line item id.
    public struct KnownID: Hashable, Codable, Sendable {
        /// The id.
        public var id: TransactionID
        /// Whether some document told it without a line item id, so that the id alone identifies the charge.
        public var isAlone: Bool

        /// An id as a document told it.
        public init(_ id: TransactionID, isAlone: Bool) { (self.id, self.isAlone) = (id, isAlone) }
    }

    /// When a revocation at a certain time was first told.
    public struct KnownRevocation: Hashable, Codable, Sendable {
        /// The time of the revocation.
        public let at: Instant
        /// The earliest document time that told it.
        public var knownAt: Instant

        /// A revocation and when it was first told.
        public init(at: Instant, knownAt: Instant) { (self.at, self.knownAt) = (at, knownAt) }
    }

    /// Shared between copies and never changed: lists, runs and pages pass thousands of transactions on.
    private var facts: SharedFacts

    /// Every id seen, in order.
    public var ids: [KnownID] { facts.ids }
    /// What documents told.
    public var told: MergedFacts<TransactionValues> { facts.told }
    /// The earliest time a document told of it.
    public var knownAt: Instant { facts.knownAt }
    /// The earliest expiry ever told; a later one is a renewal date extended by hand.
    public var earliestExpiresAt: Instant? { facts.earliestExpiresAt }
    /// Every revocation ever told, in order of time.
    public var knownRevocations: [KnownRevocation] { facts.knownRevocations }
    /// The values as they stand now.
    public var values: TransactionValues { facts.values }

    /// A transaction that one document told.
    public init(_ telling: TransactionObservation, precedence: Precedence, knownAt: Instant) {
        var revocations: [KnownRevocation] = []
        if case .revoked(let revocation) = telling.values.revocation {
            revocations = [KnownRevocation(at: revocation.at, knownAt: knownAt)]
        }
        self.init(
            ids: [KnownID(telling.transactionID, isAlone: telling.values.webOrderLineItemID == nil)],
            told: MergedFacts(telling.values, precedence: precedence), knownAt: knownAt,
            earliestExpiresAt: telling.values.expiresAt, knownRevocations: revocations)
    }

    /// A transaction as it was kept; its ids in any order.
    public init(
        ids: [KnownID], told: MergedFacts<TransactionValues>, knownAt: Instant, earliestExpiresAt: Instant?,
        knownRevocations: [KnownRevocation]
    ) {
        facts = SharedFacts(
            ids: ids.count > 1 ? ids.sorted { Transaction.isShorter($0.id, $1.id) } : ids, told: told,
            knownAt: knownAt, earliestExpiresAt: earliestExpiresAt,
            knownRevocations: knownRevocations)
    }

    /// Whether the same is known of both; copies of one are told apart by nothing and compared at once.
    public static func == (left: Transaction, right: Transaction) -> Bool {
        left.facts === right.facts || left.facts.isEqual(to: right.facts)
    }

    /// Its ids tell transactions apart.
    public func hash(into hasher: inout Hasher) { hasher.combine(ids) }

    /// Whether both are the same charge.
    public func isSame(as other: Transaction) -> Bool {
        if values.webOrderLineItemID != nil, sharesCharge(with: other) { return true }
        let (few, many) = ids.count < other.ids.count ? (ids, other.ids) : (other.ids, ids)
        guard few.count > 4 else {
            return few.contains { one in many.contains { $0.id == one.id && ($0.isAlone || one.isAlone) } }
        }
        let known = Dictionary(many.map { ($0.id, $0.isAlone) }) { $0 || $1 }
        return few.contains { one in known[one.id].map { $0 || one.isAlone } ?? false }
    }

    private func sharesCharge(with other: Transaction) -> Bool {
        told.tellings.contains { mine in
            guard let line = mine.values.webOrderLineItemID else { return false }
            return other.told.tellings.contains {
                $0.values.webOrderLineItemID == line && $0.values.purchasedAt == mine.values.purchasedAt
            }
        }
    }

    /// Every line item and purchase date that one document told together: later words may differ, identity stays.
    var charges: [Charge] {
        told.tellings.compactMap { telling in
            telling.values.webOrderLineItemID.map {
                Charge(line: $0, purchasedAt: telling.values.purchasedAt)
            }
        }
    }

    /// Names a subscription charge across devices and restores.
    struct Charge: Hashable {
        let line: WebOrderLineItemID
        let purchasedAt: Instant?
    }

    /// Adds what other documents told of the same charge.
    public mutating func merge(_ other: Transaction) { self = Transaction(merging: [self, other]) }

    /// What all documents told of one charge, in time that grows with their number.
    ///
    /// - Parameter told: at least one transaction, in any order.
    init(merging told: [Transaction]) {
        guard told.count > 1 else {
            self = told[0]
            return
        }
        var ids: [TransactionID: Bool] = [:]
        var revocations: [Instant: Instant] = [:]
        for transaction in told {
            for id in transaction.ids { ids[id.id] = ids[id.id] ?? false || id.isAlone }
            for known in transaction.knownRevocations {
                revocations[known.at] = min(revocations[known.at] ?? known.knownAt, known.knownAt)
            }
        }
        var observations = told[0].told
        observations.merge(told.dropFirst().map(\.told))
        self.init(
            ids: ids.map { KnownID($0.key, isAlone: $0.value) },
            told: observations,
            knownAt: told.map(\.knownAt).reduce(told[0].knownAt, min),
            earliestExpiresAt: told.reduce(nil) { Span.earlier($0, $1.earliestExpiresAt) },
            knownRevocations: revocations.map { KnownRevocation(at: $0.key, knownAt: $0.value) }
                .sorted { $0.at < $1.at })
    }

    /// Orders ids: the shorter first, then by text.
    static func isShorter(_ left: TransactionID, _ right: TransactionID) -> Bool {
        let (leftCount, rightCount) = (left.rawValue.utf8.count, right.rawValue.utf8.count)
        return leftCount != rightCount ? leftCount < rightCount : left < right
    }
}

extension Transaction {
    /// What is known of a transaction.
    fileprivate final class SharedFacts: Sendable {
        let ids: [KnownID]
        let told: MergedFacts<TransactionValues>
        let knownAt: Instant
        let earliestExpiresAt: Instant?
        let knownRevocations: [KnownRevocation]
        let values: TransactionValues

        init(
            ids: [KnownID], told: MergedFacts<TransactionValues>, knownAt: Instant,
            earliestExpiresAt: Instant?,
            knownRevocations: [KnownRevocation]
        ) {
            (self.ids, self.told, self.knownAt) = (ids, told, knownAt)
            (self.earliestExpiresAt, self.knownRevocations) = (earliestExpiresAt, knownRevocations)
            values = told.values
        }

        func isEqual(to other: SharedFacts) -> Bool {
            ids == other.ids && told == other.told && knownAt == other.knownAt
                && earliestExpiresAt == other.earliestExpiresAt && knownRevocations == other.knownRevocations
        }
    }
}

extension Transaction {
    /// The id to show: the one equal to the chain's, else the shortest, then the smallest.
    public func shownID(in chain: ChainID) -> TransactionID {
        let first = TransactionID(chain.original.rawValue)
        return ids.contains { $0.id == first } ? first : ids[0].id
    }

    /// Whether it is the first transaction of the chain.
    public func isFirst(of chain: ChainID) -> Bool {
        ids.contains { $0.id.rawValue == chain.original.rawValue }
    }

    /// The product; empty when no document named one.
    public var productID: ProductID { values.productID ?? ProductID("") }

    /// When it was charged.
    public var purchasedAt: Instant { values.purchasedAt ?? values.originalPurchasedAt ?? knownAt }

    /// When what was bought ends.
    public var expiresAt: Instant? { values.expiresAt }

    /// How many were bought; one unless told otherwise.
    public var quantity: Int { max(1, values.quantity ?? 1) }

    /// Whether it was bought or is shared by family.
    public var ownership: Ownership { values.ownership ?? .purchased }

    /// Whether another transaction replaced it.
    public var isUpgraded: Bool { values.isUpgraded ?? false }

    /// Whether nothing was paid for it: a trial or another free offer.
    public var isTrial: Bool { values.isTrial ?? false || values.offerDiscountType == "FREE_TRIAL" }

    /// Whether it was at an introductory price.
    public var isIntroductoryOffer: Bool {
        !isTrial && (values.isIntroductoryOffer ?? false || values.offerType == 1)
    }

    /// Whether it used up the introductory offer of its group.
    ///
    /// Source: Apple, `is_trial_period`, `is_in_intro_offer_period`, `offerType` 1.
    public var usesIntroductoryOffer: Bool {
        values.isTrial ?? false || values.isIntroductoryOffer ?? false || values.offerType == 1
    }

    /// The revocation in force; an upgrade's cancellation is none.
    public var revocation: Revocation? {
        guard case .revoked(let revocation) = values.revocation, revocationKind != nil else { return nil }
        return revocation
    }

    /// Why it was taken back: `revocationType` decides, else who owned it and whether it was upgraded.
    public var revocationKind: Revocation.Kind? {
        guard case .revoked(let revocation) = values.revocation else { return nil }
        if let kind = revocation.toldKind { return kind }
        if ownership == .familyShared { return .familyRevoke }
        return isUpgraded ? nil : .refund
    }

    /// When the revocation in force was first told.
    public var revocationKnownAt: Instant? {
        revocation.flatMap { current in knownRevocations.first { $0.at == current.at }?.knownAt }
    }

    /// The order of a chain: purchase, expiry, length of the id, id. Never the order of a list.
    public static func precedes(_ left: Transaction, _ right: Transaction) -> Bool {
        if left.purchasedAt != right.purchasedAt { return left.purchasedAt < right.purchasedAt }
        let ends = (left.expiresAt ?? .latest, right.expiresAt ?? .latest)
        if ends.0 != ends.1 { return ends.0 < ends.1 }
        if left.ids[0].id != right.ids[0].id { return isShorter(left.ids[0].id, right.ids[0].id) }
        return (left.values.webOrderLineItemID?.rawValue ?? "")
            < (right.values.webOrderLineItemID?.rawValue ?? "")
    }
}
