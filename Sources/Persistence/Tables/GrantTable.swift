internal import Foundation
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

/// A grant's whole row, as its audit entry proves it.
struct GrantRecord: Encodable {
    let id: Int64
    let appUserId: String
    let entitlement: String
    let startsAtMs: Int64
    let endsAtMs: Int64?
    let reason: String
    let note: String?
    let ticketId: Int64?
    let reference: String?
    let grantedBy: String
    let grantedAtMs: Int64
    /// Nil for no, so that entries from before the column was there still are what they say.
    let isRestitution: Bool?

    /// The record of a row, its revocation left out: that has an entry of its own.
    init(_ row: Row) {
        id = row["id"]
        appUserId = row["app_user_id"]
        entitlement = row["entitlement"]
        startsAtMs = row["starts_at_ms"]
        endsAtMs = row["ends_at_ms"]
        reason = row["reason"]
        note = row["note"]
        ticketId = row["ticket_id"]
        reference = row["reference"]
        grantedBy = row["granted_by"]
        grantedAtMs = row["granted_at_ms"]
        isRestitution = (row["is_restitution"] as Bool) ? true : nil
    }

    /// The details of its audit entry.
    func details() throws -> String { try AuditDraft.json(["grant": self]) }
}

/// A grant's revocation, as its audit entry proves it.
struct RevocationRecord: Encodable {
    let id: Int64
    let appUserId: String
    let revokedAtMs: Int64
    let revokedBy: String?
    let reason: String?
    let note: String?

    /// The record of a row; nil when it is not revoked.
    init?(_ row: Row) {
        guard let revokedAtMs: Int64 = row["revoked_at_ms"] else { return nil }
        self.revokedAtMs = revokedAtMs
        id = row["id"]
        appUserId = row["app_user_id"]
        revokedBy = row["revoked_by"]
        reason = row["revoked_reason"]
        note = row["revoked_note"]
    }

    /// The details of its audit entry.
    func details() throws -> String { try AuditDraft.json(["revocation": self]) }
}

/// What the details of an audit entry say a grant's number is.
private struct NumberedDeed: Decodable {
    let id: Int64
}

/// Reads which grant an audit entry tells of.
enum GrantAuditDetails {
    /// The grant that was given.
    static func grant(in details: String) -> Int64? { read("grant", details) }

    /// The grant that was ended.
    static func revocation(in details: String) -> Int64? { read("revocation", details) }

    private static func read(_ key: String, _ details: String) -> Int64? {
        (try? JSONDecoder().decode([String: NumberedDeed].self, from: Data(details.utf8)))?[key]?.id
    }
}
