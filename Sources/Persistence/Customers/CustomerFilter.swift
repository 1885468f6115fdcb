public import Purchases

/// Which customers a list shows.
public struct CustomerFilter: Hashable, Sendable {
    /// Those with a chain of that status at the moment asked for.
    public var status: ChainStatus?
    /// Those with a chain whose last purchase was of that product.
    public var product: ProductID?
    /// Those with a chain that will not renew.
    public var renewalIsOff: Bool

    /// A filter; without values it shows everybody.
    public init(status: ChainStatus? = nil, product: ProductID? = nil, renewalIsOff: Bool = false) {
        (self.status, self.product, self.renewalIsOff) = (status, product, renewalIsOff)
    }

    /// Whether everybody is shown.
    public var isEmpty: Bool { status == nil && product == nil && !renewalIsOff }
}
