/// A product of the catalogue: what it is, what it unlocks, what it costs.
public struct Product: Hashable, Codable, Sendable {
    /// Its name in App Store Connect.
    public let id: ProductID
    /// What it is.
    public let kind: ProductKind
    /// What it unlocks.
    public let entitlements: [EntitlementID]
    /// How long one purchase lasts; told for non-renewing products, a fallback for others.
    public let period: CalendarPeriod?
    /// Its subscription group.
    public let group: SubscriptionGroupID?
    /// Its level inside the group, 1 being the highest.
    public let level: Int?
    /// Its list prices in thousandths, by ISO 4217 code.
    public let prices: [String: Int64]

    /// A product as the catalogue describes it.
    public init(
        id: ProductID, kind: ProductKind, entitlements: [EntitlementID] = [], period: CalendarPeriod? = nil,
        group: SubscriptionGroupID? = nil, level: Int? = nil, prices: [String: Int64] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.entitlements = entitlements
        self.period = period
        self.group = group
        self.level = level
        self.prices = prices
    }
}
