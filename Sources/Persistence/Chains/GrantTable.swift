import GRDB
import Purchases

/// Grants as their table keeps them.
enum GrantTable {
    /// Who took a grant back and why is for the audit log.
    private enum Column: Int, ColumnList {
        case id, appUserId, entitlement, startsAtMs, endsAtMs, reason, note, ticketId, reference, grantedBy,
            grantedAtMs, isRestitution, revokedAtMs
    }

    /// All grants to a customer, oldest first.
    static func all(of customer: AppUserID, _ db: Database) throws -> [Grant] {
        try db.map(
            "\(selection) WHERE app_user_id = ? ORDER BY granted_at_ms, id", [customer.rawValue]
        ) { read(Columns($0)) }
    }

    /// All grants given with a ticket or with a duplicate of it, oldest first.
    static func all(ofTicket ticket: Int64, _ db: Database) throws -> [Grant] {
        try db.map(
            """
            \(selection) WHERE ticket_id = ?1
              OR ticket_id IN (SELECT id FROM tickets WHERE merged_into = ?1) ORDER BY granted_at_ms, id
            """, [ticket]
        ) { read(Columns($0)) }
    }

    /// The grant of that name; nil when there is none.
    static func find(_ id: GrantID, _ db: Database) throws -> Grant? {
        guard let number = Int64(id.rawValue) else { return nil }
        return try db.first("\(selection) WHERE id = ?", [number]) { read(Columns($0)) }
    }

    private static let selection = "SELECT \(Column.selection()) FROM grants"

    private static func read(_ row: Columns<Column>) -> Grant {
        Grant(
            id: GrantID(String(row[.id] as Int64)), customer: AppUserID(row[.appUserId]),
            entitlement: EntitlementID(row[.entitlement]), startsAt: row.instant(.startsAtMs) ?? .earliest,
            endsAt: row.instant(.endsAtMs), reason: row[.reason], note: row[.note],
            ticket: (row[.ticketId] as Int64?).map { TicketID(String($0)) }, reference: row[.reference],
            grantedBy: AgentName(row[.grantedBy]), grantedAt: row.instant(.grantedAtMs) ?? .earliest,
            isRestitution: row[.isRestitution], revokedAt: row.instant(.revokedAtMs))
    }
}
