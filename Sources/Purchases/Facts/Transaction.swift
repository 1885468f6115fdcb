/// One charge (or free purchase) of a chain, with every id and every value that documents told of it.
///
/// Identity: the web order line item id and purchase date; without a line item id, the transaction id. A restore
/// gives the same charge a new transaction id.
public struct Transaction: Hashable, Codable, Sendable {
    /// One of a charge's ids, and whether a document told it without a line item id.
    public struct KnownID: Hashable, Codable, Sendable {
        /// The id.
        public let id: TransactionID
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

    /// Every id seen, in order.
    public private(set) var ids: [KnownID]
    /// What documents told.
    public private(set) var told: Told<TransactionValues>
    /// The earliest time a document told of it.
    public private(set) var knownAt: Instant
    /// The earliest expiry ever told; a later one is a renewal date extended by hand.
    public private(set) var earliestExpiresAt: Instant?
    /// Every revocation ever told, in order of time.
    public private(set) var knownRevocations: [KnownRevocation]
    /// The values as they stand now.
    public private(set) var values: TransactionValues

    /// A transaction that one document told.
    public init(_ telling: TransactionTelling, _ precedence: Precedence, knownAt: Instant) {
        ids = [KnownID(telling.transactionID, isAlone: telling.values.webOrderLineItemID == nil)]
        told = Told(telling.values, precedence)
        self.knownAt = knownAt
        earliestExpiresAt = telling.values.expiresAt
        knownRevocations = []
        values = told.values
        if case .revoked(let revocation) = telling.values.revocation {
            knownRevocations = [KnownRevocation(at: revocation.at, knownAt: knownAt)]
        }
    }

    /// A transaction as it was kept.
    public init(
        ids: [KnownID], told: Told<TransactionValues>, knownAt: Instant, earliestExpiresAt: Instant?,
        knownRevocations: [KnownRevocation]
    ) {
        self.ids = ids
        self.told = told
        self.knownAt = knownAt
        self.earliestExpiresAt = earliestExpiresAt
        self.knownRevocations = knownRevocations
        values = told.values
    }

    /// Whether both are the same charge.
    public func isSame(as other: Transaction) -> Bool {
        if values.webOrderLineItemID != nil, sharesCharge(with: other) { return true }
        return ids.contains { mine in
            other.ids.contains { $0.id == mine.id && ($0.isAlone || mine.isAlone) }
        }
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
    public mutating func merge(_ other: Transaction) {
        told.merge(other.told)
        values = told.values
        knownAt = min(knownAt, other.knownAt)
        earliestExpiresAt = Span.earlier(earliestExpiresAt, other.earliestExpiresAt)
        for id in other.ids { merge(id) }
        ids.sort { Transaction.isShorter($0.id, $1.id) }
        for revocation in other.knownRevocations { merge(revocation) }
        knownRevocations.sort { $0.at < $1.at }
    }

    private mutating func merge(_ id: KnownID) {
        if let index = ids.firstIndex(where: { $0.id == id.id }) {
            ids[index].isAlone = ids[index].isAlone || id.isAlone
        } else {
            ids.append(id)
        }
    }

    private mutating func merge(_ revocation: KnownRevocation) {
        if let index = knownRevocations.firstIndex(where: { $0.at == revocation.at }) {
            knownRevocations[index].knownAt = min(knownRevocations[index].knownAt, revocation.knownAt)
        } else {
            knownRevocations.append(revocation)
        }
    }

    /// Orders ids: the shorter first, then by text.
    static func isShorter(_ left: TransactionID, _ right: TransactionID) -> Bool {
        let (leftCount, rightCount) = (left.rawValue.utf8.count, right.rawValue.utf8.count)
        return leftCount != rightCount ? leftCount < rightCount : left < right
    }
}
