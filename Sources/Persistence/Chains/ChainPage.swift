package import Purchases

/// Everything about one chain at a moment, read at once.
package struct ChainPage: Sendable {
    /// The moment that the page shows.
    package let at: Instant
    /// The customer who owns the chain; nil when none does.
    package internal(set) var owner: Customer?
    /// Everything that claims the chain.
    package internal(set) var claims: [OwnerClaim]
    /// The chain through time.
    package let timeline: ChainTimeline
    /// What is known of its renewal; nil when nothing is.
    package let renewal: RenewalState?
    /// What its customer had at every moment.
    package let coverage: Coverage
    /// The gaps in service.
    package let lapses: [Lapse]
    /// Paid service and the App Store's share.
    package let commission: CommissionClock
    /// Whether the introductory offer of its group is still to be had; nil when the group is unknown.
    package let isIntroductoryEligible: Bool?
    /// The notifications received, oldest first.
    package let notifications: [StoreNotification]
    /// Which documents told all this.
    package let evidence: ChainEvidence
    /// The grants to its owner.
    package internal(set) var grants: [Grant]
    /// Which product is what.
    package let catalog: Catalog
    /// Whether its environment gives its owner access.
    package let isServed: Bool
    /// The other environments that have a chain of its name.
    package let otherEnvironments: [AppStoreEnvironment]
    /// The tokens by which it is claimed and that several customers carry.
    package internal(set) var sharedTokens: [SharedToken]
    /// The order ids that were recorded for it; empty on the page of its customer, which does not read them.
    package internal(set) var orders: [OrderID] = []
    /// What is asked of the App Store about it, the newest first; empty on the page of its customer, which has its own.
    package var asked: [AskedRow] = []
    /// The refunds that were asked for, the newest first; empty on the page of its customer, which has its own.
    package internal(set) var refunds: [RefundTask] = []

    package var chain: Chain { timeline.chain }
    /// What it is at that moment.
    package var status: ChainStatus { timeline.status(at: at) }
    /// When its access that holds ends; nil without access or without end.
    package var accessUntil: Instant? { timeline.accessUntil(at: at) }
    /// The commitment that holds then; nil without one.
    package var commitment: Commitment? { timeline.commitment(at: at) }
    /// How often it was renewed until then, as far as is known.
    package var renewals: Int { timeline.renewals(until: at) }
    /// The claim that decides whose it is.
    package var holdingClaim: OwnerClaim? { OwnerRule.holding(claims) }
    /// The claims that may decide; what else stands among the claims is unproven.
    package var provenClaims: Set<OwnerClaim> { Set(OwnerRule.proven(claims)) }
    /// Who claims it, where different customers do; nil when nobody disputes it.
    package var dispute: ChainDispute? { ChainDispute(chain.id, claims: claims) }
    /// What whoever reads the page has to know beside it.
    package var warnings: [PageWarning] {
        let disputed = dispute.map { [PageWarning.disputed($0)] } ?? []
        let namesakes =
            otherEnvironments.isEmpty ? [] : [PageWarning.namesakes(of: chain.id, in: otherEnvironments)]
        return disputed + sharedTokens.map { .sharedToken($0) } + namesakes
            + RefundTask.warnings(refunds, at: at)
    }
    /// The transaction that is shown under an id.
    package func transaction(_ id: TransactionID) -> Transaction? {
        chain.transactions.first { $0.shownID(in: chain.id) == id }
    }
    /// What a transaction's product is.
    package func kind(of transaction: Transaction) -> ProductKind {
        catalog.kind(of: transaction.productID, expires: transaction.expiresAt != nil)
    }
}

/// What whoever reads a page has to know beside it.
package enum PageWarning: Hashable, Sendable {
    /// Several customers claim a chain.
    case disputed(ChainDispute)
    /// Several customers carry one token.
    case sharedToken(SharedToken)
    /// Other environments have chains of the same original transaction id as the one shown.
    case namesakes(of: ChainID, in: [AppStoreEnvironment])
    /// The customer asked Apple for money back, and Apple has not decided: whoever makes it good now gives twice.
    case refundAsked(RefundTask)
    /// The app asked the customer to buy again right after the customer had cancelled.
    case askedAgain(AskedAgain)
}

extension RefundTask {
    /// What pages say of refunds of which Apple has not decided and still may hear.
    static func warnings(_ refunds: [RefundTask], at now: Instant) -> [PageWarning] {
        refunds.filter { $0.request.decision == nil && now < $0.request.dueAt }.map { .refundAsked($0) }
    }
}

/// Everything about a chain at a moment; nil when there is none of that name.
///
/// A name may exist in several environments; without one the chain of Production comes before any other.
package struct ChainQuery: StoreQuery {
    package let id: OriginalTransactionID
    let environment: AppStoreEnvironment?

    package init(_ id: OriginalTransactionID, in environment: AppStoreEnvironment? = nil) {
        (self.id, self.environment) = (id, environment)
    }

    package func page(in reading: StoreReading) throws -> ChainPage? {
        try ChainPageReading(db: reading.db, rules: SettingTable.accessRules(reading.db), at: reading.now)
            .page(id, in: environment)
    }
}

/// Puts the page of a chain together.
struct ChainPageReading {
    let db: Connection
    let rules: AccessRules
    let at: Instant

