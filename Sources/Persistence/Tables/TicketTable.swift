import Purchases

/// A ticket as its table keeps it.
enum TicketTable {
    private static let columns = ColumnNames(of: Ticket.self)
    private static let change =
        ColumnNames(of: TicketRow.self).update(of: "tickets", with: ["version = version + 1"])
        + " AND version = ?"

    /// What every reading of tickets selects: what other tables tell, too.
    static let selection = """
        SELECT t.id, t.version, u.app_user_id, u.name, \(isTrial), \(supersedingCharge),
          \(columns.selection(of: "t")) FROM tickets t
        LEFT JOIN customers u ON u.id = t.customer_id
        """

    /// What stands before a query that names `family`: a ticket, its first argument, and all that turned out to be duplicates
    /// of it.
    static let family = """
        WITH RECURSIVE family (id) AS (
          SELECT CAST(?1 AS BIGINT) UNION SELECT t.id FROM family f JOIN tickets t ON t.merged_into = f.id)
        """

    /// The ticket that is left of one that turned out to be a duplicate; itself where it did not.
    static func survivor(of row: Int64, in db: Connection) throws -> Int64 {
        var row = row
        while let next: Int64 = try db.value("SELECT merged_into FROM tickets WHERE id = ?", [row]) {
            row = next
        }
        return row
    }

    /// Only what cost nothing can be a trial, so that nothing is looked up for any other ticket.
    private static let isTrial = """
        CASE WHEN t.price_milliunits = 0 AND (
          EXISTS (SELECT 1 FROM transactions x WHERE x.id = t."transaction"
            AND (x.is_trial = 1 OR x.offer_discount_type = 'FREE_TRIAL'))
          OR EXISTS (SELECT 1 FROM products p WHERE p.product_id = t.product_id AND p.kind = 'auto_renewable'))
          THEN 1 ELSE 0 END
        """

    /// Where no attempt superseded it, the record that did stands with its own attempts.
    private static let supersedingCharge = """
        CASE WHEN t.resolution = 'superseded' AND t.superseded_by IS NULL THEN (SELECT x.transaction_id FROM attempts a
          JOIN transactions x ON x.id = a.record WHERE a.ticket_id = t.id LIMIT 1) END
        """

    /// The ticket kept in a row; nil when there is none.
    static func at(_ row: Int64, in db: Connection) throws -> Ticket? {
        try db.first("\(selection) WHERE t.id = ?", [row]) { try read($0) }
    }

    /// The ticket of that name; nil when there is none.
    static func find(_ id: TicketID, in db: Connection) throws -> Ticket? {
        try Int64(id.rawValue).flatMap { try at($0, in: db) }
    }

    /// The tickets of a customer, those in queues first, then the newest.
    static func all(ofCustomer row: Int64, in db: Connection) throws -> [Ticket] {
        try db.map(
            """
            \(selection) WHERE t.customer_id = ?
            ORDER BY t.state = 'resolved', t."group" DESC, t.waiting_since_ms DESC, t.id DESC LIMIT 1000
            """, [row]
        ) { try read($0) }
    }

    static func read(_ row: StoredRow) throws -> Ticket {
        var ticket = try Ticket(row, after: 6)
        (ticket.id, ticket.version) = (try row[0], try row[1])
        (ticket.customer, ticket.customerName, ticket.isTrial) = (row[2], row[3], try row[4])
        ticket.supersedingCharge = row[5]
        return ticket
    }

    /// Makes a row for a ticket; answers its number.
    static func insert(_ opened: Ticket, in db: Connection) throws -> Int64 {
        let ticket = try due(opened, in: db)
        let customer = try ticket.customer.map { try CustomerTable.ensure($0, in: db) }
        return try TicketRow.table.add(TicketRow(customer: customer, ticket: ticket), in: db)
    }

    /// Keeps a ticket in its row, one version further, if the row is still of the version that it was read with.
    ///
    /// - Throws: `StoreError`: conflict where somebody was first.
    static func update(_ changed: Ticket, in db: Connection) throws {
        let ticket = try due(changed, in: db)
        let customer = try ticket.customer.map { try CustomerTable.ensure($0, in: db) }
        let rows = try db.run(change) { binder in
            binder.bind(TicketRow(customer: customer, ticket: ticket))
            binder.bind(ticket.id)
            binder.bind(ticket.version)
        }
        guard rows == 1 else {
            guard let present = try find(ticket.id, in: db) else {
                throw StoreError.unknown(.ticket(ticket.id))
            }
            throw StoreError.changed(present)
        }
        try ChargeTable.follow(ticket, in: db)
    }

