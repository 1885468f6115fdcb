internal import GRDB
public import Purchases

extension Store {
    /// A page of the audit log, newest first.
    ///
    /// `about` is the name of a customer, chain, ticket, grant, agent or setting, with its kind before a colon where
    /// the name alone is not clear (`grant:5`). `action` is one of ``AuditAction`` or the word before its dot. `after` is the last sequence of the page before.
    public func audit(
        about: String? = nil, by agent: AgentName? = nil, action: String? = nil, since: Instant? = nil,
        after: Int64? = nil, limit: Int = 100
    ) throws -> AuditPage {
        let filter = AuditQuery.Filter(about: about, agent: agent, action: action, since: since)
        return try read { try AuditQuery(filter: filter, db: $0).page(before: after ?? .max, limit: limit) }
    }
}
