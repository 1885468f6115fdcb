public import Purchases

/// A shared secret of version 1 notifications, which the store can recognise but not show.
public struct SharedSecret: Hashable, Sendable {
    /// Its number.
    public let id: Int64
    /// When it was added.
    public let addedAt: Instant
    /// Who added it.
    public let addedBy: AgentName
}
