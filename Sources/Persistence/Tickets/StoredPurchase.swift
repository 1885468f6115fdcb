import GRDB
import Purchases

/// A purchase as the store keeps it: every attempt that speaks of one charge, and the charge.
struct StoredPurchase {
    /// The attempts, by row.
    let attempts: [AttemptTable]
    /// The row of the App Store's record of the charge; nil when the store knows of none.
    let transaction: Int64?
    /// The purchase.
    let purchase: Purchase

    /// The purchase that an attempt belongs to; nil when there is no such attempt.
    static func of(attempt: Int64, _ catalog: Catalog, _ db: Database) throws -> StoredPurchase? {
        var search = PurchaseSearch(db)
        try search.follow(attempt)
        let attempts = try search.attempts.sorted().compactMap { try AttemptTable.at($0, db) }
        guard !attempts.isEmpty else { return nil }
        let charges = try search.transactions.sorted().compactMap { row in
            try ChargeQuery(db: db, catalog: catalog).charge(row).map { (row, $0) }
        }
        let best = charges.min { isBetter($0.1, $1.1) }
        return StoredPurchase(
            attempts: attempts, transaction: best?.0,
            purchase: Purchase(
                attempts: attempts.map(\.attempt), charge: best?.1,
                failedRetries: try failedRetries(of: attempts, db)))
    }

    /// The purchase that a ticket stands for; nil when no attempt has the ticket.
    static func of(ticket: Int64, _ catalog: Catalog, _ db: Database) throws -> StoredPurchase? {
        let attempt: Int64? = try db.value("SELECT min(id) FROM attempts WHERE ticket_id = ?", [ticket])
        return try attempt.flatMap { try of(attempt: $0, catalog, db) }
    }

    /// An id may stand for a purchase and for what a family member shares of it: the purchase counts.
    private static func isBetter(_ left: StoreCharge, _ right: StoreCharge) -> Bool {
        if left.isPurchase != right.isPurchase { return left.isPurchase }
        return Transaction.precedes(left.transaction, right.transaction)
    }

    private static func failedRetries(of attempts: [AttemptTable], _ db: Database) throws -> Int {
        try Set(attempts.compactMap(\.ticket)).reduce(0) { count, ticket in
            let failed: Int? = try db.value(
                "SELECT count(*) FROM retry_requests WHERE ticket_id = ? AND done_at_ms IS NOT NULL AND outcome <> 'delivered'",
                [ticket])
            return count + (failed ?? 0)
        }
    }
}
