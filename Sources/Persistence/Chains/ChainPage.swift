internal import GRDB
public import Purchases

/// Everything about one chain at a moment, read at once.
public struct ChainPage: Sendable {
    /// The moment that the page shows.
    public let at: Instant
    /// Whose the chain is; nil when it is nobody's.
    public let owner: Customer?
    /// Everything that claims the chain.
    public let claims: [OwnerClaim]
    /// The chain through time.
    public let timeline: ChainTimeline
    /// What is known of its renewal; nil when nothing is.
    public let renewal: RenewalState?
    /// What its customer had at every moment.
    public let coverage: Coverage
    /// The gaps in service.
    public let lapses: [Lapse]
    /// Paid service and the App Store's share.
    public let commission: CommissionClock
    /// Whether the introductory offer of its group is still to be had; nil when the group is unknown.
    public let isIntroductoryEligible: Bool?
    /// The notifications received, oldest first.
    public let notifications: [StoreNotification]
    /// Which documents told all this.
    public let evidence: ChainEvidence
    /// The grants to its owner.
    public let grants: [Grant]
    /// Which product is what.
    public let catalog: Catalog
    /// Whether its environment gives its owner access.
    public let isServed: Bool
    /// The other environments that have a chain of its name.
    public let otherEnvironments: [AppStoreEnvironment]
    /// The tokens by which it is claimed and that several customers carry.
    public let sharedTokens: [SharedToken]
    /// The order ids that were recorded for it; empty on the page of its customer, which does not read them.
    public internal(set) var orders: [OrderID] = []

    /// The chain.
    public var chain: Chain { timeline.chain }
    /// What it is at that moment.
    public var status: ChainStatus { timeline.status(at: at) }
    /// When its access that holds ends; nil without access or without end.
    public var accessUntil: Instant? { timeline.accessUntil(at: at) }
    /// The claim that decides whose it is.
    public var holdingClaim: OwnerClaim? { OwnerRule.holding(claims) }
    /// Who claims it, where different customers do; nil when nobody disputes it.
    public var dispute: ChainDispute? { ChainDispute(chain.id, claims) }
    /// What whoever reads the page has to know beside it.
    public var warnings: [PageWarning] {
        let disputed = dispute.map { [PageWarning.disputed($0)] } ?? []
        let namesakes =
            otherEnvironments.isEmpty ? [] : [PageWarning.namesakes(of: chain.id, in: otherEnvironments)]
        return disputed + sharedTokens.map { .sharedToken($0) } + namesakes
    }
    /// The transaction that is shown under an id.
    public func transaction(_ id: TransactionID) -> Transaction? {
        chain.transactions.first { $0.shownID(in: chain.id) == id }
    }
    /// What a transaction's product is.
    public func kind(of transaction: Transaction) -> ProductKind {
        catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
    }
}

/// What whoever reads a page has to know beside it.
public enum PageWarning: Hashable, Sendable {
    /// Several customers claim a chain.
    case disputed(ChainDispute)
    /// Several customers carry one token.
    case sharedToken(SharedToken)
    /// Other environments have chains of the same original transaction id as the one shown.
    case namesakes(of: ChainID, in: [AppStoreEnvironment])
}

/// A chain that more than one customer claims: a warning on the pages of all of them.
public struct ChainDispute: Hashable, Sendable {
    /// The chain.
    public let chain: ChainID
    /// Who claims it, by name.
    public let claimants: [AppUserID]
    /// Whose it is.
    public let owner: AppUserID?

    /// A chain with the claims on it; nil when at most one customer is behind them.
    init?(_ chain: ChainID, _ claims: [OwnerClaim]) {
        guard OwnerRule.isDisputed(claims) else { return nil }
        self.chain = chain
        claimants = Set(claims.compactMap(\.customer)).sorted()
        owner = OwnerRule.holding(claims)?.customer
    }
}

/// Which documents told what is known of a chain.
///
/// A fact counts as told by the newest document that told it, which is the one that its values are taken from.
public struct ChainEvidence: Sendable {
    /// The documents by their digests.
    private let documents: [String: Evidence]
    /// The documents that notifications came in.
    private let notifications: [StoreNotification: Evidence]

    /// The documents of a chain's facts by their digests, and of its notifications.
    init(documents: [String: Evidence], notifications: [StoreNotification: Evidence]) {
        (self.documents, self.notifications) = (documents, notifications)
    }

    /// What a transaction rests on.
    public func of(_ transaction: Transaction) -> Evidence? {
        documents[transaction.told.tellings[0].precedence.digest]
    }

    /// What the revocation of a transaction rests on; nil when it was not taken back.
    public func ofRevocation(of transaction: Transaction) -> Evidence? {
        ChainEvidence.revocationDigest(of: transaction).flatMap { documents[$0] }
    }

    /// What is known of the renewal rests on: the newest information.
    public func ofRenewal(of chain: Chain) -> Evidence? {
        ChainEvidence.renewalDigest(of: chain).flatMap { documents[$0] }
    }

    /// What a notification came in.
    public func of(_ notification: StoreNotification) -> Evidence? { notifications[notification] }

    /// The digests of the documents that told a chain's purchases, revocations and renewal.
    static func digests(of chain: Chain) -> Set<String> {
        var digests = Set(chain.transactions.map { $0.told.tellings[0].precedence.digest })
        digests.formUnion(chain.transactions.compactMap(revocationDigest))
        if let renewal = renewalDigest(of: chain) { digests.insert(renewal) }
        return digests
    }

    private static func revocationDigest(of transaction: Transaction) -> String? {
        guard transaction.revocation != nil else { return nil }
        return transaction.told.tellings.first { $0.values.revocation != nil }?.precedence.digest
    }

    private static func renewalDigest(of chain: Chain) -> String? {
        chain.renewals.last { $0.extent != .absent }?.precedence.digest
    }
}

/// A token that more than one customer carries: a warning on the pages of all of them and of the chains that it claims.
///
/// Apps give each customer a token of its own; chains with a shared one go to the smallest id, which may be wrong.
public struct SharedToken: Hashable, Sendable {
    /// How many carriers are named.
    private static let named = 3

    /// The token.
    public let token: String
    /// Who carries it, by name: the first few.
    public let carriers: [AppUserID]
    /// Whether others carry it, too.
    public let hasMore: Bool

    /// A token and who carries it; nil when at most one customer does.
    init?(_ token: String?, _ db: Database) throws {
        guard let token else { return nil }
        let names: [String] = try db.values(
            "SELECT app_user_id FROM customers WHERE app_account_token = ? ORDER BY app_user_id LIMIT ?",
            [token, SharedToken.named + 1])
        guard names.count > 1 else { return nil }
        self.token = token
        carriers = names.prefix(SharedToken.named).map { AppUserID($0) }
        hasMore = names.count > SharedToken.named
    }
}

extension StoreNotification {
    private enum Column: Int, ColumnList {
        case type, subtype, uuid, signedMs, receivedMs, checked, charge
    }

    /// What queries of `notifications n` select to read notifications.
    static let columns = Column.selection(of: "n")

    /// Reads a notification whose columns stand behind so many others.
    init(_ row: StoredRow, after start: Int) {
        let row = Columns<Column>(row, after: start)
        self.init(
            type: row[.type], subtype: row[.subtype], uuid: row[.uuid],
            signedAt: row.instant(.signedMs) ?? .earliest, receivedAt: row.instant(.receivedMs),
            check: Check(rawValue: row[.checked]) ?? .unchecked, charge: row.identifier(.charge))
    }
}
