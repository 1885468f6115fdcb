internal import GRDB
public import Purchases

extension Store {
    /// A page of the audit log, newest first.
    ///
    /// `about` is the name of a customer, chain, ticket, grant, agent or setting, with its kind before a colon where
    /// the name alone is not clear (`grant:5`). `after` is the last sequence of the page before.
    public func audit(
        about: String? = nil, by agent: AgentName? = nil, since: Instant? = nil, after: Int64? = nil,
        limit: Int = 100
    ) throws -> AuditPage {
        try read { db in
            let rows = try db.rows(
                """
                SELECT a.* FROM audit a
                WHERE a.sequence < ?1 AND (?2 IS NULL OR a.agent = ?2) AND (?3 IS NULL OR a.at_ms >= ?3)
                    AND (?4 IS NULL OR a.sequence IN (
                        SELECT sequence FROM audit_subjects WHERE id = ?4
                        UNION SELECT sequence FROM audit_subjects WHERE id = ?5 AND kind = ?6))
                ORDER BY a.sequence DESC LIMIT ?7
                """,
                [
                    after ?? .max, agent?.rawValue, since?.milliseconds, about, Store.name(about),
                    Store.kind(about), limit + 1,
                ])
            let entries = rows.prefix(limit).map(AuditLog.entry)
            return AuditPage(entries: entries, next: rows.count > limit ? entries.last?.sequence : nil)
        }
    }

    private static func kind(_ about: String?) -> String? {
        about?.split(separator: ":", maxSplits: 1).first.map(String.init)
    }

    private static func name(_ about: String?) -> String? {
        about?.firstIndex(of: ":").flatMap { colon in about.map { String($0[$0.index(after: colon)...]) } }
    }
}
