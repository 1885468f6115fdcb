package import Purchases

/// A request to the App Store as pages show it, with its newest tries.
package struct AskedRow: Hashable, Sendable, Identifiable {
    /// A try, and what came of it.
    package struct Try: Hashable, Sendable {
        package let at: Instant
        /// The code of the answer.
        package let outcome: String
        /// Whether it counts against the limit; a fault of our own configuration does not.
        package let isCounted: Bool

        package init(at: Instant, outcome: String, isCounted: Bool) {
            (self.at, self.outcome, self.isCounted) = (at, outcome, isCounted)
        }
    }

    package let request: AppStoreRequest
    /// Its newest tries, the newest first.
    package let tries: [Try]

    /// After how many tries that count it is given up.
    package let tryLimit: Int
    /// Whether a server asks it at this moment: it cannot be cancelled then.
    package let isTaken: Bool

    /// What is asked, with its tries.
    package init(request: AppStoreRequest, tries: [Try], tryLimit: Int = 5, isTaken: Bool = false) {
        (self.request, self.tries) = (request, tries)
        (self.tryLimit, self.isTaken) = (tryLimit, isTaken)
    }

    /// It among the others.
    package var id: AppStoreRequestID { request.id }
}

/// Which of what is asked of the App Store is wanted.
package enum AskedFilter: Hashable, Sendable {
    /// Everything, the newest first.
    case all
    /// What is still to be tried, what comes first before the others.
    case waiting
    /// What is asked about a ticket, the newest first.
    case ticket(TicketID)
    /// What is asked about a chain and its orders, the newest first.
    case chain(OriginalTransactionID)
    /// What is asked about a customer's tickets, chains and orders, the newest first.
    case customer(AppUserID)
    /// What is asked about an order, the newest first.
    case order(OrderID)
}

/// Requests to the App Store, read for pages; ``AppStoreRequestTable`` keeps them.
enum AskedTable {
    /// How much of it a page shows†.
    static let onAPage = 20
    /// How many tries of each are read†; verifying has five.
    private static let triesShown = 20

    /// What passes a filter, so much at most.
    ///
    /// - Parameter now: the moment at which servers may be asking; nil where that does not matter.
    static func rows(
        _ filter: AskedFilter, limit: Int, at now: Instant?, in db: Connection
    ) throws -> [AskedRow] {
        let (condition, values, order) = query(filter)
        let requests: [AppStoreRequest] = try db.map(
            "\(AppStoreRequestTable.selection) WHERE \(condition) ORDER BY \(order) LIMIT ?",
            values + [limit],
            AppStoreRequestTable.read)
        guard !requests.isEmpty else { return [] }
        let verifications = try SettingTable.ticketRules(db).attemptLimit
        return try requests.map { try row($0, verifications: verifications, at: now, in: db) }
    }

    /// Something that is asked, with its tries.
    ///
    /// - Parameter verifications: how many tries the policy gives a verification.
    static func row(
        _ request: AppStoreRequest, verifications: Int, at now: Instant?, in db: Connection
    ) throws -> AskedRow {
        AskedRow(
            request: request, tries: try tries(of: request.id, in: db),
            tryLimit: request.kind == .retry ? verifications : AppStoreRequest.Kind.tryLimit,
            isTaken: try now.map { try isTaken(request, at: $0, in: db) } ?? false)
    }

    /// Whether a server asks something at a moment.
    static func isTaken(_ request: AppStoreRequest, at now: Instant, in db: Connection) throws -> Bool {
        try request.state == .waiting && LeaseTable.isTaken(.request(request.id), at: now, in: db)
    }

    private static func query(_ filter: AskedFilter) -> (String, BoundValues, String) {
        let newest = "id DESC"
        return switch filter {
        case .all: ("true", [], newest)
        case .waiting: ("state = 'waiting'", [], "next_try_ms, id")
        case .ticket(let id): ("kind IN ('retry', 'finish') AND subject = ?", [id.rawValue], newest)
        case .order(let id): ("kind = 'order' AND subject = ?", [id.rawValue.uppercased()], newest)
        case .chain(let id):
            (
                """
                subject IN (SELECT CAST(?1 AS TEXT) UNION ALL SELECT o.order_id FROM orders o
                  JOIN chains c ON c.id = o.chain_id WHERE c.original_transaction_id = ?1) AND kind IN ('refresh', 'order', 'extend', 'token')
                """, [id.rawValue], newest
            )
        case .customer(let id):
            (
                """
                id IN (
                  SELECT r.id FROM customers u JOIN tickets t ON t.customer_id = u.id
                    JOIN requests r ON r.subject = CAST(t.id AS TEXT) AND r.kind IN ('retry', 'finish')
                    WHERE u.app_user_id = ?1
                  UNION SELECT r.id FROM customers u JOIN chains c ON c.id IN (\(PayerTable.chains(ofCustomer: "u.id")))
                    JOIN requests r ON r.subject = c.original_transaction_id
                      AND r.kind IN ('refresh', 'extend', 'token')
                    WHERE u.app_user_id = ?1
                  UNION SELECT r.id FROM customers u JOIN chains c ON c.customer_id = u.id
                    JOIN orders o ON o.chain_id = c.id JOIN requests r ON r.subject = o.order_id AND r.kind = 'order'
                    WHERE u.app_user_id = ?1)
                """, [id.rawValue], newest
            )
        }
    }

    /// The newest tries of something that is asked.
    static func tries(of id: AppStoreRequestID, in db: Connection) throws -> [AskedRow.Try] {
        try db.map(
            """
            SELECT at_ms, outcome, is_counted FROM request_tries WHERE request_id = ? ORDER BY number DESC LIMIT ?
            """, [Int64(id.rawValue), triesShown]
        ) { AskedRow.Try(at: try $0[0], outcome: try $0[1], isCounted: try $0[2]) }
    }
}
