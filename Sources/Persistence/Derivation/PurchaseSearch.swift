import Purchases

/// Finds every attempt and record of one purchase by following transaction ids and line items; where these lead
/// nowhere, the record of the App Store's that ``ChargeMeetings`` found by time. ``StoredPurchase`` reads the rows.
struct PurchaseSearch {
    /// By what attempts and records are found.
    enum Way {
        /// By ids alone.
        case ids
        /// By ids, and where no record has them by the one that ``ChargeMeetings`` found.
        case everything
    }

    /// The rows of attempts found.
    private(set) var attempts: Set<Int64> = []
    /// The rows of transactions found.
    private(set) var transactions: Set<Int64> = []
    private let way: Way
    private let db: Connection

    /// A search that found nothing yet.
    init(_ db: Connection, by way: Way = .everything) { (self.db, self.way) = (db, way) }

    /// Follows an attempt to its charge, and the charge to all attempts that speak of it.
    mutating func follow(_ attempt: Int64) throws {
        var waiting = [attempt]
        while let next = waiting.popLast() {
            guard attempts.insert(next).inserted else { continue }
            waiting += try found(PurchaseSearch.attemptsBeside, next)
            var charges = try found(PurchaseSearch.transactionsOfAttempt, next)
            if way == .everything { charges += try found(PurchaseSearch.transactionMet, next) }
            for charge in charges where transactions.insert(charge).inserted {
                waiting += try found(PurchaseSearch.attemptsOfTransaction, charge)
                if way == .everything { waiting += try found(PurchaseSearch.attemptsMeeting, charge) }
            }
        }
    }

    private func found(_ query: String, _ row: Int64) throws -> [Int64] { try db.values(query, [row]) }

    /// Whether any report of an app speaks of a transaction by its ids; what an agent opened by hand is none.
    static func isNamed(_ transaction: Int64, in db: Connection) throws -> Bool {
        try db.exists(reportsOfTransaction, [transaction])
    }

    // In these statements `a` is an attempt, `t` a transaction, `c` its chain, `i` an id of a transaction; ?1 is the
    // row that is followed. Of an attempt, `named` is the customer whom its reports name, and `record` the transaction
    // that it met by time (``ChargeMeeting``).
    private static let reportsOfTransaction = """
        SELECT 1 FROM (\(attemptsOfTransaction)) n
        WHERE EXISTS (SELECT 1 FROM attempt_documents l WHERE l.attempt = n.id)
        """

    private static let transactionMet =
        "SELECT record FROM attempts WHERE id = ? AND bought_ms IS NOT NULL AND record IS NOT NULL"

    private static let attemptsMeeting = "SELECT id FROM attempts WHERE record = ? AND bought_ms IS NOT NULL"

    /// Attempts of one customer, or of nobody, that have an id in common; those of different customers meet in a record alone.
    private static let attemptsBeside = """
        SELECT b.id FROM attempts a JOIN attempts b ON b.transaction_id = a.transaction_id
            AND b.environment = a.environment AND b.named IN ('', coalesce(a.app_user_id, ''))
          WHERE a.id = ?1 AND b.app_user_id IS NOT DISTINCT FROM a.app_user_id
        UNION SELECT b.id FROM attempts a JOIN attempts b ON b.web_order_line_item_id = a.web_order_line_item_id
            AND b.environment = a.environment AND b.named IN ('', coalesce(a.app_user_id, ''))
          WHERE a.id = ?1 AND b.app_user_id IS NOT DISTINCT FROM a.app_user_id
        UNION SELECT b.id FROM attempts a JOIN attempts b ON b.attempt_id = a.attempt_id
            AND b.named IN ('', coalesce(a.app_user_id, ''))
          WHERE a.id = ?1 AND b.app_user_id IS NOT DISTINCT FROM a.app_user_id
        """

    /// A line item speaks only where the transaction's id does not: an id that no record has is a restore's.
    private static let namesNoRecord = """
        NOT EXISTS (SELECT 1 FROM transaction_ids k JOIN transactions r ON r.id = k."transaction"
          JOIN chains d ON d.id = r.chain_id WHERE k.transaction_id = a.transaction_id AND d.environment = a.environment)
        """

    /// In Xcode and in local testing an id is one device's alone: there an attempt speaks only of chains of the
    /// customers that it names. `l` is such a name (a claim), `u` the customer.
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
