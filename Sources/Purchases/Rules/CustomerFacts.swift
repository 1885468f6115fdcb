/// Everything known of a customer that access depends on.
public struct CustomerFacts: Hashable, Sendable {
    /// The customer.
    public let customer: Customer
    /// The chains that are the customer's.
    public let chains: [Chain]
    /// The grants given, revoked ones too.
    public let grants: [Grant]
    /// The purchases that were paid and not delivered, the worst first: those of unresolved tickets.
    public let owed: [OwedPurchase]

    /// A customer's facts.
    public init(
        customer: Customer, chains: [Chain] = [], grants: [Grant] = [], owed: [OwedPurchase] = []
    ) {
        (self.customer, self.chains, self.grants) = (customer, chains, grants)
        self.owed = owed.sorted(by: OwedPurchase.precedes)
    }

    /// The same after a grant, which settles what its ticket owes.
    public func adding(_ grant: Grant) -> CustomerFacts {
        CustomerFacts(
            customer: customer, chains: chains, grants: grants + [grant],
            owed: owed.filter { $0.ticket != grant.ticket })
    }
}
