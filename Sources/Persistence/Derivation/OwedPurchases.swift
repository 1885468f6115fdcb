import Purchases

/// Reads what unresolved tickets say is owed to their customers, and which transactions were lost.
///
/// In the statements `"group" > 1` leaves out `ErrorGroup.notCharged`, of which nothing is owed.
enum OwedPurchases {
    /// How many of one customer are told†, the worst first.
    private static let most = 100

    /// What is owed to a customer, the worst first.
    static func all(ofCustomer customer: Int64, in db: Connection) throws -> [OwedPurchase] {
        let tickets = try db.map(
            """
            SELECT id, "group", waiting_until_ms, waiting_since_ms FROM tickets
            WHERE customer_id = ? AND state <> 'resolved' AND "group" > 1
            ORDER BY "group" DESC, waiting_since_ms, id LIMIT ?
            """, [customer, most]
        ) { row in
            (
                row: try row[0] as Int64, group: try row[1] as ErrorGroup, until: row[2] as Instant?,
                since: try row[3] as Instant
            )
        }
        guard !tickets.isEmpty else { return [] }
        let (rules, goals) = (try SettingTable.ticketRules(db), try SettingTable.ticketGoals(db))
        return try tickets.map { ticket in
            let overdueFrom = goals.overdueFrom(
                group: ticket.group, waitingUntil: ticket.until, waitingSince: ticket.since)
            return try owed(
                ticket.row, group: ticket.group, overdueFrom: overdueFrom, rules: rules, in: db)
        }
    }

    /// What one ticket says is owed.
    static func of(_ ticket: Ticket, row: Int64, in db: Connection) throws -> OwedPurchase {
        try owed(
            row, group: ticket.group, overdueFrom: overdueFrom(ticket, in: db),
            rules: SettingTable.ticketRules(db), in: db)
    }

    /// From when nobody is told to wait for a ticket.
    static func overdueFrom(_ ticket: Ticket, in db: Connection) throws -> Instant? {
        try SettingTable.ticketGoals(db).overdueFrom(
            group: ticket.group, waitingUntil: ticket.waitingUntil, waitingSince: ticket.waitingSince)
    }

    private static func owed(
        _ row: Int64, group: ErrorGroup, overdueFrom: Instant?, rules: TicketRules, in db: Connection
    ) throws -> OwedPurchase {
        let purchase =
            try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: db)?.purchase
            ?? Purchase(attempts: [], charge: nil)
        // What was charged does not depend on the clock: only an attempt that was not may still be under way.
        let verdict = PurchaseVerdict(purchase, rules: rules, at: .latest)
        let ticket = TicketID(String(row))
        var owed = OwedPurchase(ticket: ticket, group: group, verdict: verdict, overdueFrom: overdueFrom)
        owed.askedEnd = try AskedEnd.waiting(for: ticket, in: db)
        return owed
    }

    /// What unresolved tickets of a chain would say is owed to a customer who got it at a moment, and their numbers.
    static func all(
        ofChain chain: Int64, movedTo customer: AppUserID, at now: Instant, in db: Connection
    ) throws -> (owed: [OwedPurchase], tickets: Set<TicketID>) {
        let tickets = try db.map(
            """
            SELECT k.id, k.waiting_until_ms, k.waiting_since_ms
            FROM transactions t CROSS JOIN tickets k ON k."transaction" = t.id
            WHERE t.chain_id = ? AND k.state <> 'resolved' LIMIT ?
            """, [chain, most]
        ) { row in
            (row: try row[0] as Int64, until: row[1] as Instant?, since: try row[2] as Instant)
        }
        guard !tickets.isEmpty else { return ([], []) }
        let (rules, goals) = (try SettingTable.ticketRules(db), try SettingTable.ticketGoals(db))
        var (owed, moving): ([OwedPurchase], Set<TicketID>) = ([], [])
        for ticket in tickets {
            guard let stored = try StoredPurchase.of(ticket: ticket.row, catalog: rules.catalog, in: db)
            else { continue }
            let purchase = Purchase(
                attempts: stored.purchase.attempts,
                charge: stored.purchase.charge?.attached(to: customer, at: now),
                failedRetries: stored.purchase.failedRetries)
            // What a token says was paid by somebody else stays there.
            guard purchase.customer == customer else { continue }
            let id = TicketID(String(ticket.row))
            moving.insert(id)
            let verdict = PurchaseVerdict(purchase, rules: rules, at: now)
            guard let group = verdict.outcome.group, group > .notCharged else { continue }
            let overdueFrom = goals.overdueFrom(
                group: group, waitingUntil: ticket.until, waitingSince: ticket.since)
            owed.append(
                OwedPurchase(ticket: id, group: group, verdict: verdict, overdueFrom: overdueFrom))
        }
        return (owed, moving)
    }

    /// The transactions of a customer's chains that were paid and not delivered.
    ///
    /// What a grant made good was lost all the same.
    static func lostTransactions(
        of chains: [StoredChain], ofCustomer customer: Int64, in db: Connection
    ) throws -> Set<Transaction> {
        lost(
            try db.values(
                """
                SELECT k."transaction" FROM tickets k
                WHERE k.customer_id = ? AND k."transaction" IS NOT NULL AND \(isLost)
                """, [customer]), of: chains)
    }

    /// The transactions of a chain that were paid and not delivered, whoever paid.
    static func lostTransactions(of chain: StoredChain, in db: Connection) throws -> Set<Transaction> {
        lost(
            try db.values(
                """
                SELECT k."transaction" FROM transactions t CROSS JOIN tickets k ON k."transaction" = t.id
                WHERE t.chain_id = ? AND \(isLost)
                """, [chain.rowID]), of: [chain])
    }

    private static let isLost = "k.\"group\" > 1 AND (k.state <> 'resolved' OR k.resolution = 'made_good')"

    private static func lost(_ rows: [Int64], of chains: [StoredChain]) -> Set<Transaction> {
        guard !rows.isEmpty else { return [] }
        let lost = Set(rows)
        return Set(chains.flatMap(\.rows).filter { lost.contains($0.rowID) }.map(\.transaction))
    }
}
