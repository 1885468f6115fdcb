package import Foundation
package import Purchases

/// Puts documents that could not be taken in into quarantine, for the time of one write; `DocumentWriter` in
/// `Persistence/Documents` calls it, and `Quarantine.swift` there lists them and notes what became of them.
///
/// Once a mistake is kept often enough, this write looks for it no more: a million of the same bytes cost the store
/// what a hundred do.
final class QuarantineTable {
    /// In how many places the same bytes, refused for the same reason, are kept †: a file of a million `{}` is one
    /// mistake, and the first of them stand for all.
    static let placesKept = 100
    /// How many rows of the same bytes are looked at, the newest: in them stands what is kept of those bytes.
    private static let rowsSeen = 4 * placesKept

    /// The same bytes, refused for the same reason: they may stand in many places.
    private struct Mistake: Hashable {
        let body: Data
        let reason: String
        let customer: AppUserID?
        let forcedKind: String?
    }

    private let db: Connection
    /// Mistakes of which nothing more is kept, as this write has seen: nobody else writes meanwhile.
    private var settled: Set<Mistake> = []

    /// The table, for the time of one write.
    init(_ db: Connection) { self.db = db }

    /// Keeps a rejected document; the same bytes refused for the same reason in the same place are kept once. Answers
    /// whether anything was kept.
    func keep(_ rejection: Rejection, at instant: Instant) throws -> Bool {
        let mistake = Mistake(
            body: rejection.body, reason: rejection.reason, customer: rejection.customer,
            forcedKind: rejection.forcedKind)
        guard !settled.contains(mistake) else { return false }
        let digest = ColumnText.digest(of: rejection.body)
        // Of the newest rows of these bytes: whether one was erased, in how many places this mistake is kept, and
        // whether this place is among those of its reason. `is_same`: the reason is the same, and the row still waits,
        // neither dropped nor tried again.
        let known = try db.first(
            """
            SELECT coalesce(max(CASE WHEN erased_ms IS NULL THEN 0 ELSE 1 END), 0),
              coalesce(sum(CASE WHEN is_same = 1 AND customer IS NOT DISTINCT FROM ?4
                AND forced_kind IS NOT DISTINCT FROM ?5 THEN 1 ELSE 0 END), 0),
              coalesce(max(CASE WHEN is_same = 1 AND source = ?3 THEN 1 ELSE 0 END), 0)
            FROM (SELECT erased_ms, source, customer, forced_kind, CASE WHEN reason = ?2 AND dropped_ms IS NULL
                AND retried_ms IS NULL THEN 1 ELSE 0 END AS is_same
              FROM quarantine WHERE sha256 = ?1 ORDER BY id DESC LIMIT ?6) seen
            """,
            [
                digest, rejection.reason, rejection.source, rejection.customer?.rawValue,
                rejection.forcedKind, QuarantineTable.rowsSeen,
            ]
        ) { row in (isErased: try row[0] as Bool, places: try row[1] as Int, isHere: try row[2] as Bool) }
        // Bytes that an erasure emptied are not kept again, or what named the person would be back.
        guard let known, !known.isErased, known.places < QuarantineTable.placesKept else {
            settled.insert(mistake)
            return false
        }
        guard !known.isHere else { return false }
        let row = QuarantineRow(digest: digest, rejection: rejection, receivedAt: instant)
        try QuarantineRow.table.insert(row, in: db)
        return true
    }
}

/// A document that was not taken in, and why; quarantine keeps it.
package struct Rejection: Error, Hashable, Sendable {
    /// Where it came from, such as `file:line` or `file#index`.
    package internal(set) var source: String
    /// What kind it seems to be; nil when nothing tells.
    package internal(set) var kind: String?
    /// Why, for machines.
    package internal(set) var reason: String
    /// Why, for people: what, where, what to do.
    package internal(set) var detail: String
    /// What is kept of its bytes, secrets masked; empty when nothing could be read, and in an import's report.
    package var body: Data
    /// How many bytes it had, before any were cut off.
    package internal(set) var byteCount: Int
    /// The customer whom whoever brought it named.
    package internal(set) var customer: AppUserID?
    /// The kind that whoever brought it forced.
    package var forcedKind: String?

    /// A document that could not be taken in.
    package init(
        source: String, kind: String?, reason: String, detail: String, body: Data, byteCount: Int,
        customer: AppUserID? = nil, forcedKind: String? = nil
    ) {
        self.source = source
        self.kind = kind
        self.reason = reason
        self.detail = detail
        self.body = body
        self.byteCount = byteCount
        self.customer = customer
        self.forcedKind = forcedKind
    }

    /// The same as a report names it: a run may reject many documents of a megabyte each.
    var withoutBody: Rejection {
        var rejection = self
        rejection.body = Data()
        return rejection
    }
}

/// A document that was not taken in, the digest of what is kept of its bytes, and when it was brought.
struct QuarantineRow: TableRow {
    static let table = Table<QuarantineRow>("quarantine", key: "id")
    static let unread = QuarantineRow(digest: "", rejection: .unread, receivedAt: .earliest)

    var digest: String
    var rejection: Rejection
    var receivedAt: Instant

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("sha256", &digest)
        rejection.visit(&columns)
        columns.visit("received_ms", &receivedAt)
    }
}

extension Rejection: TableValue {
    static let unread = Rejection(source: "", kind: nil, reason: "", detail: "", body: Data(), byteCount: 0)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("source", &source)
        columns.visit("kind", &kind)
        columns.visit("reason", &reason)
        columns.visit("detail", &detail)
        columns.visit("body", &body)
        columns.visit("bytes", &byteCount)
        columns.visit("customer", &customer)
        columns.visit("forced_kind", &forcedKind)
    }
}
