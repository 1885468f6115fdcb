/// What an agent is trusted with.
public enum Role: String, Hashable, Codable, Sendable, CaseIterable {
    /// Reads, masked.
    case viewer
    /// Helps customers, within limits.
    case agent
    /// Decides everything.
    case lead
    /// A program that brings documents.
    case service

    /// Whether the role may do something.
    public func may(_ permission: Permission) -> Bool {
        switch self {
        case .lead: true
        case .agent: !permission.isLeadsAlone
        case .viewer: permission == .read
        case .service: permission == .importDocuments
        }
    }
}
