internal import Foundation
package import Purchases

/// One reviewed act that makes many customers good.
package struct Batch: Hashable, Sendable {
    /// How far it is.
    package typealias State = BatchState

    /// What was decided for everybody in it.
    package struct Plan: Hashable, Codable, Sendable {
        /// How long everybody is given.
        package let length: BatchLength
        /// The reason code.
        package let reason: String
        /// What the lead wrote.
        package let note: FreeText?
        /// The helpdesk's case.
        package let reference: String?
        /// The words of the filter that chose its tickets; nil for an incident, and for tickets that were named.
        package let words: String?
        /// Whether a second lead would have decided about it, in a store that had only one; nil where it was not so.
        package internal(set) var isWithoutSecondLead: Bool?
    }

    package internal(set) var id: BatchID
    /// The incident that it makes good; nil for tickets that were chosen otherwise.
    package internal(set) var incident: IncidentID?
    /// What was decided for everybody in it.
    package internal(set) var plan: Plan
    /// How far it is.
    package internal(set) var state: State
    /// How many customers it was to make good when it was planned.
    package internal(set) var customers: Int
    package internal(set) var plannedBy: AgentName
    package internal(set) var plannedAt: Instant
    /// Which second lead approved it; nil without one.
    package internal(set) var approvedBy: AgentName?
    /// When the last of its members was done; nil before.
    package internal(set) var finishedAt: Instant?
    /// When everything was taken back; nil where it was not.
    package internal(set) var cancelledAt: Instant?
    /// What a second lead is asked by; nil where none is needed.
    package internal(set) var request: RequestID?
    /// What became of its members so far.
    package internal(set) var counts: Counts

    /// What became of the members of a batch.
    package struct Counts: Hashable, Codable, Sendable {
        /// How many tickets it has.
        package var tickets = 0
        /// How many are still to be done.
        package var left = 0
        /// How many were granted, those that were taken back again not counted.
        package var granted = 0
        /// How many were granted and taken back with it.
        package var takenBack = 0
        /// How many were granted, and ended otherwise before they could be taken back with it.
        package var kept = 0
        /// How many give nothing, by the reason.
        package var excluded: [BatchExclusion: Int] = [:]

        /// How many give nothing in all.
        package var excludedInAll: Int { excluded.values.reduce(0, +) }
    }
}

extension Batch {
    /// How many of its tickets are done, of those that get something; while it is taken back, of its grants that go.
    package var progress: (done: Int, all: Int) {
        switch state {
        case .cancelling, .cancelled:
            let gone = counts.takenBack + counts.kept
            return (gone, gone + counts.granted)
        case .waiting, .running, .done, .declined:
            let due = counts.tickets - counts.excludedInAll
            return (due - counts.left, due)
        }
    }
}

/// What became of one ticket of a batch.
package enum BatchOutcome: Hashable, Sendable {
    case granted
    /// It was granted, and taken back with the batch.
    case cancelled
    /// It was granted, and ended otherwise before it could be taken back.
    case kept
    /// Nothing was given.
    case excluded(BatchExclusion)

    /// Reads a code; a reason that a newer program wrote is said as refused.
    package init(code: String) {
        switch code {
        case "granted": self = .granted
        case "cancelled": self = .cancelled
        case "kept": self = .kept
        default: self = .excluded(BatchExclusion(rawValue: code) ?? .refused)
        }
    }

    /// The word that machines know it by.
    package var code: String {
        switch self {
        case .granted: "granted"
        case .cancelled: "cancelled"
        case .kept: "kept"
        case .excluded(let exclusion): exclusion.rawValue
        }
    }
}

/// Batches and their members as their tables keep them.
enum BatchTable {
    private static let selection =
        "SELECT b.id, \(ColumnNames(of: Batch.self).selection(of: "b")) FROM batches b"

    /// The batch of that name, with what became of its members; nil when there is none.
    static func find(_ id: BatchID, in db: Connection) throws -> Batch? {
        try db.first("\(selection) WHERE b.id = ?", [id], read).map { try counted($0, in: db) }
    }

    /// The same without counting its members.
    static func bare(_ id: BatchID, in db: Connection) throws -> Batch? {
        try db.first("\(selection) WHERE b.id = ?", [id], read)
    }

