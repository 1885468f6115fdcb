package import Purchases

/// What became of one ticket of a batch, as lists show it.
package struct BatchRow: Hashable, Sendable {
    /// The ticket as it is now.
    package internal(set) var ticket: Ticket
    /// What became of it; nil while it is still to be done.
    package let outcome: BatchOutcome?
    /// The grant; nil where nothing was given.
    package internal(set) var grant: Grant?
    package let doneAt: Instant?
}

/// A batch with what it came to so far, and a page of its members.
package struct BatchPage: Hashable, Sendable {
    package internal(set) var batch: Batch
    /// What its grants come to, those that were taken back not counted.
    package let figures: BatchFigures
    /// Until when it can be taken back; nil when it cannot, and while it is under way.
    package let cancelUntil: Instant?
    /// Its members, by ticket.
    package internal(set) var rows: [BatchRow]
    /// What to give as `after` for the next page; nil at the end.
    package let next: TicketID?
}

/// What the grants of a batch come to, those that were taken back not counted.
package struct BatchFigures: Hashable, Sendable {
    /// How many customers have them.
    package let customers: Int
    /// How much time is given in all, that without end not counted.
    package let given: TimeLength
    /// How many are without end.
    package let endless: Int
    /// What the customers had paid, by currency; never added up across currencies.
    package let money: [Money]
    /// Of how many nothing tells the price.
    package let unpriced: Int

    init(_ id: BatchID, in db: Connection) throws {
        // `m` is a member, `g` its grant, `t` its ticket.
        let granted = """
            batch_members m JOIN grants g ON g.id = m.grant_id JOIN tickets t ON t.id = m.ticket_id
            WHERE m.batch_id = ? AND m.outcome = 'granted'
              AND g.revoked_at_ms IS NULL
            """
        let sums = try db.first(
            """
            SELECT count(DISTINCT g.app_user_id), coalesce(sum(g.ends_at_ms - g.starts_at_ms), 0),
              count(*) - count(g.ends_at_ms) FROM \(granted)
            """, [id]
        ) { (customers: try $0[0] as Int, given: try $0[1] as Int64, endless: try $0[2] as Int) }
        (customers, endless) = (sums?.customers ?? 0, sums?.endless ?? 0)
        given = TimeLength(sums?.given ?? 0)
        let paid = try db.map(
            """
            SELECT \(LossTerms.currency("t")), coalesce(sum(\(LossTerms.milliunits("t"))), 0), count(*)
            FROM \(granted) GROUP BY 1 ORDER BY 1
            """, [id]
        ) { (currency: try $0[0] as String, sum: try $0[1] as Int64, count: try $0[2] as Int) }
        money = paid.filter { !$0.currency.isEmpty }.map { Money(milliunits: $0.sum, currency: $0.currency) }
        unpriced = paid.first { $0.currency.isEmpty }?.count ?? 0
    }
}

extension Store {
    /// A batch with what became of its members so far; nil when there is none of that number.
    package func batch(_ id: BatchID) throws(StoreError) -> Batch? {
        try read { try BatchTable.find(id, in: $0) }
    }

    /// The newest batches of an incident.
    package func batches(of incident: IncidentID) throws(StoreError) -> [Batch] {
        try read { try BatchTable.all(of: incident, in: $0) }
    }
}

/// A batch with a page of its members, by ticket; nil when there is none of that number.
package struct BatchQuery: StoreQuery {
    let id: BatchID
    /// Only members with it; all when nil.
    let outcome: BatchOutcome?
    package let after: TicketID?
    let limit: Int

    package init(
        _ id: BatchID, only outcome: BatchOutcome? = nil, after: TicketID? = nil, limit: Int = 50
    ) {
        (self.id, self.outcome, self.after, self.limit) = (id, outcome, after, limit)
    }

    package func page(in reading: StoreReading) throws -> BatchPage? {
        let db = reading.db
        guard let batch = try BatchTable.find(id, in: db) else { return nil }
        let found = try BatchRows(batch: id, outcome: outcome, db: db).page(after: after, limit: limit + 1)
        let rows = Array(found.prefix(limit))
        let window = try batch.finishedAt.flatMap {
            CancelWindow(from: $0, for: try SettingTable.grantPolicy(db).cancelWindow)
        }
        let isOpen = batch.state == .done && window?.left(at: reading.now) != nil
        return BatchPage(
            batch: batch, figures: try BatchFigures(id, in: db), cancelUntil: isOpen ? window?.end : nil,
            rows: rows, next: found.count > limit ? rows.last?.ticket.id : nil)
    }
}

/// Batches, newest first.
package struct BatchListQuery: StoreQuery {
    package let id: BatchID?
    package let limit: Int

    package init(below id: BatchID? = nil, limit: Int = 50) { (self.id, self.limit) = (id, limit) }

    package func page(in reading: StoreReading) throws -> [Batch] {
        try BatchTable.page(below: id?.row ?? .max, limit: limit, in: reading.db)
    }
}

/// Batches that are not at their end, the oldest first.
package struct UnfinishedBatchesQuery: StoreQuery {
    let limit: Int

    package init(limit: Int = 20) { self.limit = limit }

    package func page(in reading: StoreReading) throws -> [Batch] {
        try BatchTable.unfinished(limit: limit, in: reading.db)
    }
}

/// How many batches may be carried on: approved and not finished, begun and left in the middle, or half taken back.
package struct CarriableBatchCountQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> CappedCount {
        try BatchTable.carriableCount(in: reading.db)
    }
}

/// Reads members of a batch, page by page.
private struct BatchRows {
    let batch: BatchID
    let outcome: BatchOutcome?
    let db: Connection

    func page(after: TicketID?, limit: Int) throws -> [BatchRow] {
        var (condition, values): (String, BoundValues) = ("", [batch, after?.row ?? 0])
        if let outcome {
            condition = " AND outcome = ?"
            values.append(outcome.code)
        }
        let members = try db.map(
            """
            SELECT ticket_id, outcome, grant_id, done_at_ms FROM batch_members
            WHERE batch_id = ? AND ticket_id > ?\(condition) ORDER BY ticket_id LIMIT ?
            """, values + [limit]
        ) {
            (
                ticket: try $0[0] as Int64, code: $0[1] as String?, grant: $0[2] as GrantID?,
                doneAt: $0[3] as Instant?
            )
        }
        return try members.compactMap { member in
            guard let ticket = try TicketTable.at(member.ticket, in: db) else { return nil }
            return BatchRow(
                ticket: ticket, outcome: member.code.map(BatchOutcome.init(code:)),
                grant: try member.grant.flatMap { try GrantTable.find($0, in: db) }, doneAt: member.doneAt)
        }
    }
}
