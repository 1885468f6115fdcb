package import Foundation
package import Purchases

/// What is in quarantine, the newest first; `after` is the number of the last one of the page before.
///
/// Documents get in by ``QuarantineTable``, and out by `QuarantineRetry` in `Intake`.
package struct QuarantineQuery: StoreQuery {
    let after: Int64?
    let limit: Int

    package init(after: Int64? = nil, limit: Int = 50) { (self.after, self.limit) = (after, limit) }

    package func page(in reading: StoreReading) throws -> [QuarantinedDocument] {
        try reading.db.map(
            """
            \(Store.selection) WHERE id < ? AND dropped_ms IS NULL AND retried_ms IS NULL
            ORDER BY id DESC LIMIT ?
            """, [after ?? .max, limit], Store.quarantined)
    }
}

extension Store {
    /// Everything in quarantine, or all that was refused for one reason, the oldest first and without bytes.
    package func quarantineEntries(refusedFor reason: String? = nil) throws(StoreError) -> [QuarantineEntry] {
        try read { db in
            try db.map(
                """
                SELECT id, source, reason, bytes, CASE WHEN length(body) = bytes AND bytes > 0 THEN 1 ELSE 0 END,
                  customer, forced_kind
                FROM quarantine WHERE dropped_ms IS NULL AND retried_ms IS NULL
                  AND (CAST(?1 AS TEXT) IS NULL OR reason = ?1)
                ORDER BY id
                """, [reason]
            ) { row in
                QuarantineEntry(
                    id: try row[0], source: try row[1], reason: try row[2], byteCount: try row[3],
                    isWhole: try row[4], customer: row[5], forcedKind: row[6])
            }
        }
    }

    /// The reports that wait in quarantine for their ration, the oldest first, those after a number.
    ///
    /// - Throws: `StoreError`: damaged, busy.
    package func rationedReports(after number: Int64 = 0, limit: Int = 100) throws(StoreError)
        -> [QuarantinedDocument]
    {
        try read { db in
            try db.map(
                """
                \(Store.selection) INDEXED BY quarantine_rationed
                WHERE reason = 'rationed' AND dropped_ms IS NULL AND retried_ms IS NULL AND id > ?
                  AND erased_ms IS NULL
                ORDER BY id LIMIT ?
                """, [number, limit], Store.quarantined)
        }
    }

    /// One document in quarantine; nil when there is none of that number.
    package func quarantined(_ id: Int64) throws(StoreError) -> QuarantinedDocument? {
        try read { db in
            try db.first(
                "\(Store.selection) WHERE id = ? AND dropped_ms IS NULL AND retried_ms IS NULL", [id],
                Store.quarantined)
        }
    }

    /// Drops a document from quarantine; its row stays, marked.
    ///
    /// - Throws: `StoreError`: not found; refused for anybody but leads.
    package func dropQuarantined(_ id: Int64, by agent: AgentName, at now: Instant) throws(StoreError) {
        try settle(id, as: .quarantineDrop, change: "dropped_ms = ?1, dropped_by = ?2", by: agent, at: now)
    }

    /// Notes that a document in quarantine was taken in after all.
    ///
    /// - Throws: `StoreError`: not found; refused by role.
    package func releaseQuarantined(_ id: Int64, by agent: AgentName, at now: Instant) throws(StoreError) {
        try settle(id, as: .quarantineRetry, change: "retried_ms = ?1, dropped_by = ?2", by: agent, at: now)
    }

    /// Notes that documents in quarantine were taken in after all, as one act for every thousand.
    ///
    /// - Throws: `StoreError`: refused by role; busy. Those that are no longer there are passed over.
    package func releaseQuarantined(_ ids: [Int64], by agent: AgentName, at now: Instant) throws(StoreError) {
        for start in stride(from: 0, to: ids.count, by: 1000) {
            try release(ids[start..<min(start + 1000, ids.count)], by: agent, at: now)
        }
    }

    private func release(_ ids: ArraySlice<Int64>, by agent: AgentName, at now: Instant) throws(StoreError) {
        try write(.quarantineRetry, by: agent, at: now) { writing in
            var released: [Int64] = []
            for id in ids {
                try writing.db.run(
                    """
                    UPDATE quarantine SET retried_ms = ?, dropped_by = ?
                    WHERE id = ? AND dropped_ms IS NULL AND retried_ms IS NULL
                    """, [now.milliseconds, agent.rawValue, id])
                guard writing.db.changes > 0 else { continue }
                released.append(id)
                try writing.changed(.quarantine, String(id))
            }
            guard !released.isEmpty else { return .nothing(()) }
            return .done((), try AuditDraft("quarantine", ["documents": released]))
        }
    }

    /// Marks a document as dropped or as taken in; either way `dropped_by` says who did it.
    private func settle(
        _ id: Int64, as action: AuditAction, change: String, by agent: AgentName, at now: Instant
    ) throws(StoreError) {
        try write(action, by: agent, at: now) { writing in
            let known = try writing.db.first(
                "\(Store.selection) WHERE id = ? AND dropped_ms IS NULL AND retried_ms IS NULL", [id],
                Store.quarantined)
            guard let document = known else { throw StoreError.unknown(.quarantined(id)) }
            try writing.db.run(
                "UPDATE quarantine SET \(change) WHERE id = ?3", [now.milliseconds, agent.rawValue, id])
            try writing.changed(.quarantine, String(id))
            let details = ["source": document.source, "reason": document.reason]
            return .done((), try AuditDraft(String(id), details))
        }
    }

    fileprivate static let selection = """
        SELECT id, source, kind, reason, detail, received_ms, bytes, customer, forced_kind, body FROM quarantine
        """

    fileprivate static func quarantined(_ row: StoredRow) throws -> QuarantinedDocument {
        QuarantinedDocument(
            id: try row[0], source: try row[1], kind: row[2], reason: try row[3], detail: row[4],
            receivedAt: try row[5], byteCount: try row[6], customer: row[7], forcedKind: row[8],
            body: try row[9])
    }
}

/// A document in quarantine without its bytes, for whoever works on many.
package struct QuarantineEntry: Hashable, Sendable {
    package let id: Int64
    package let source: String
    /// Why it was not taken in, for machines.
    package let reason: String
    /// How many bytes it had.
    package let byteCount: Int
    /// Whether all of them were kept, and there were any.
    package let isWhole: Bool
    /// The customer whom whoever brought it named.
    package let customer: AppUserID?
    /// The kind that whoever brought it forced.
    package let forcedKind: String?
}

/// A document that could not be taken in, as quarantine keeps it.
package struct QuarantinedDocument: Hashable, Sendable {
    package let id: Int64
    package let source: String
    /// What kind it seems to be.
    package let kind: String?
    /// Why it was not taken in, for machines.
    package let reason: String
    /// Why, for people; it may quote what the document says. Nil once a person whom it names was erased.
    package let detail: FreeText?
    /// When it was brought.
    package let receivedAt: Instant
    /// How many bytes it had.
    package let byteCount: Int
    /// The customer whom whoever brought it named.
    package let customer: AppUserID?
    /// The kind that whoever brought it forced.
    package let forcedKind: String?
    /// Its bytes with secrets masked.
    package let body: Data
}
