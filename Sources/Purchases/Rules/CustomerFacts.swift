/// Everything known of a customer that access depends on.
public struct CustomerFacts: Hashable, Sendable {
    /// The customer.
    public let customer: Customer
    /// The chains that are the customer's.
    public let chains: [Chain]
    /// The grants given, revoked ones too.
    public let grants: [Grant]

    /// A customer's facts.
    public init(customer: Customer, chains: [Chain] = [], grants: [Grant] = []) {
        (self.customer, self.chains, self.grants) = (customer, chains, grants)
    }
}
