import GRDB
import Purchases

/// Finds everything that belongs to one purchase by following transaction ids and line items.
struct PurchaseSearch {
    /// The rows of attempts found.
    private(set) var attempts: Set<Int64> = []
    /// The rows of transactions found.
    private(set) var transactions: Set<Int64> = []
    private let db: Database

    /// A search that found nothing yet.
    init(_ db: Database) { self.db = db }

    /// Follows an attempt to its charge, and the charge to all attempts that speak of it.
    mutating func follow(_ attempt: Int64) throws {
        var waiting = [attempt]
        while let next = waiting.popLast() {
            guard attempts.insert(next).inserted else { continue }
            let found: [Int64] = try db.values(PurchaseSearch.attemptsBeside, [next])
            waiting += found
            let charges: [Int64] = try db.values(PurchaseSearch.transactionsOfAttempt, [next])
            for charge in charges where transactions.insert(charge).inserted {
                waiting += try db.values(PurchaseSearch.attemptsOfTransaction, [charge]) as [Int64]
            }
        }
    }

    /// Attempts of one customer, or of nobody, that have an id in common; those of different customers meet in a record alone.
    private static let attemptsBeside = """
        SELECT b.id FROM attempts a JOIN attempts b ON b.transaction_id = a.transaction_id
            AND b.environment = a.environment AND b.named IN ('', coalesce(a.app_user_id, ''))
          WHERE a.id = ?1 AND b.app_user_id IS a.app_user_id
        UNION SELECT b.id FROM attempts a JOIN attempts b ON b.web_order_line_item_id = a.web_order_line_item_id
            AND b.environment = a.environment AND b.named IN ('', coalesce(a.app_user_id, ''))
          WHERE a.id = ?1 AND b.app_user_id IS a.app_user_id
        UNION SELECT b.id FROM attempts a JOIN attempts b ON b.attempt_id = a.attempt_id
            AND b.named IN ('', coalesce(a.app_user_id, ''))
          WHERE a.id = ?1 AND b.app_user_id IS a.app_user_id
        """

    /// A line item speaks only where the transaction's id does not: an id that no record has is a restore's.
    private static let namesNoRecord = """
        NOT EXISTS (SELECT 1 FROM transaction_ids k JOIN transactions r ON r.id = k."transaction"
          JOIN chains d ON d.id = r.chain_id WHERE k.transaction_id = a.transaction_id AND d.environment = a.environment)
        """

    /// In Xcode and in local testing an id is one device's alone: there an attempt speaks of chains of whom it names.
    private static let isOfItsUser = """
        (c.environment NOT IN ('Xcode', 'LocalTesting') OR EXISTS (SELECT 1 FROM attempt_claims l
          JOIN customers u ON u.app_user_id = l.app_user_id WHERE l.attempt = a.id AND u.id = c.customer_id))
        """

    private static let transactionsOfAttempt = """
        SELECT t.id FROM attempts a JOIN transaction_ids i ON i.transaction_id = a.transaction_id
          JOIN transactions t ON t.id = i."transaction" JOIN chains c ON c.id = t.chain_id
          WHERE a.id = ?1 AND c.environment = a.environment AND \(isOfItsUser)
        UNION SELECT t.id FROM attempts a JOIN transactions t ON t.web_order_line_item_id = a.web_order_line_item_id
          JOIN chains c ON c.id = t.chain_id
          WHERE a.id = ?1 AND c.environment = a.environment AND \(namesNoRecord) AND \(isOfItsUser)
        """

    private static let attemptsOfTransaction = """
        SELECT a.id FROM transactions t JOIN chains c ON c.id = t.chain_id
          JOIN transaction_ids i ON i."transaction" = t.id JOIN attempts a ON a.transaction_id = i.transaction_id
          WHERE t.id = ?1 AND a.environment = c.environment AND \(isOfItsUser)
        UNION SELECT a.id FROM transactions t JOIN chains c ON c.id = t.chain_id
          JOIN attempts a ON a.web_order_line_item_id = t.web_order_line_item_id
          WHERE t.id = ?1 AND a.environment = c.environment AND \(namesNoRecord) AND \(isOfItsUser)
        """
}
