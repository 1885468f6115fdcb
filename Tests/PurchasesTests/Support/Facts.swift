import Purchases

/// A document's standing on a day.
func document(_ time: Instant, signed: Bool = false, digest: String = "00") -> Precedence {
    Precedence(documentTime: time, isSigned: signed, digest: digest)
}

/// One purchase as one document tells it; the document is made at the purchase unless said otherwise.
func bought(
    _ id: String = "1", product: String = "monthly", from: Double, to: Double? = nil, line: String? = nil,
    told: Precedence? = nil, knownAt: Instant? = nil, _ change: (inout TransactionValues) -> Void = { _ in }
) -> Transaction {
    bought(
        id, product: product, from: day(from), to: to.map { day($0) }, line: line, told: told,
        knownAt: knownAt,
        change)
}

/// One purchase between two moments.
func bought(
    _ id: String, product: String, from: Instant, to: Instant?, line: String? = nil, told: Precedence? = nil,
    knownAt: Instant? = nil, _ change: (inout TransactionValues) -> Void = { _ in }
) -> Transaction {
    var values = TransactionValues()
    values.productID = ProductID(product)
    values.purchasedAt = from
    values.expiresAt = to
    values.webOrderLineItemID = line.map { WebOrderLineItemID($0) }
    values.revocation = TransactionValues.RevocationStatement.none
    change(&values)
    let standing = told ?? document(from)
    let telling = TransactionObservation(
        transactionID: TransactionID(id), originalTransactionID: OriginalTransactionID("1"),
        environment: .production, values: values)
    return Transaction(telling, precedence: standing, knownAt: knownAt ?? standing.documentTime)
}

/// A revocation on a day.
func revoked(
    _ time: Double, kind: Revocation.Kind? = nil, percentage: Int? = nil
) -> TransactionValues.RevocationStatement {
    .revoked(Revocation(at: day(time), toldKind: kind, percentage: percentage))
}

/// Renewal information of a document made on a day.
func renewal(
    _ time: Double, extent: RenewalInfo.Extent = .whole, retry: Bool? = nil, grace: Double? = nil,
    autoRenew: Bool? = nil, intent: Int? = nil, digest: String = "00"
) -> RenewalInfo {
    var info = RenewalInfo(
        precedence: document(day(time), digest: digest), knownAt: day(time), extent: extent)
    info.isInBillingRetry = retry
    info.gracePeriodExpiresAt = grace.map { day($0) }
    info.autoRenew = autoRenew
    info.expirationIntent = intent
    return info
}

/// The terms of a payment of a commitment of twelve.
func payment(_ number: Int, plan: String? = "MONTHLY", until end: Double? = nil) -> BillingTerms {
    var terms = BillingTerms()
    (terms.plan, terms.period, terms.periods) = (plan, number, 12)
    terms.endsAt = end.map { day($0) }
    return terms
}

/// A chain of purchases and renewal information, its newest document being the newest of them.
func chain(
    id: String = "1", in environment: AppStoreEnvironment = .production, _ transactions: [Transaction],
    _ renewals: [RenewalInfo] = [], newest: Instant? = nil
) -> Chain {
    let times =
        transactions.flatMap { $0.told.tellings.map(\.precedence.documentTime) }
        + renewals.map(\.precedence.documentTime)
    return Chain(
        id: ChainID(OriginalTransactionID(id), in: environment), transactions: transactions,
        renewals: renewals,
        newestDocumentAt: newest ?? times.max(), newestKnownAt: newest ?? times.max())
}

/// The timelines of one customer's chains.
func timelines(_ chains: Chain..., catalog: Catalog = .example) -> [ChainTimeline] {
    ChainTimeline.timelines(of: chains, catalog: catalog)
}

/// The timeline of a customer's only chain.
func timeline(_ chain: Chain, catalog: Catalog = .example) -> ChainTimeline {
    ChainTimeline.timelines(of: [chain], catalog: catalog)[0]
}

extension Catalog {
    /// One product of every kind; `monthly` and `yearly` share a group.
    static let example = Catalog([
        Product(id: ProductID("monthly"), kind: .autoRenewable, entitlements: [premium], group: plans),
        Product(
            id: ProductID("yearly"), kind: .autoRenewable, entitlements: [premium, extras], group: plans),
        Product(
            id: ProductID("pass"), kind: .nonRenewing, entitlements: [premium], period: CalendarPeriod("P7D")),
        Product(
            id: ProductID("month_pass"), kind: .nonRenewing, entitlements: [premium],
            period: CalendarPeriod("P1M")),
        Product(id: ProductID("forever"), kind: .nonConsumable, entitlements: [premium]),
        Product(id: ProductID("free"), kind: .free, entitlements: [EntitlementID("reader")]),
        Product(id: ProductID("coins"), kind: .consumable),
    ])

    static let premium = EntitlementID("premium")
    static let extras = EntitlementID("extras")
    static let plans = SubscriptionGroupID("plans")
}

/// A grant of premium to the example customer.
func grant(
    _ id: String = "g1", _ from: Double, _ until: Double?, revoked: Double? = nil,
    entitlement: EntitlementID = Catalog.premium
) -> Grant {
    Grant(
        id: GrantID(id), customer: AppUserID("u_1"), entitlement: entitlement, startsAt: day(from),
        endsAt: until.map { day($0) }, reason: "outage", grantedBy: AgentName("mia"), grantedAt: day(from),
        revokedAt: revoked.map { day($0) })
}

/// A bridge from one day to another.
func bridge(_ id: String, _ from: Double, _ until: Double, revoked: Double? = nil) -> Grant {
    var bridge = grant(id, from, until, revoked: revoked)
    bridge.reason = Grant.bridgeReason
    return bridge
}

/// The access of the example customer.
func access(
    _ chains: [Chain] = [], grants: [Grant] = [], tester: Bool = false, catalog: Catalog = .example,
    serving: Set<AppStoreEnvironment> = [.production], owed: [OwedPurchase] = []
) -> CustomerAccess {
    let customer = Customer(
        id: AppUserID("u_1"), values: CustomerValues(name: "山田 太郎"), isTester: tester)
    return CustomerAccess(
        facts: CustomerFacts(customer: customer, chains: chains, grants: grants, owed: owed),
        rules: AccessRules(catalog: catalog, servedEnvironments: serving))
}
