public import Purchases

/// One entry of the audit log.
public struct AuditEntry: Hashable, Sendable {
    /// Its place, from 1 without gaps.
    public let sequence: Int64
    /// When it was written.
    public let at: Instant
    /// Who did it.
    public let agent: AgentName
    /// What was done; one of ``AuditAction`` unless a newer program wrote it.
    public let action: String
    /// What it was done to.
    public let subject: String
    /// What was done, as JSON text.
    public let details: String
    /// The hash of the entry before it; 64 zeros for the first.
    public let previousHash: String
    /// Its hash.
    public let hash: String
}
