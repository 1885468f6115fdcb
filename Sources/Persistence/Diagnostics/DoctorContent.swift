internal import Foundation
internal import Purchases

/// The checks of what came in.
extension Doctor {
    /// Whether every import came to its end.
    static func imports(_ db: Connection) throws -> Finding {
        let open = try db.map(
            "SELECT id, process FROM imports WHERE finished_ms IS NULL ORDER BY id LIMIT 5"
        ) { row in (id: try row[0] as Int64, process: try row[1] as Int32) }
        let dead = open.filter { !isAlive($0.process) }.map { "import \($0.id)" }
        guard dead.isEmpty else {
            return Finding(
                "imports", .warning, "\(dead.joined(separator: ", ")) did not come to an end",
                fix:
                    "import the same files again, what is in stays once; that also enters it in the audit log"
            )
        }
        return Finding("imports", open.isEmpty ? "all came to their end" : "\(open.count) under way")
    }

    /// Whether notifications that nothing vouches for were taken in for want of a shared secret.
    static func uncheckedNotifications(_ db: Connection) throws -> Finding {
        let isMissing = try db.exists(
            """
            SELECT 1 FROM notifications WHERE checked = 'unchecked' AND uuid IS NULL AND NOT EXISTS (SELECT 1 FROM secrets)
            """)
        guard isMissing else {
            return Finding("secret_missing", "none was taken in for want of a secret")
        }
        return Finding(
            "secret_missing", .warning,
            "version 1 notifications were taken in unchecked, no secret is configured",
            fix: "a lead runs `makegood settings secret add`")
    }

    /// How many purchases rest on documents that nothing vouches for, and who may bring such documents.
    static func uncheckedChains(_ db: Connection) throws -> Finding {
        let policy = try SettingTable.uncheckedPolicy(db)
        let who =
            policy.roles.isEmpty
            ? "nobody may bring such documents"
            : "\(policy.description.replacing(",", with: " and ")) may bring such documents"
        let most = 1000
        let count = try UncheckedChains.count(upTo: most + 1, in: db)
        guard count > 0 else {
            return Finding("unchecked", "something vouches for every customer's purchases; \(who)")
        }
        return Finding(
            "unchecked", .warning,
            "nothing vouches for \(count > most ? "more than \(most)" : "\(count)") of customers' chains; \(who)",
            fix:
                "see `makegood documents list --checked unchecked`; have the app send what Apple signed, or ask Apple with `makegood ask refresh`"
        )
    }

    /// Whether the newest documents are from the future; a purchase report goes by a customer's clock.
    static func documents(_ db: Connection, at now: Instant) throws -> Finding {
        let newest: Int64? = try db.value(
            """
            SELECT max(CASE WHEN document_ms > imported_ms THEN document_ms ELSE imported_ms END) FROM
              (SELECT document_ms, imported_ms FROM documents
               WHERE kind NOT IN \(DocumentKind.list(where: \.isDatedByADevice)) ORDER BY id DESC LIMIT 1000) newest
            """)
        // Apple's clocks and this host's need not agree to the second.
        guard let newest, newest > (now + .seconds(300)).milliseconds else {
            return Finding("documents", "none of the newest is later than now")
        }
        return Finding(
            "documents", .warning, "one is of \(Instant(milliseconds: newest)), later than now",
            fix: "check this host's clock")
    }

    /// Whether the figures of the review are what the tickets give.
    static func losses(_ db: Connection) throws -> Finding {
        let wrong = try LossRecount(db: db).quick()
        guard wrong > 0 else {
            return Finding("loss_figures", "the review's figures are what the tickets give")
        }
        return Finding(
            "loss_figures", .error,
            "\(wrong) \(wrong == 1 ? "figure" : "figures") of the review \(wrong == 1 ? "is" : "are") not what the tickets give",
            fix: "find out who wrote to the file beside Makegood, then restore a backup")
    }

    /// Whether what was erased is gone from free pages and the -wal, too.
    static func erasures(_ db: Connection) throws -> Finding {
        guard let customer = try StoreState.unswept.read(db) else {
            return Finding("erasures", "nothing that was erased is left")
        }
        return Finding(
            "erasures", .warning,
            "free pages or the -wal may still hold something of \(customer), who was erased",
            fix: "run `makegood customer erase \(customer)` once more")
    }

