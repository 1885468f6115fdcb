public import Purchases

/// Someone, or some program, that may use the store.
public struct AgentRecord: Hashable, Sendable {
    /// The login.
    public let login: AgentName
    /// What it is trusted with.
    public let role: Role
    /// Since when.
    public let since: Instant
}
