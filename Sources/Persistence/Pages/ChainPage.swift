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
    /// What whoever reads the page has to know beside it, a sentence each.
    public var warnings: [String] {
        let others = otherEnvironments.map(\.rawValue).joined(separator: " and ")
        let namesake =
            others.isEmpty
            ? []
            : [
                "\(others) has a chain \(chain.id), too: this page shows that of \(chain.environment.rawValue)"
            ]
        return [dispute?.sentence].compactMap { $0 } + sharedTokens.map(\.sentence) + namesake
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
