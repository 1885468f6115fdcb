import GRDB
import Purchases

/// A ticket as its table keeps it.
enum TicketTable {
    /// What every reading of tickets selects.
    static let selection = """
        SELECT \(TicketColumn.selection()) FROM tickets t
        LEFT JOIN customers u ON u.id = t.customer_id
        """

    /// The ticket kept in a row; nil when there is none.
    static func at(_ row: Int64, _ db: Database) throws -> Ticket? {
        try db.first("\(selection) WHERE t.id = ?", [row]) { read(Columns($0)) }
    }

    /// The ticket of that name; nil when there is none.
    static func find(_ id: TicketID, _ db: Database) throws -> Ticket? {
        try Int64(id.rawValue).flatMap { try at($0, db) }
    }

    /// The tickets of a customer, those in queues first, then the newest.
    static func all(ofCustomer row: Int64, _ db: Database) throws -> [Ticket] {
        try db.map(
            """
            \(selection) WHERE t.customer_id = ?
            ORDER BY t.state = 'resolved', t."group" DESC, t.waiting_since_ms DESC, t.id DESC LIMIT 1000
            """, [row]
        ) { read(Columns($0)) }
    }

    /// Reads a ticket.
    static func read(_ row: Columns<TicketColumn>) -> Ticket {
        Ticket(
            id: TicketID(String(row[.id] as Int64)), group: ErrorGroup(rawValue: row[.group]) ?? .lossOfFunds,
            state: TicketState(rawValue: row[.state]) ?? .open, customer: row.identifier(.appUserId),
            customerName: row[.customerName], product: row.identifier(.productId),
            environment: AppStoreEnvironment(rawValue: row[.environment]),
            originalTransactionID: row.identifier(.originalTransactionId),
            transactionID: row.identifier(.transactionId), money: money(row), isTrial: row[.isTrial],
            chargedAt: row.instant(.chargedAtMs), waitingSince: row.instant(.waitingSinceMs) ?? .earliest,
            openedAt: row.instant(.openedAtMs) ?? .earliest, cause: TicketCause(row[.cause]),
            attempts: row[.attempts], attemptLimit: row[.attemptLimit],
            blocksRepurchase: row[.blocksRepurchase], appVersion: row[.appVersion],
            storefront: row[.storefront], isMadeGood: row[.isMadeGood],
            claimedBy: row.identifier(.claimedBy), claimedAt: row.instant(.claimedAtMs),
            assignedTo: row.identifier(.assignedTo), contactedAt: row.instant(.contactedAtMs),
            waitingUntil: row.instant(.waitingUntilMs), dueAt: row.instant(.dueAtMs),
            resolution: (row[.resolution] as String?).flatMap(TicketResolution.init),
            resolvedAt: row.instant(.resolvedAtMs), resolvedBy: row.identifier(.resolvedBy),
            creditedQuantity: row[.creditedQuantity], reference: row[.reference],
            aftermath: (row[.aftermath] as String?).flatMap(Ticket.Aftermath.init),
            mergedInto: (row[.mergedInto] as Int64?).map { TicketID(String($0)) },
            supersededBy: row.identifier(.supersededBy), version: row[.version])
    }

    private static func money(_ row: Columns<TicketColumn>) -> Money? {
        guard let milliunits: Int64 = row[.priceMilliunits], let currency: String = row[.currency] else {
            return nil
        }
        return Money(milliunits: milliunits, currency: currency, isListPrice: row[.isListPrice])
    }
}

extension TicketTable {
    /// Makes a row for a ticket; answers its number.
    static func insert(_ ticket: Ticket, _ db: Database) throws -> Int64 {
        let names = columns.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try db.run("INSERT INTO tickets (\(names)) VALUES (\(marks))", arguments(ticket, db))
        return db.lastInsertedRowID
    }

    /// Keeps a ticket in its row, one version further.
    static func update(_ ticket: Ticket, _ db: Database) throws {
        let changes = columns.map { "\($0) = ?" }.joined(separator: ", ")
        try db.run(
            "UPDATE tickets SET \(changes), version = version + 1 WHERE id = ?",
            arguments(ticket, db) + [Int64(ticket.id.rawValue)])
    }