    /// The page of a chain, unless told otherwise its Production form before any other; nil when there is none.
    func page(_ id: OriginalTransactionID, in environment: AppStoreEnvironment?) throws -> ChainPage? {
        let known: Int64? = try db.value(
            """
            SELECT id FROM chains
            WHERE original_transaction_id = ?1 AND (CAST(?2 AS TEXT) IS NULL OR environment = ?2)
            ORDER BY environment <> 'Production', environment LIMIT 1
            """, [id.rawValue, environment?.rawValue])
        guard let known, let stored = try StoredChain.at(known, in: db) else { return nil }
        let owner = try stored.customerRow.flatMap { try CustomerTable.at($0, in: db) }
        let siblings =
            try owner.map { try StoredChain.all(ofCustomer: $0.rowID, atHand: [known: stored], in: db) }
            ?? [stored]
        let customer = owner?.customer ?? Customer(id: AppUserID(""))
        let grants = try owner.map { try GrantTable.all(of: $0.customer.id, in: db) } ?? []
        let facts = CustomerFacts(customer: customer, chains: siblings.map(\.chain), grants: grants)
        let access = CustomerAccess(facts: facts, rules: rules)
        return try zip(siblings, access.wholeTimelines).first { $0.0.rowID == stored.rowID }.map {
            var page = try page(
                of: $0, $1, lost: OwedPurchases.lostTransactions(of: $0, in: db), among: access)
            page.orders = try OrderTable.all(ofChain: stored.rowID, in: db)
            page.asked = try AskedTable.rows(.chain(id), limit: AskedTable.onAPage, at: at, in: db)
            page.refunds = try RefundTable.tasks(
                .chain(stored.chain.id), at: at, limit: RefundTable.onAPage, in: db)
            return page
        }
    }

    /// The page of a chain that was read, among what its customer has.
    func page(
        of stored: StoredChain, _ timeline: ChainTimeline, lost: Set<Transaction>,
        among access: CustomerAccess
    ) throws -> ChainPage {
        let customer = access.facts.customer
        let notifications = try notifications(ofChain: stored.rowID)
        let claims = try ClaimTable.all(ofChain: stored.rowID, in: db)
        return ChainPage(
            at: at, owner: try owner(of: stored, among: access),
            claims: claims, timeline: timeline,
            renewal: RenewalState(of: timeline.chain),
            coverage: Coverage(
                of: timeline, grants: access.facts.grants, lost: lost, catalog: rules.catalog),
            lapses: Lapse.lapses(of: timeline),
            commission: CommissionClock(of: timeline, at: at, isSmallBusiness: rules.isSmallBusiness),
            isIntroductoryEligible: IntroductoryEligibility.isEligible(
                timeline, among: access.timelines, catalog: rules.catalog, at: at),
            notifications: StoreNotification.distinctEvents(notifications.map(\.0)),
            evidence: ChainEvidence(
                documents: try EvidenceQuery.documents(ChainEvidence.digests(of: stored.chain), in: db),
                notifications: Dictionary(notifications, uniquingKeysWith: { first, _ in first })),
            grants: access.facts.grants, catalog: rules.catalog,
            isServed: rules.serves(timeline.chain.id.environment, for: customer),
            otherEnvironments: try otherEnvironments(of: timeline.chain),
            sharedTokens: try Set(claims.filter { $0.customer != nil }.compactMap(\.token)).sorted()
                .compactMap {
                    try SharedToken($0, in: db)
                })
    }

    /// The chain's owner: the customer of the page, but where that one paid for a part of another's chain.
    private func owner(of stored: StoredChain, among access: CustomerAccess) throws -> Customer? {
        guard let row = stored.customerRow else { return nil }
        return stored.payer == nil ? access.facts.customer : try CustomerTable.at(row, in: db)?.customer
    }

    private func otherEnvironments(of chain: Chain) throws -> [AppStoreEnvironment] {
        let others: [String] = try db.values(
            "SELECT environment FROM chains WHERE original_transaction_id = ? AND environment <> ? ORDER BY environment",
            [chain.id.original, chain.id.environment])
        return others.map { AppStoreEnvironment(rawValue: $0) }
    }

    private func notifications(
        ofChain chain: Int64
    ) throws -> [(StoreNotification, Evidence)] {
        try db.map(
            """
            SELECT d.id, d.kind, n.checked, \(StoreNotification.columns) FROM notifications n
            JOIN documents d ON d.id = n.document_id WHERE n.chain_id = ?
            ORDER BY n.signed_ms, n.type, n.charge, coalesce(n.uuid, d.sha256)
            """, [chain]
        ) { (try StoreNotification($0, after: 3), try EvidenceQuery.evidence($0, after: 0)) }
    }
}

/// A chain that more than one customer claims: a warning on the pages of all of them.
package struct ChainDispute: Hashable, Sendable {
    package let chain: ChainID
    /// Who claims it, by name.
    package let claimants: [AppUserID]
    /// Who of them claims it with nothing that may decide.
    package let unproven: Set<AppUserID>
    package let owner: AppUserID?

    /// A chain with the claims on it; nil when at most one customer is behind them.
    init?(_ chain: ChainID, claims: [OwnerClaim]) {
        guard OwnerRule.isDisputed(claims) else { return nil }
        self.chain = chain
        let everybody = Set(claims.compactMap(\.customer))
        claimants = everybody.sorted()
        unproven = everybody.subtracting(OwnerRule.proven(claims).compactMap(\.customer))
        owner = OwnerRule.holding(claims)?.customer
    }
}

/// A token that more than one customer carries: a warning on the pages of all of them and of the chains that it claims.
///
/// Apps give each customer a token of its own; chains with a shared one go to the smallest id, which may be wrong.
package struct SharedToken: Hashable, Sendable {
    /// How many carriers are named.
    private static let named = 3

    package let token: PersonIdentifier
    /// Who carries it, by name: the first few.
    package let carriers: [AppUserID]
    /// Whether others carry it, too.
    package let hasMore: Bool

    /// A token and who carries it; nil when at most one customer does.
    init?(_ token: PersonIdentifier?, in db: Connection) throws {
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
