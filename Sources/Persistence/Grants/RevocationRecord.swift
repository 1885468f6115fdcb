internal import GRDB

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
