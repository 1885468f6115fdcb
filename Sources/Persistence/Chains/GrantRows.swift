import GRDB
import Purchases

/// Grants as their table keeps them.
enum GrantRows {
    /// All grants to a customer, oldest first.
    static func all(of customer: AppUserID, _ db: Database) throws -> [Grant] {
        try db.rows(
            "SELECT * FROM grants WHERE app_user_id = ? ORDER BY granted_at_ms, id", [customer.rawValue]
        )
        .map(read)
    }

    /// All grants given with a ticket or with a duplicate of it, oldest first.
    static func all(ofTicket ticket: Int64, _ db: Database) throws -> [Grant] {
        try db.rows(
            """
            SELECT * FROM grants WHERE ticket_id = ?1
              OR ticket_id IN (SELECT id FROM tickets WHERE merged_into = ?1) ORDER BY granted_at_ms, id
            """, [ticket]
        ).map(read)
    }

    /// The grant of that name; nil when there is none.
    static func find(_ id: GrantID, _ db: Database) throws -> Grant? {
        guard let number = Int64(id.rawValue) else { return nil }
        return try db.row("SELECT * FROM grants WHERE id = ?", [number]).map(read)
    }

    /// Reads a grant.
    static func read(_ row: Row) -> Grant {
        Grant(
            id: GrantID(String(row["id"] as Int64)), customer: AppUserID(row["app_user_id"]),
            entitlement: EntitlementID(row["entitlement"]),
            startsAt: row.instant("starts_at_ms") ?? .earliest, endsAt: row.instant("ends_at_ms"),
            reason: row["reason"], note: row["note"],
            ticket: (row["ticket_id"] as Int64?).map { TicketID(String($0)) }, reference: row["reference"],
            grantedBy: AgentName(row["granted_by"]), grantedAt: row.instant("granted_at_ms") ?? .earliest,
            revokedAt: row.instant("revoked_at_ms"))
    }
}
