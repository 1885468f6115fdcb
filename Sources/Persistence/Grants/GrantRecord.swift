internal import GRDB

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