    /// When a ticket is to be ended follows from its queue and the policy, whoever writes it.
    private static func due(_ ticket: Ticket, in db: Connection) throws -> Ticket {
        var ticket = ticket
        ticket.dueAt = try SettingTable.ticketGoals(db).dueAt(
            group: ticket.group, state: ticket.state, queuedAt: ticket.queuedAt)
        return ticket
    }

    /// Moves when tickets are due to what the policy now says, of all that have a goal or had one.
    static func shiftDue(in db: Connection) throws {
        let goals = try SettingTable.ticketGoals(db)
        for group in ErrorGroup.allCases {
            try db.run(
                """
                UPDATE tickets SET due_at_ms = queued_at_ms + ?2
                WHERE "group" = ?1 AND state NOT IN ('resolved', 'waiting')
                  AND due_at_ms IS DISTINCT FROM queued_at_ms + ?2
                """, [group, goals.time(for: group)?.count])
        }
    }
}

/// A ticket and the row of its customer; its number and its version are the table's own.
struct TicketRow: TableRow {
    static let table = Table<TicketRow>("tickets", key: "id")
    static var unread: TicketRow { TicketRow(customer: nil, ticket: .unread) }

    var customer: Int64?
    var ticket: Ticket

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("customer_id", &customer)
        ticket.visit(&columns)
    }
}

extension Ticket: TableValue {
    static var unread: Ticket {
        Ticket(
            id: TicketID(""), group: .lossOfFunds, state: .open, environment: .production,
            waitingSince: .earliest, openedAt: .earliest, cause: TicketCause(""), attempts: 0,
            attemptLimit: 0,
            blocksRepurchase: false, isMadeGood: false, queuedAt: .earliest, version: 0)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var isListPrice = money?.isListPrice ?? false
        columns.visit("\"group\"", &group)
        columns.visit("state", &state)
        columns.visit("product_id", &product)
        columns.visit("environment", &environment)
        columns.visit("original_transaction_id", &originalTransactionID)
        columns.visit("transaction_id", &transactionID)
        columns.visit(price: &money)
        columns.visit("is_list_price", &isListPrice)
        columns.visit("charged_at_ms", &chargedAt)
        columns.visit("waiting_since_ms", &waitingSince)
        columns.visit("opened_at_ms", &openedAt)
        columns.visit("cause", &cause)
        columns.visit("attempts", &attempts)
        columns.visit("attempt_limit", &attemptLimit)
        columns.visit("blocks_repurchase", &blocksRepurchase)
        columns.visit("app_version", &appVersion)
        columns.visit("storefront", &storefront)
        columns.visit("is_made_good", &isMadeGood)
        columns.visit("claimed_by", &claimedBy)
        columns.visit("claimed_at_ms", &claimedAt)
        columns.visit("assigned_to", &assignedTo)
        columns.visit("contacted_at_ms", &contactedAt)
        columns.visit("contacted_by", &contactedBy)
        columns.visit("waiting_for", &waitingFor)
        columns.visit("waiting_until_ms", &waitingUntil)
        columns.visit("queued_at_ms", &queuedAt)
        columns.visit("due_at_ms", &dueAt)
        columns.visit("is_unproved", &isUnproved)
        columns.visit("skips", &skips)
        columns.visit("resolution", &resolution)
        columns.visit("resolved_at_ms", &resolvedAt)
        columns.visit("resolved_by", &resolvedBy)
        columns.visit("is_without_proof", &isWithoutProof)
        columns.visit("credited_quantity", &creditedQuantity)
        columns.visit("reference", &reference)
        columns.visit("aftermath", &aftermath)
        columns.visit("merged_into", &mergedInto)
        columns.visit("superseded_by", &supersededBy)
        columns.visit("incident_id", &incident)
        columns.visit("placed_ms", &placedAt)
        money = money.map {
            Money(milliunits: $0.milliunits, currency: $0.currency, isListPrice: isListPrice)
        }
    }
}

extension Ticket.Aftermath: ColumnValue {}
extension ContactChannel: ColumnValue {}
extension WaitingParty: ColumnValue {}
