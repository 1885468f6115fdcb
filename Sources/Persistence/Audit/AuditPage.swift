/// A page of the audit log.
public struct AuditPage: Hashable, Sendable {
    /// The entries, newest first.
    public let entries: [AuditEntry]
    /// What to give as `after` for the next page; nil at the end.
    public let next: Int64?
}
