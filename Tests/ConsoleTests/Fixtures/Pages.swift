import Purchases

@testable import Persistence

/// Pages worked out from facts by the same rules as the store's.
enum Pages {
    /// The clock of every test: 14 August 2021, 14:02 UTC.
    static let now = moment("2021-08-14T14:02:00Z")

    static let catalog = Catalog([
        Product(
            id: ProductID("premium_month"), kind: .autoRenewable, entitlements: [EntitlementID("premium")],
            period: CalendarPeriod("P1M"), group: SubscriptionGroupID("272394410"), level: 2),
        Product(
            id: ProductID("premium_year"), kind: .autoRenewable, entitlements: [EntitlementID("premium")],
            period: CalendarPeriod("P1Y"), group: SubscriptionGroupID("272394410"), level: 1),
        Product(id: ProductID("pro_forever"), kind: .nonConsumable, entitlements: [EntitlementID("pro")]),
        Product(id: ProductID("coins_100"), kind: .consumable),
    ])

    static func moment(_ text: String) -> Instant { Instant(text) ?? .earliest }

    /// The page of a customer with chains, grants and notes.
    static func customer(
        _ customer: Customer, chains: [Chain] = [], tickets: [Ticket] = [], grants: [Grant] = [],
        owed: [OwedPurchase] = [], notes: [CustomerNote] = [],
        claims: [OwnerClaim] = [], notifications: [StoreNotification] = [], at: Instant = now
    ) -> CustomerPage {
        let rules = AccessRules(catalog: catalog)
        let facts = CustomerFacts(customer: customer, chains: chains, grants: grants, owed: owed)
        let access = CustomerAccess(facts: facts, rules: rules)
        let pages = access.timelines.map {
            chain($0, access, owner: customer, claims: claims, notifications: notifications, at: at)
        }
        return CustomerPage(
            at: at, access: access, chains: pages, tickets: tickets, notes: notes,
            events: TimelineBuilder.events(chains: pages, grants: grants, notes: notes), disputes: [],
            sharedToken: nil,
            unchecked: notifications.contains { $0.check == .unchecked } ? Set(chains.map(\.id)) : [])
    }

    /// The page of a chain that is somebody's, or nobody's.
    static func chain(
        _ chain: Chain, owner: Customer?, grants: [Grant] = [], claims: [OwnerClaim] = [],
        notifications: [StoreNotification] = [], otherEnvironments: [AppStoreEnvironment] = [],
        at: Instant = now
    ) -> ChainPage? {
        let facts = CustomerFacts(customer: owner ?? People.zoe, chains: [chain], grants: grants)
        let access = CustomerAccess(facts: facts, rules: AccessRules(catalog: catalog))
        return access.timelines.first.map {
            self.chain(
                $0, access, owner: owner, claims: claims, notifications: notifications,
                otherEnvironments: otherEnvironments, at: at)
        }
    }

    /// Purchases and renewals come from an answer of verifyReceipt, notifications from documents of their own.
    private static func evidence(_ chain: Chain, _ notifications: [StoreNotification]) -> ChainEvidence {
        let answer = Evidence(document: 12, kind: "verify_receipt", check: .unchecked)
        let told = notifications.enumerated().map { index, notification in
            let document: Int64 = index == 0 ? 71 : 88
            return (
                notification,
                Evidence(document: document, kind: "notification_v1", check: notification.check)
            )
        }
        return ChainEvidence(
            documents: Dictionary(
                ChainEvidence.digests(of: chain).map { ($0, answer) }, uniquingKeysWith: { $1 }),
            notifications: Dictionary(told, uniquingKeysWith: { $1 }))
    }

    private static func chain(
        _ timeline: ChainTimeline, _ access: CustomerAccess, owner: Customer?, claims: [OwnerClaim],
        notifications: [StoreNotification], otherEnvironments: [AppStoreEnvironment] = [], at: Instant
    ) -> ChainPage {
        ChainPage(
            at: at, owner: owner, claims: claims, timeline: timeline,
            renewal: RenewalState(of: timeline.chain),
            coverage: Coverage(of: timeline, grants: access.facts.grants, catalog: catalog),
            lapses: Lapse.lapses(of: timeline),
            commission: CommissionClock(of: timeline, at: at, isSmallBusiness: false),
            isIntroductoryEligible: IntroductoryEligibility.isEligible(
                timeline, among: access.timelines, catalog: catalog, at: at),
            notifications: notifications, evidence: evidence(timeline.chain, notifications),
            grants: access.facts.grants, catalog: catalog,
            isServed: access.rules.serves(timeline.chain.id.environment, for: access.facts.customer),
            otherEnvironments: otherEnvironments, sharedTokens: [])
    }
}
