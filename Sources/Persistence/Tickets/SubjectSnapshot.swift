package import Purchases

/// Where a ticket or a customer stands, and what was done about it since somebody looked: what a form compares before it
/// sends what was typed over news that nobody has seen.
package struct SubjectSnapshot: Equatable, Sendable {
    /// A place in the store's history, from which on something is news.
    package struct Mark: Hashable, Sendable {
        let change: Int64
        let audit: Int64
        let version: Int?
    }

    /// The ticket; nil when none was asked about or it is unknown.
    package let ticket: Ticket?
    /// The place in history at which this was read.
    package let mark: Mark
    /// Whether the ticket, or without one the customer, changed since the mark that was given.
    package let isNews: Bool
    /// What people did about it since then, newest first, the last few.
    package let deeds: [AuditEntry]
}

/// Where a ticket stands, or without one a customer; with a mark also what happened since then.
package struct SubjectSnapshotQuery: StoreQuery {
    package let ticket: TicketID?
    package let customer: AppUserID?
    let mark: SubjectSnapshot.Mark?

    package init(of ticket: TicketID?, customer: AppUserID?, since mark: SubjectSnapshot.Mark? = nil) {
        (self.ticket, self.customer, self.mark) = (ticket, customer, mark)
    }

    package func page(in reading: StoreReading) throws -> SubjectSnapshot {
        try SubjectSnapshotReading(db: reading.db, id: ticket, customer: customer).standing(since: mark)
    }
}

/// Reads where a ticket or a customer stands.
private struct SubjectSnapshotReading {
    let db: Connection
    let id: TicketID?
    let customer: AppUserID?

    /// So many deeds are told; more of them nobody reads beside a form.
    private static let limit = 3
    /// Looking changes nothing, and neither does what was refused.
    private static let quiet = [AuditAction.reveal, .revealOnce, .export, .refused].map {
        "'\($0.rawValue)'"
    }.joined(separator: ", ")

    func standing(since mark: SubjectSnapshot.Mark?) throws -> SubjectSnapshot {
        let ticket = try id.flatMap { try TicketTable.find($0, in: db) }
        let now = SubjectSnapshot.Mark(
            change: try ChangeRows.newest(db),
            audit: try db.value("SELECT max(sequence) FROM audit") ?? 0, version: ticket?.version)
        guard let mark else { return SubjectSnapshot(ticket: ticket, mark: now, isNews: false, deeds: []) }
        let isNews = id == nil ? try customerChanged(since: mark.change) : ticket?.version != mark.version
        return SubjectSnapshot(
            ticket: ticket, mark: now, isNews: isNews, deeds: isNews ? try deeds(since: mark.audit) : [])
    }

    private func customerChanged(since sequence: Int64) throws -> Bool {
        guard let customer else { return false }
        return try db.exists(
            "SELECT 1 FROM change_log WHERE sequence > ? AND entity = ? AND id = ?",
            [sequence, Entity.customer.rawValue, customer.rawValue])
    }

    private func deeds(since sequence: Int64) throws -> [AuditEntry] {
        let subject = id.map(AuditSubject.ticket) ?? customer.map(AuditSubject.customer)
        guard let subject else { return [] }
        let entries = try db.map(
            """
            \(AuditLog.selection) WHERE a.action NOT IN (\(SubjectSnapshotReading.quiet)) AND a.sequence IN
                (SELECT sequence FROM audit_subjects WHERE id = ? AND kind = ? AND sequence > ?)
            ORDER BY a.sequence DESC LIMIT \(SubjectSnapshotReading.limit)
            """, [subject.id, subject.kind, sequence], AuditLog.entry)
        return try entries.map { try AuditLog.legible($0, in: db) }
    }
}
