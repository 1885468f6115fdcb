/// A chain or a grant that gives, gave or will give an entitlement.
public struct AccessSource: Hashable, Codable, Sendable {
    /// What gives it.
    public enum Origin: Hashable, Codable, Sendable {
        /// A transaction chain.
        case chain(OriginalTransactionID)
        /// A grant.
        case grant(GrantID)

        /// `chain` or `grant`.
        public var kind: String {
            switch self {
            case .chain: "chain"
            case .grant: "grant"
            }
        }

        /// The chain's or the grant's id.
        public var id: String {
            switch self {
            case .chain(let id): id.rawValue
            case .grant(let id): id.rawValue
            }
        }
    }

    /// What gives it.
    public let origin: Origin
    /// The uninterrupted time that matters at the moment asked for: the present one, else the last, else the next.
    public let span: Span?
    /// What the chain or the grant is at that moment.
    public let status: String
    /// Where the purchase was made; nil for a grant.
    public let environment: AppStoreEnvironment?
    /// Whether it counts and gives the entitlement at that moment.
    public let holds: Bool
}
