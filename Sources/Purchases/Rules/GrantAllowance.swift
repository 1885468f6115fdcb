/// What the policy still allows an agent.
public struct GrantAllowance: Hashable, Codable, Sendable {
    /// The longest single grant.
    public let longest: TimeLength
    /// The time that may still be given to the customer.
    public let customer: TimeLength
    /// The grants that the agent may still give in these 24 hours.
    public let grants: Int
}
