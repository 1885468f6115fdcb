/// Whether the customer bought a transaction or has it through Family Sharing.
///
/// Source: Apple, `in_app_ownership_type`; missing means purchased.
public enum Ownership: String, Hashable, Codable, Sendable {
    /// The customer bought it.
    case purchased
    /// A family member bought it.
    case familyShared = "family_shared"
}
