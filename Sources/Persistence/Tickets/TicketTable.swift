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
