import Foundation
import GRDB
import Purchases

/// Reads which documents told a chain's facts: one look-up for all of them, not one for each.
enum EvidenceQuery {
    /// The documents of some digests.
    static func documents(_ digests: Set<String>, _ db: Database) throws -> [String: Evidence] {
        guard !digests.isEmpty else { return [:] }
        let wanted = String(decoding: try JSONEncoder().encode(digests.sorted()), as: UTF8.self)
        let found = try db.map(
            """
            SELECT d.sha256, d.id, d.kind, d.checked FROM json_each(?) w CROSS JOIN documents d ON d.sha256 = w.value
            """, [wanted]
        ) { row in (row[0] as String, evidence(row, after: 1)) }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// A document's number, kind and check, standing behind so many other columns.
    static func evidence(_ row: StoredRow, after start: Int) -> Evidence {
        let check = (row[start + 2] as String?).flatMap(StoreNotification.Check.init(rawValue:))
        return Evidence(document: row[start], kind: row[start + 1], check: check ?? .unchecked)
    }
}
