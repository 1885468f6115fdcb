/// What the store's keepers decided that access depends on.
public struct AccessRules: Hashable, Sendable {
    /// Which product unlocks what.
    public let catalog: Catalog
    /// The environments whose purchases give access.
    public let servedEnvironments: Set<AppStoreEnvironment>
    /// Whether the app is in Apple's Small Business Program.
    public let isSmallBusiness: Bool

    /// Rules of access.
    public init(
        catalog: Catalog = Catalog(), servedEnvironments: Set<AppStoreEnvironment> = [.production],
        isSmallBusiness: Bool = false
    ) {
        self.catalog = catalog
        self.servedEnvironments = servedEnvironments
        self.isSmallBusiness = isSmallBusiness
    }

    /// Whether purchases of an environment give a customer access; testers have their Sandbox purchases.
    public func serves(_ environment: AppStoreEnvironment, for customer: Customer) -> Bool {
        servedEnvironments.contains(environment) || (customer.isTester && environment == .sandbox)
    }
}
