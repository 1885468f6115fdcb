package import Purchases

/// A page of the audit log.
package struct AuditPage: Hashable, Sendable {
    /// The entries, newest first.
    package internal(set) var entries: [AuditEntry]
    /// What to give as `after` for the next page; nil at the end.
    package let next: Int64?
}

/// The audit log, newest first.
///
/// `about` is the name of a customer, chain, ticket, grant, agent or setting, with its kind before a colon where the name
/// alone is not clear (`grant:5`). `action` is one of ``AuditAction`` or the word before its dot. `after` is the last
/// sequence of the page before.
package struct AuditQuery: StoreQuery {
    let filter: AuditReading.Filter
    package let after: Int64?
    package let limit: Int

    package init(
        about: String? = nil, by agent: AgentName? = nil, action: String? = nil, since: Instant? = nil,
        after: Int64? = nil, limit: Int = 100
    ) {
        filter = AuditReading.Filter(about: about, agent: agent, action: action, since: since)
        (self.after, self.limit) = (after, limit)
    }

    package func page(in reading: StoreReading) throws -> AuditPage {
        try AuditReading(filter: filter, db: reading.db).page(before: after ?? .max, limit: limit)
    }
}

/// Reads the audit log, page by page.
struct AuditReading {
    /// Which entries.
    struct Filter: Hashable {
        /// Only those about this, with its kind before a colon where the name alone is not clear.
        let about: String?
        /// Only this agent's.
        let agent: AgentName?
        /// Only this action, or all of a kind: `ticket` stands for `ticket.write_off` too.
        let action: String?
        /// Only since this moment.
        let since: Instant?
    }

    /// Which entries.
    let filter: Filter
    let db: Connection

    /// Those before a sequence, newest first.
    func page(before sequence: Int64, limit: Int) throws -> AuditPage {
        var (conditions, values) = (["a.sequence < ?"], [sequence] as BoundValues)
        if let agent = filter.agent {
            conditions.append("a.agent = ?")
            values += [agent.rawValue]
        }
        if let action = filter.action {
            // A range instead of a pattern: an action is compared as it is written, whatever signs are in it. `/`
            // follows `.` in ASCII, so that the range holds all that begins with the word and a dot.
            conditions.append("(a.action = ? OR a.action >= ? AND a.action < ?)")
            values += [action, "\(action).", "\(action)/"]
        }
        if let since = filter.since {
            conditions.append("a.at_ms >= ?")
            values += [since.milliseconds]
        }
        if let about = filter.about {
            conditions.append("a.sequence IN (\(AuditReading.subjects))")
            values += [about] + AuditReading.parts(about)
        }
        let entries = try db.map(
            """
            \(AuditLog.selection) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY a.sequence DESC LIMIT ?
            """, values + [limit + 1], AuditLog.entry
        ).map { try AuditLog.legible($0, in: db) }
        let shown = Array(entries.prefix(limit))
        return AuditPage(entries: shown, next: entries.count > limit ? shown.last?.sequence : nil)
    }

    private static let subjects = """
        SELECT sequence FROM audit_subjects WHERE id = ?
        UNION SELECT sequence FROM audit_subjects WHERE kind = ? AND id = ?
        """

    /// The kind and the name, of a text with a colon.
    private static func parts(_ about: String) -> BoundValues {
        let colon = about.firstIndex(of: ":")
        let name = colon.map { String(about[about.index(after: $0)...]) }
        return [colon.map { String(about[..<$0]) }, name]
    }
}