    /// The batches below a number, newest first.
    static func page(below id: Int64, limit: Int, in db: Connection) throws -> [Batch] {
        try db.map("\(selection) WHERE b.id < ? ORDER BY b.id DESC LIMIT ?", [id, limit], read)
            .map { try counted($0, in: db) }
    }

    /// The batches that are not at their end, the oldest first.
    static func unfinished(limit: Int, in db: Connection) throws -> [Batch] {
        try db.map(
            """
            \(selection) WHERE b.state IN ('waiting', 'running', 'cancelling') ORDER BY b.id LIMIT ?
            """, [limit], read
        ).map { try counted($0, in: db) }
    }

    /// How many may be carried on: approved and not finished, begun and left in the middle, or half taken back.
    static func carriableCount(in db: Connection) throws -> CappedCount {
        // The first condition repeats that of the index `batches_unfinished`, so that SQLite uses it.
        CappedCount(
            try db.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM batches
                  WHERE state IN ('waiting', 'running', 'cancelling') AND state <> 'waiting' LIMIT ?) counted
                """, [CappedCount.cap + 1]) ?? 0)
    }

    /// The newest batches of an incident.
    static func all(of incident: IncidentID, in db: Connection) throws -> [Batch] {
        try db.map("\(selection) WHERE b.incident_id = ? ORDER BY b.id DESC LIMIT 20", [incident], read)
            .map { try counted($0, in: db) }
    }

    /// The batch that a key was used for, with the digest of its wish; nil when the key is new.
    static func used(_ key: String, in db: Connection) throws -> (id: BatchID, digest: String)? {
        try db.first("SELECT id, digest FROM batches WHERE key = ?", [key]) { (try $0[0], try $0[1]) }
    }

    private static func read(_ row: StoredRow) throws -> Batch {
        var batch = try Batch(row, after: 1)
        batch.id = try row[0]
        return batch
    }

    private static func counted(_ batch: Batch, in db: Connection) throws -> Batch {
        var (counted, counts) = (batch, Batch.Counts())
        let rows = try db.map(
            """
            SELECT CASE WHEN m.outcome = 'granted' AND g.revoked_at_ms IS NOT NULL THEN 'cancelled' ELSE m.outcome END,
              count(*)
            FROM batch_members m LEFT JOIN grants g ON g.id = m.grant_id WHERE m.batch_id = ? GROUP BY 1
            """, [batch.id]
        ) { (code: $0[0] as String?, count: try $0[1] as Int) }
        for row in rows {
            counts.tickets += row.count
            switch row.code.map(BatchOutcome.init(code:)) {
            case nil: counts.left += row.count
            case .granted?: counts.granted += row.count
            case .cancelled?: counts.takenBack += row.count
            case .kept?: counts.kept += row.count
            case .excluded(let exclusion)?: counts.excluded[exclusion, default: 0] += row.count
            }
        }
        counted.counts = counts
        return counted
    }

    /// Keeps a new batch; answers its name.
    static func insert(
        _ plan: Batch.Plan, incident: IncidentID?, key: String?, digest: String, state: Batch.State,
        customers: Int, in writing: StoreTransaction
    ) throws -> BatchID {
        var batch = Batch.unread
        (batch.incident, batch.plan, batch.state, batch.customers) = (incident, plan, state, customers)
        (batch.plannedBy, batch.plannedAt) = (writing.agent, writing.now)
        let row = StoredBatch(batch: batch, key: key, digest: digest)
        return BatchID(row: try StoredBatch.table.add(row, in: writing.db))
    }

    /// Keeps everybody in a batch, those that are left out with the reason.
    static func insert(
        _ members: [(ticket: TicketID, exclusion: BatchExclusion?)], of batch: BatchID,
        in writing: StoreTransaction
    ) throws {
        let rows = members.map {
            BatchMemberRow(
                batch: batch, ticket: $0.ticket, outcome: $0.exclusion?.rawValue,
                doneAt: $0.exclusion == nil ? nil : writing.now)
        }
        try BatchMemberRow.table.insert(rows, in: writing.db)
    }

    /// The next ticket of a batch that is still to be done; nil when there is none.
    static func nextLeft(of batch: BatchID, in db: Connection) throws -> Int64? {
        try db.value(
            """
            SELECT ticket_id FROM batch_members WHERE batch_id = ? AND outcome IS NULL
            ORDER BY ticket_id LIMIT 1
            """, [batch])
    }

    /// The next ticket of a batch whose grant is still to be taken back; nil when there is none.
    static func nextGranted(of batch: BatchID, in db: Connection) throws -> (ticket: Int64, grant: GrantID)? {
        try db.first(
            """
            SELECT ticket_id, grant_id FROM batch_members WHERE batch_id = ? AND outcome = 'granted'
            ORDER BY ticket_id LIMIT 1
            """, [batch]
        ) { (ticket: try $0[0], grant: try $0[1]) }
    }

    /// Notes what became of a ticket.
    static func mark(
        _ ticket: Int64, of batch: BatchID, as outcome: BatchOutcome, grant: GrantID? = nil,
        in writing: StoreTransaction
    ) throws {
        try writing.db.run(
            """
            UPDATE batch_members SET outcome = ?, grant_id = coalesce(?, grant_id), done_at_ms = ?
            WHERE batch_id = ? AND ticket_id = ?
            """, [outcome.code, grant, writing.now, batch, ticket])
    }

    static func move(_ batch: BatchID, to state: Batch.State, in writing: StoreTransaction) throws {
        try writing.db.run(
            """
            UPDATE batches SET state = ?1, version = version + 1,
              finished_at_ms = CASE WHEN ?1 = 'done' THEN ?2 ELSE finished_at_ms END,
              cancelled_at_ms = CASE WHEN ?1 = 'cancelled' THEN ?2 ELSE cancelled_at_ms END
            WHERE id = ?3
            """, [state, writing.now, batch])
        try writing.changed(.batch, batch.rawValue)
    }

    /// Notes by which request a second lead is asked.
    static func ask(_ batch: BatchID, by request: RequestID, in db: Connection) throws {
        try db.run("UPDATE batches SET request_id = ? WHERE id = ?", [request, batch])
    }

    /// Notes which second lead approved it.
    static func approve(_ batch: BatchID, in writing: StoreTransaction) throws {
        try writing.db.run(
            "UPDATE batches SET approved_by = ?, approved_at_ms = ? WHERE id = ?",
            [writing.agent, writing.now, batch])
    }
}

extension BatchState: ColumnValue {}

/// A batch, and the wish that it came of.
struct StoredBatch: TableRow {
    static let table = Table<StoredBatch>("batches", key: "id")
    static let unread = StoredBatch(batch: .unread, key: nil, digest: "")

    var batch: Batch
    /// The key that the wish was used with; nil without one.
    var key: String?
    /// The digest of the wish.
    var digest: String

    mutating func visit(_ columns: inout some ColumnVisitor) {
        batch.visit(&columns)
        columns.visit("key", &key)
        columns.visit("digest", &digest)
    }
}

extension Batch: TableValue {
    static let unread = Batch(
        id: BatchID(""), plan: Plan(length: .lost, reason: "", note: nil, reference: nil, words: nil),
        state: .waiting,
        customers: 0, plannedBy: AgentName(""), plannedAt: .earliest, counts: Counts())

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("incident_id", &incident)
        columns.visit("plan", requiredJSON: &plan)
        columns.visit("state", &state)
        columns.visit("customers", &customers)
        columns.visit("planned_by", &plannedBy)
        columns.visit("planned_at_ms", &plannedAt)
        columns.visit("approved_by", &approvedBy)
        columns.visit("finished_at_ms", &finishedAt)
        columns.visit("cancelled_at_ms", &cancelledAt)
        columns.visit("request_id", &request)
    }
}

/// A ticket of a batch as it is planned.
struct BatchMemberRow: TableRow {
    static let table = Table<BatchMemberRow>("batch_members", key: "batch_id", "ticket_id")
    static let unread = BatchMemberRow(batch: BatchID(""), ticket: TicketID(""), outcome: nil, doneAt: nil)

    var batch: BatchID
    var ticket: TicketID
    /// The code of what became of it; nil while it is to be done.
    var outcome: String?
    var doneAt: Instant?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("batch_id", &batch)
        columns.visit("ticket_id", &ticket)
        columns.visit("outcome", &outcome)
        columns.visit("done_at_ms", &doneAt)
    }
}
