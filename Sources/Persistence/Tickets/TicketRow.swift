import GRDB
import Purchases

/// A ticket as its table keeps it.
enum TicketRow {
    /// What every reading of tickets selects.
    static let selection = """
        SELECT t.*, u.app_user_id, u.name AS customer_name FROM tickets t
        LEFT JOIN customers u ON u.id = t.customer_id
        """

    /// The ticket kept in a row; nil when there is none.
    static func at(_ row: Int64, _ db: Database) throws -> Ticket? {
        try db.row("\(selection) WHERE t.id = ?", [row]).map(read)
    }

    /// The ticket of that name; nil when there is none.
    static func find(_ id: TicketID, _ db: Database) throws -> Ticket? {
        try Int64(id.rawValue).flatMap { try at($0, db) }
    }

    /// The tickets of a customer, those in queues first, then the newest.
    static func all(ofCustomer row: Int64, _ db: Database) throws -> [Ticket] {
        try db.rows(
            """
            \(selection) WHERE t.customer_id = ?
            ORDER BY t.state = 'resolved', t."group" DESC, t.waiting_since_ms DESC, t.id DESC LIMIT 1000
            """, [row]
        ).map(read)
    }

    /// Reads a ticket.
    static func read(_ row: Row) -> Ticket {
        Ticket(
            id: TicketID(String(row["id"] as Int64)),
            group: ErrorGroup(rawValue: row["group"]) ?? .lossOfFunds,
            state: TicketState(rawValue: row["state"]) ?? .open,
            customer: row.identifier("app_user_id"), customerName: row["customer_name"],
            product: row.identifier("product_id"),
            environment: AppStoreEnvironment(rawValue: row["environment"]),
            originalTransactionID: row.identifier("original_transaction_id"),
            transactionID: row.identifier("transaction_id"), money: money(row),
            chargedAt: row.instant("charged_at_ms"),
            waitingSince: row.instant("waiting_since_ms") ?? .earliest,
            openedAt: row.instant("opened_at_ms") ?? .earliest, cause: TicketCause(row["cause"]),
            attempts: row["attempts"], attemptLimit: row["attempt_limit"],
            blocksRepurchase: row["blocks_repurchase"], appVersion: row["app_version"],
            storefront: row["storefront"], isMadeGood: row["is_made_good"],
            claimedBy: row.identifier("claimed_by"), claimedAt: row.instant("claimed_at_ms"),
            assignedTo: row.identifier("assigned_to"), contactedAt: row.instant("contacted_at_ms"),
            waitingUntil: row.instant("waiting_until_ms"), dueAt: row.instant("due_at_ms"),
            resolution: (row["resolution"] as String?).flatMap(TicketResolution.init),
            resolvedAt: row.instant("resolved_at_ms"), resolvedBy: row.identifier("resolved_by"),
            creditedQuantity: row["credited_quantity"], reference: row["reference"],
            aftermath: (row["aftermath"] as String?).flatMap(Ticket.Aftermath.init),
            mergedInto: (row["merged_into"] as Int64?).map { TicketID(String($0)) },
            supersededBy: row.identifier("superseded_by"), version: row["version"])
    }

    private static func money(_ row: Row) -> Money? {
        guard let milliunits: Int64 = row["price_milliunits"], let currency: String = row["currency"] else {
            return nil
        }
        return Money(milliunits: milliunits, currency: currency, isListPrice: row["is_list_price"])
    }
}
