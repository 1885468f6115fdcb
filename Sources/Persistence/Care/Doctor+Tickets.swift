internal import GRDB
internal import Purchases

/// The checks of failed purchases.
extension Doctor {
    /// How many tickets are looked at.
    private static let sampled = 200

    /// Whether tickets stand where their facts put them; the newest are looked at.
    static func tickets(_ db: Database, at now: Instant) throws -> Finding {
        let rules = try SettingRows.ticketRules(db)
        let found = try db.map(
            "\(TicketRow.selection) WHERE t.merged_into IS NULL ORDER BY t.id DESC LIMIT ?", [sampled]
        ) { row in (ticket: TicketRow.read(Columns(row)), row: Columns<TicketColumn>(row)[.id] as Int64) }
        for (ticket, row) in found {
            guard ticket.isUnresolved, let stored = try StoredPurchase.of(ticket: row, rules.catalog, db)
            else { continue }
            let outcome = PurchaseVerdict(stored.purchase, rules: rules, at: now).outcome
            guard outcome.group != ticket.group else { continue }
            if case .pending = outcome { continue }
            guard try !isTakenUpAgain(row, db) else { continue }
            return Finding(
                "tickets", .error, "ticket \(ticket.id) is not where its facts put it",
                fix: "restore a backup, or import the purchase's documents again")
        }
        return Finding("tickets", "\(found.count) looked at, all stand where their facts put them")
    }

    /// Whether alarms reach somebody.
    static func alarms(_ db: Database) throws -> Finding {
        let failed = try db.rows(
            "SELECT ticket_id, failure FROM alarms WHERE failure IS NOT NULL ORDER BY id DESC LIMIT 100")
        guard let newest = failed.first else { return try waitingAlarms(db) }
        let why: String = newest["failure"]
        return Finding(
            "alarms", .warning,
            "the alarm command failed for \(failed.count) tickets, last for ticket \(newest["ticket_id"] as Int64): \(why)",
            fix: "run the command by hand; see `makegood settings show` for policy.alarm_command")
    }

    private static func waitingAlarms(_ db: Database) throws -> Finding {
        let waiting: Int = try db.value("SELECT count(*) FROM alarms WHERE taken_at_ms IS NULL") ?? 0
        return Finding("alarms", waiting == 0 ? "none failed" : "\(waiting) go out with the next command")
    }

    private static func isTakenUpAgain(_ ticket: Int64, _ db: Database) throws -> Bool {
        try db.row("SELECT 1 FROM tickets WHERE id = ? AND refused_resolution IS NOT NULL", [ticket]) != nil
    }
}
