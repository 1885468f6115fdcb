import GRDB
import Purchases

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
