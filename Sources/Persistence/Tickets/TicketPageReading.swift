import GRDB
import Purchases

/// Reads the page of a ticket, in one read of the store.
struct TicketPageReading {
    /// The connection.
    let db: Database
    /// The moment that the page shows.
    let now: Instant

    /// The page of a ticket; nil when there is none of that name.
    func page(_ id: TicketID) throws -> TicketPage? {
        guard let ticket = try TicketTable.find(id, db), let row = Int64(id.rawValue) else { return nil }
        let rules = try SettingTable.ticketRules(db)
        // A duplicate's purchase is told by the ticket that it was merged into.
        let owner = ticket.mergedInto.flatMap { Int64($0.rawValue) } ?? row
        let stored = try StoredPurchase.of(ticket: owner, rules.catalog, db)
        let purchase = stored?.purchase ?? Purchase(attempts: [], charge: nil)
        return try page(ticket, row, PurchaseVerdict(purchase, rules: rules, at: now), rules)
    }

    private func page(
        _ ticket: Ticket, _ row: Int64, _ verdict: PurchaseVerdict, _ rules: TicketRules
    ) throws -> TicketPage {
        let moves = try TicketMoveTable.all(of: row, db)
        let notes = try TicketNotes.all(of: row, db)
        let grants = try GrantTable.all(ofTicket: row, db)
        let alarm = try AlarmTable.of(row, db)
        let advice = TicketAdvice(verdict: verdict, state: ticket.state, resolution: ticket.resolution)
        let timeline = TicketTimeline(
            purchase: verdict.purchase, moves: moves, notes: notes, grants: grants, alarm: alarm,
            notifications: try notifications(of: verdict.purchase))
        return TicketPage(
            at: now, ticket: ticket,
            customer: try ticket.customer.flatMap { try CustomerTable.find($0, db)?.customer },
            facts: verdict.facts, attempts: verdict.purchase.attempts, events: timeline.events(at: now),
            moves: moves, notes: notes, grants: grants, similar: try similar(ticket, row), lost: verdict.lost,
            owed: OwedPurchase(ticket: ticket.id, group: ticket.group, state: ticket.state, verdict: verdict),
            waited: verdict.waited,
            entitlements: ticket.product.map { rules.catalog.entitlements(of: $0) } ?? [],
            expectedEnd: advice.expectedEnd, nextStep: advice.nextStep, alarm: alarm)
    }

    /// The tickets of the same cause that began within a day before or after.†
    private func similar(_ ticket: Ticket, _ row: Int64) throws -> SimilarTickets {
        let window = (ticket.waitingSince - .hours(24), ticket.waitingSince + .hours(24))
        let found = try db.row(
            """
            SELECT count(*) AS count, min(waiting_since_ms) AS since FROM (SELECT waiting_since_ms FROM tickets
              WHERE cause = ? AND waiting_since_ms BETWEEN ? AND ? AND id <> ? AND "group" > 1
                AND merged_into IS NULL ORDER BY waiting_since_ms LIMIT ?)
            """,
            [
                ticket.cause.rawValue, window.0.milliseconds, window.1.milliseconds, row,
                CappedCount.cap + 1,
            ])
        return SimilarTickets(count: CappedCount(found?["count"] ?? 0), since: found?.instant("since"))
    }

    /// The notifications about the charge's chain from the charge to the end of its period.
    private func notifications(of purchase: Purchase) throws -> [StoreNotification] {
        guard let charge = purchase.charge else { return [] }
        let from = charge.transaction.purchasedAt - .hours(1)
        let until = charge.end.map { $0 + .days(3) } ?? now
        return try db.map(
            """
            SELECT \(StoreNotification.columns) FROM notifications n JOIN chains c ON c.id = n.chain_id
            WHERE c.original_transaction_id = ? AND c.environment = ? AND n.signed_ms BETWEEN ? AND ?
            ORDER BY n.signed_ms, n.type LIMIT 200
            """,
            [
                charge.chain.rawValue, purchase.environment.rawValue, from.milliseconds, until.milliseconds,
            ]
        ) { StoreNotification($0, after: 0) }
    }
}