    /// How many chains are nobody's.
    static func owners(_ db: Connection) throws -> Finding {
        let count = try ChainsOfNobody.count(db)
        guard count.counted > 0 else { return Finding("owners", "every chain has a customer") }
        return Finding(
            "owners", .ok, "\(count) chains have no customer",
            fix: "list them with `makegood chain list --nobody`")
    }

    /// How many of the chains claimed last are claimed by different customers.
    static func disputes(_ db: Connection) throws -> Finding {
        let chains: [Int64] = try db.values(
            """
            SELECT chain_id FROM chain_claims WHERE id > (SELECT max(id) FROM chain_claims) - 100000
            GROUP BY chain_id HAVING count(*) > 1 ORDER BY chain_id DESC LIMIT 1000
            """)
        let count = try chains.count { OwnerRule.isDisputed(try ClaimTable.all(ofChain: $0, in: db)) }
        guard count > 0 else { return Finding("disputes", "no chain is claimed by several customers") }
        return Finding(
            "disputes", .warning, "\(count) chains are claimed by several customers",
            fix: "look at their claims and settle them with `makegood chain attach`")
    }

    private static func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }
}

/// The checks of failed purchases.
extension Doctor {
    /// How many tickets are looked at.
    private static let sampled = 200

    /// Whether tickets stand where their facts put them; the newest are looked at.
    static func tickets(_ db: Connection, at now: Instant) throws -> Finding {
        let rules = try SettingTable.ticketRules(db)
        let found = try db.map(
            "\(TicketTable.selection) WHERE t.merged_into IS NULL ORDER BY t.id DESC LIMIT ?", [sampled]
        ) { try TicketTable.read($0) }
        for ticket in found where try !isInPlace(ticket, rules: rules, at: now, in: db) {
            return Finding(
                "tickets", .error, "ticket \(ticket.id) is not where its facts put it",
                fix: "restore a backup, or import the purchase's documents again")
        }
        let all: Int = try db.value("SELECT count(*) FROM tickets WHERE merged_into IS NULL") ?? 0
        return Finding(
            "tickets",
            "\(found.count) of \(all) looked at, all stand where their facts put them\(hint(found.count < all))"
        )
    }

    /// Whether a ticket that is in a queue is in the one where its facts put it.
    static func isInPlace(
        _ ticket: Ticket, rules: TicketRules, at now: Instant, in db: Connection
    ) throws -> Bool {
        guard ticket.isUnresolved, let row = ticket.id.row,
            let stored = try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: db)
        else { return true }
        let outcome = PurchaseVerdict(stored.purchase, rules: rules, at: now).outcome
        if outcome.group == ticket.group { return true }
        if case .pending = outcome { return true }
        return try isTakenUpAgain(row, in: db)
    }

    /// Whether alarms reach somebody.
    static func alarms(_ db: Connection) throws -> Finding {
        let standing = try AlarmTable.standing(db)
        guard standing.waiting.counted > 0 else { return Finding("alarms", "none waits") }
        let wait = standing.waiting.counted == 1 ? "1 waits" : "\(standing.waiting) wait"
        if let hindrance = standing.hindrance { return hindered(hindrance, wait) }
        guard let worst = standing.worst, let why = worst.failure else { return due(standing, wait) }
        let tries = worst.attempts == 1 ? "once" : "\(worst.attempts) times"
        let again = worst.nextAt.map { ", tried again from \($0) on" } ?? ""
        return Finding(
            "alarms", .warning,
            "\(wait) to be delivered; that of ticket \(worst.ticket) was tried \(tries): \(why)\(again)",
            fix:
                "try policy.alarm_command by hand, see that policy.alarm_url answers, and correct them with `makegood settings set`"
        )
    }

    private static func isTakenUpAgain(_ ticket: Int64, in db: Connection) throws -> Bool {
        try db.exists("SELECT 1 FROM tickets WHERE id = ? AND refused_resolution IS NOT NULL", [ticket])
    }
}
