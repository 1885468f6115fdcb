internal import Foundation
internal import GRDB
internal import Purchases

/// Answers already given, so that a retry after a lost acknowledgement does nothing twice.
enum Idempotency {
    /// What is kept of a grant's answer; the grant itself has its row.
    struct Answer: Codable {
        let grant: GrantID
        let before: EntitlementAccess
        let after: EntitlementAccess
        let gained: TimeLength?
        let allowance: GrantAllowance
    }

    /// The answer given under a key; nil when the key is new.
    static func answer(_ key: String?, _ request: GrantRequest, _ db: Database) throws -> GrantOutcome? {
        guard let key, let row = try db.row("SELECT * FROM idempotency WHERE key = ?", [key]) else {
            return nil
        }
        guard row["request_hash"] as String == (try hash(request)) else {
            throw StoreError(
                .conflict, "the key \(key) was used for something else", remedy: "use a new key")
        }
        let text: String = row["result"]
        let answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
        guard let grant = try GrantTable.find(answer.grant, db) else {
            throw StoreError(
                .damaged, "grant \(answer.grant) is missing", remedy: "run `makegood audit verify`")
        }
        return GrantOutcome(
            grant: grant, before: answer.before, after: answer.after, gained: answer.gained, isReplay: true,
            allowance: answer.allowance, excess: nil, owed: nil, warnings: [])
    }

    /// Keeps the answer given under a key.
    static func keep(
        _ outcome: GrantOutcome, _ request: GrantRequest, key: String?, _ writing: StoreTransaction
    )
        throws
    {
        guard let key else { return }
        let answer = Answer(
            grant: outcome.grant.id, before: outcome.before, after: outcome.after, gained: outcome.gained,
            allowance: outcome.allowance)
        try writing.db.run(
            "INSERT INTO idempotency (key, request_hash, result, at_ms) VALUES (?, ?, ?, ?)",
            [key, try hash(request), try ColumnText.json(answer), writing.now.milliseconds])
    }

    private static func hash(_ request: GrantRequest) throws -> String {
        AuditHash.hex("grant" + (try ColumnText.json(request)))
    }
}
