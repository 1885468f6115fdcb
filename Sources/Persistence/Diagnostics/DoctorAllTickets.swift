internal import Purchases

/// Compares where every ticket stands with its facts, its moves and the log.
///
/// One of the checks that `DoctorAll.swift` runs; the quick look at the newest tickets is `Doctor.tickets`.
struct TicketCheck: WholeCheck {
    let table = "tickets"
    let part: Int64 = 200
    private let now: Instant
    private var tickets = 0
    private var wrong = Discrepancies()

    /// A check as of a moment.
    init(now: Instant) { self.now = now }

    mutating func look(at rows: Range<Int64>, in db: Connection) throws {
        let rules = try SettingTable.ticketRules(db)
        let found = try db.map(
            "\(TicketTable.selection) WHERE t.id >= ? AND t.id < ?", [rows.lowerBound, rows.upperBound]
        ) { try TicketTable.read($0) }
        for ticket in found {
            guard let row = ticket.id.row else { continue }
            tickets += 1
            if try !isEndedAsTold(ticket, row, in: db) {
                wrong.note("the log does not tell that ticket \(ticket.id) stands so")
            } else if try ticket.mergedInto == nil && !isByFacts(ticket, row, rules, in: db) {
                wrong.note("ticket \(ticket.id) is not where its facts put it")
            }
        }
    }

    /// Whether the facts allow where it stands: unresolved, it is in the queue of its verdict; ended by the facts, it is in no
    /// group any more, or all money went back. Where a person ended it, or another took its place, they decide only whether
    /// its charge is closed without proof.
    private func isByFacts(
        _ ticket: Ticket, _ row: Int64, _ rules: TicketRules, in db: Connection
    ) throws -> Bool {
        guard let resolution = ticket.resolution else {
            return try Doctor.isInPlace(ticket, rules: rules, at: now, in: db)
        }
        guard let stored = try StoredPurchase.of(ticket: row, catalog: rules.catalog, in: db) else {
            return true
        }
        let verdict = PurchaseVerdict(stored.purchase, rules: rules, at: now)
        guard ticket.isWithoutProof == ticket.isWithoutProof(by: verdict) else { return false }
        if ticket.resolvedBy != nil || resolution == .superseded || resolution == .duplicate { return true }
        if case .pending = verdict.outcome { return true }
        return verdict.outcome.group == nil || verdict.isRefundedInFull
    }

    /// Whether its moves end as it does, and the log tells who ended it.
    private func isEndedAsTold(_ ticket: Ticket, _ row: Int64, in db: Connection) throws -> Bool {
        guard let resolution = ticket.resolution else {
            let last: String? = try db.value(
                "SELECT resolution FROM ticket_moves WHERE ticket_id = ? ORDER BY id DESC LIMIT 1", [row])
            return last == nil
        }
        // What a person did to a duplicate counts for the one that is left.
        let isMoved = try db.exists(
            """
            \(TicketTable.family)
            SELECT 1 FROM family f CROSS JOIN ticket_moves m ON m.ticket_id = f.id
            WHERE m.resolution = ?2 AND m.agent IS NOT DISTINCT FROM ?3
            """, [row, resolution, ticket.resolvedBy])
        guard isMoved, let agent = ticket.resolvedBy else { return isMoved }
        let entries = try db.map(
            """
            \(TicketTable.family)
            SELECT a.action, a.details FROM family f
            CROSS JOIN audit_subjects s ON s.id = CAST(f.id AS TEXT) AND s.kind = 'ticket'
            CROSS JOIN audit a ON a.sequence = s.sequence WHERE a.agent = ?2 AND a.at_ms = ?3
            """, [row, agent, ticket.resolvedAt]
        ) { (action: try $0[0] as String, details: try $0[1] as String) }
        return entries.contains { entry in
            switch AuditAction(rawValue: entry.action) {
            case .ticket, .ticketWriteOff:
                let details: Details? = try? ColumnText.value(entry.details)
                return details?.resolution == resolution.rawValue
            // Every other action that ends a ticket gives something.
            default: return resolution == .madeGood
            }
        }
    }

    private struct Details: Decodable {
        let resolution: String?
    }

    func findings(_ db: Connection) throws -> [Finding] {
        [wrong.finding("tickets", right: "all \(tickets) stand where their facts and the log put them")]
    }
}