    private static let columns = [
        "\"group\"", "state", "customer_id", "product_id", "environment", "original_transaction_id",
        "transaction_id", "price_milliunits", "currency", "is_list_price", "charged_at_ms",
        "waiting_since_ms", "opened_at_ms", "cause", "attempts", "attempt_limit", "blocks_repurchase",
        "app_version", "storefront", "is_made_good", "claimed_by", "claimed_at_ms", "assigned_to",
        "contacted_at_ms", "waiting_until_ms", "due_at_ms", "resolution", "resolved_at_ms", "resolved_by",
        "credited_quantity", "reference", "aftermath", "merged_into", "superseded_by",
    ]

    private static func arguments(_ ticket: Ticket, _ db: Database) throws -> BoundValues {
        let customer = try ticket.customer.map { try CustomerTable.ensure($0, db) }
        let purchase: BoundValues = [
            ticket.group.rawValue, ticket.state.rawValue, customer, ticket.product?.rawValue,
            ticket.environment.rawValue, ticket.originalTransactionID?.rawValue,
            ticket.transactionID?.rawValue, ticket.money?.milliunits, ticket.money?.currency,
            ticket.money?.isListPrice ?? false, ticket.chargedAt?.milliseconds,
        ]
        let failure: BoundValues = [
            ticket.waitingSince.milliseconds, ticket.openedAt.milliseconds, ticket.cause.rawValue,
            ticket.attempts, ticket.attemptLimit, ticket.blocksRepurchase, ticket.appVersion,
            ticket.storefront, ticket.isMadeGood,
        ]
        return purchase + failure + workArguments(ticket)
    }

    private static func workArguments(_ ticket: Ticket) -> BoundValues {
        let work: BoundValues = [
            ticket.claimedBy?.rawValue, ticket.claimedAt?.milliseconds, ticket.assignedTo?.rawValue,
            ticket.contactedAt?.milliseconds, ticket.waitingUntil?.milliseconds, ticket.dueAt?.milliseconds,
        ]
        let end: BoundValues = [
            ticket.resolution?.rawValue, ticket.resolvedAt?.milliseconds, ticket.resolvedBy?.rawValue,
            ticket.creditedQuantity, ticket.reference, ticket.aftermath?.rawValue,
            ticket.mergedInto.flatMap { Int64($0.rawValue) }, ticket.supersededBy?.rawValue,
        ]
        return work + end
    }
}

/// The columns of a ticket `t` and of its customer `u`.
enum TicketColumn: Int, ColumnList {
    case id
    case group
    case state
    case appUserId
    case customerName
    case productId
    case environment
    case originalTransactionId
    case transactionId
    case priceMilliunits
    case currency
    case isListPrice
    case isTrial
    case chargedAtMs
    case waitingSinceMs
    case openedAtMs
    case cause
    case attempts
    case attemptLimit
    case blocksRepurchase
    case appVersion
    case storefront
    case isMadeGood
    case claimedBy
    case claimedAtMs
    case assignedTo
    case contactedAtMs
    case waitingUntilMs
    case dueAtMs
    case resolution
    case resolvedAtMs
    case resolvedBy
    case creditedQuantity
    case reference
    case aftermath
    case mergedInto
    case supersededBy
    case version

    /// The column of either table.
    var sql: String {
        switch self {
        case .group: "t.\"group\""
        case .appUserId: "u.app_user_id"
        case .customerName: "u.name"
        // Only what cost nothing can be one, so that nothing is looked up for any other ticket.
        case .isTrial:
            """
            (t.price_milliunits IS 0 AND (
              EXISTS (SELECT 1 FROM transactions x WHERE x.id = t."transaction"
                AND (x.is_trial OR x.offer_discount_type = 'FREE_TRIAL'))
              OR EXISTS (SELECT 1 FROM products p WHERE p.product_id = t.product_id AND p.kind = 'auto_renewable')))
            """
        default: "t.\(name)"
        }
    }
}
