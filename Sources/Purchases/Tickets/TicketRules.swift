/// What the store's keepers decided that tickets depend on.
public struct TicketRules: Hashable, Sendable {
    /// Which product is what and costs how much.
    public let catalog: Catalog
    /// The environments in which failed purchases count.
    public let servedEnvironments: Set<AppStoreEnvironment>
    /// After how many failed verifications no tries are left.
    public let attemptLimit: Int

    /// Rules of tickets.
    public init(
        catalog: Catalog = Catalog(), servedEnvironments: Set<AppStoreEnvironment> = [.production],
        attemptLimit: Int = 5
    ) {
        self.catalog = catalog
        self.servedEnvironments = servedEnvironments
        self.attemptLimit = attemptLimit
    }

    /// How long an attempt may stay in a state before it counts as failed.†
    public static func patience(with step: PurchaseEvent.Step) -> TimeLength {
        step == .deferred ? .hours(48) : .hours(24)
    }

    /// How soon a charge must follow an attempt that failed to supersede it.†
    public static let supersedingWindow = TimeLength.hours(72)

    /// Whether only the app can say that a purchase was delivered.
    func isAppsToDeliver(_ purchase: Purchase) -> Bool {
        let kind = kind(of: purchase)
        return kind == .consumable || kind == .unknown
    }

    /// What was bought, as the App Store's record or the catalogue says.
    func kind(of purchase: Purchase) -> ProductKind {
        if let charge = purchase.charge { return charge.kind }
        return purchase.product.map { catalog.kind(of: $0, expires: false) } ?? .unknown
    }
}
