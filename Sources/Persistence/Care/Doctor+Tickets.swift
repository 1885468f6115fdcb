internal import GRDB
internal import Purchases

/// The checks of failed purchases.
extension Doctor {
    /// How many tickets are looked at.
    private static let sampled = 200

    /// Whether tickets stand where their facts put them; the newest are looked at.
    static func tickets(_ db: Database, at now: Instant) throws -> Finding {
        let rules = try SettingTable.ticketRules(db)
        let found = try db.map(
            "\(TicketTable.selection) WHERE t.merged_into IS NULL ORDER BY t.id DESC LIMIT ?", [sampled]
        ) { row in (ticket: TicketTable.read(Columns(row)), row: Columns<TicketColumn>(row)[.id] as Int64) }
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
        let standing = try AlarmTable.standing(db)
        guard standing.waiting.counted > 0 else { return Finding("alarms", "none waits") }
        let wait = standing.waiting.counted == 1 ? "1 waits" : "\(standing.waiting) wait"
        guard let worst = standing.worst, let why = worst.failure else {
            return Finding("alarms", "\(wait) to go out with the next command")
        }
        let tries = worst.attempts == 1 ? "once" : "\(worst.attempts) times"
        let again = worst.nextAt.map { ", tried again from \($0) on" } ?? ""
        return Finding(
            "alarms", .warning,
            "\(wait) to be delivered; that of ticket \(worst.ticket) was tried \(tries): \(why)\(again)",
            fix: "run policy.alarm_command by hand, and correct it with `makegood settings set`")
    }

    private static func isTakenUpAgain(_ ticket: Int64, _ db: Database) throws -> Bool {
        try db.row("SELECT 1 FROM tickets WHERE id = ? AND refused_resolution IS NOT NULL", [ticket]) != nil
    }
}
