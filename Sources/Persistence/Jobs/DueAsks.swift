package import Purchases

/// A request that is to be asked of the App Store now, with the ids and the receipt that it is asked with. The server's
/// `RequestWorker` takes it (`Leases.swift`) and asks.
package struct DueAsk: Hashable, Sendable {
    package let request: AppStoreRequest
    package let means: AskMeans
}

/// The ids and the receipt with which the App Store can be asked about something. Where all are nil it cannot, except
/// for an order id and for everybody's renewals, which need none of them.
package struct AskMeans: Hashable, Sendable {
    /// Where it was bought; nil when nothing tells.
    package let environment: AppStoreEnvironment?
    package let transaction: TransactionID?
    package let chain: ChainID?
    /// The newest receipt that tells of it.
    package let receipt: KeptReceipt?
    /// The customer's `appAccountToken` that is to be signed into it.
    package fileprivate(set) var accountToken: String?

    /// No ids and no receipt.
    static let none = AskMeans(environment: nil, transaction: nil, chain: nil, receipt: nil)
}

extension Store {
    /// What people and rules ask of the App Store and is due, the longest due first, without what another server has.
    package func dueAsks(
        for server: ServerID = .only, at now: Instant, limit: Int = 50
    ) throws(StoreError) -> [DueAsk] {
        try read { try DueAsk.due(for: server, at: now, limit: limit, in: $0) }
    }

    /// With what something can be asked now.
    package func means(toAsk request: AppStoreRequest) throws(StoreError) -> AskMeans {
        try read { try AskMeans.of(request, in: $0) }
    }

    /// When something is due next; nil when nothing waits.
    package func nextAskDue() throws(StoreError) -> Instant? {
        try read { try AppStoreRequestTable.nextDue($0) }
    }

    /// Asks for a verification of each charge that nobody delivered yet and for which none was asked. Lets go of
    /// verifications whose ticket has ended, and of transactions that are not to be finished any more. Answers how many
    /// verifications were begun.
    ///
    /// The server does so: without one nothing piles up.
    /// - Throws: `StoreError`: refused by role; busy; full.
    @discardableResult
    package func makeVerifications(by agent: AgentName, at now: Instant, limit: Int = 500) throws(StoreError)
        -> Int
    {
        let isNeeded = try read {
            try !VerificationNeeds($0).isSettled
                || FinishNeeds.needless(limit: limit, at: now, in: $0).isEmpty == false
        }
        guard isNeeded else { return 0 }
        return try write(.serverNote, by: agent, at: now) { writing in
            let db = writing.db
            let needs = try VerificationNeeds(db)
            let needless = try needs.needless(limit: limit)
            for (request, ticket, isDelivered) in needless {
                try db.run(
                    """
                    UPDATE requests SET state = ?, next_try_ms = NULL, ended_at_ms = ?, outcome = ? WHERE id = ?
                    """,
                    [
                        isDelivered ? AppStoreRequest.State.done : .cancelled, now,
                        isDelivered ? "delivered" : "needless", request,
                    ])
                try writing.changed(.asked, String(request))
                try writing.changed(.ticket, ticket)
            }
            for (request, ticket) in try FinishNeeds.needless(limit: limit, at: now, in: db) {
                // What a server asked when it was killed may have been done.
                let isCutOff = try LeaseTable.isLeft(.request(AppStoreRequestID(String(request))), in: db)
                try db.run(
                    """
                    UPDATE requests SET state = 'cancelled', next_try_ms = NULL, ended_at_ms = ?, outcome = ? WHERE id = ?
                    """, [now, isCutOff ? "cut_off" : "needless", request])
                try writing.changed(.asked, String(request))
                try writing.changed(.ticket, ticket)
            }
            let missing = try needs.missing(limit: limit)
            for ticket in missing {
                let row = try AppStoreRequestTable.ask(
                    .retry, about: String(ticket), by: agent, at: now, in: db)
                try writing.changed(.asked, String(row))
                try writing.changed(.ticket, String(ticket))
            }
            if missing.count < limit, needless.count < limit { try needs.keepLooked() }
            return .noted(missing.count)
        }
    }
}

extension DueAsk {
    /// What is due and no other server has, the longest due first.
    static func due(for server: ServerID, at now: Instant, limit: Int, in db: Connection) throws -> [DueAsk] {
        try AppStoreRequestTable.due(for: server, at: now, limit: max(1, limit), in: db).map { request in
            DueAsk(request: request, means: try AskMeans.of(request, in: db))
        }
    }
}

/// Which verifications the server's rule wants, and which it wants no more.
///
/// It follows from a ticket and what is asked about it, and whatever changes either tells the log of changes of the ticket:
/// only those that changed since the last look are looked at. Where nobody ever looked, all are.
private struct VerificationNeeds {
    /// After so many changes of which none is anything to do that is noted, so that they are not looked through again†.
    private static let farBehind: Int64 = 1000

    private let db: Connection
    /// Up to which change it was looked; nil where nobody ever did.
    private let looked: Int64?

    /// What is needed now.
    init(_ db: Connection) throws {
        (self.db, looked) = (db, try StoreState.verificationsLooked.read(db).flatMap(Int64.init))
    }

    /// Whether nothing is to be done, and nothing to be noted.
    var isSettled: Bool {
        get throws {
            guard let looked, try ChangeRows.newest(db) - looked < VerificationNeeds.farBehind else {
                return false
            }
            return try missing(limit: 1).isEmpty && needless(limit: 1).isEmpty
        }
    }

    /// Notes that everything up to now was looked at.
    func keepLooked() throws {
        try StoreState.verificationsLooked.set(String(ChangeRows.newest(db)), in: db)
    }

    /// Tickets of charges that were not delivered, and of losses whose alarm waits for Apple's word, for which no
    /// verification waits, was given up, or was cancelled by a person.
    func missing(limit: Int) throws -> [Int64] {
        try db.values(
            """
            SELECT t.id FROM \(tickets) WHERE t.state <> 'resolved' AND (t."group" = 2 OR t."group" = 3 AND EXISTS (
              SELECT 1 FROM alarms a WHERE a.ticket_id = t.id AND a.taken_at_ms IS NULL AND a.next_ms IS NOT NULL))
            AND NOT EXISTS (
              SELECT 1 FROM requests r WHERE r.subject = CAST(t.id AS TEXT) AND r.kind = 'retry'
                AND (r.state IN ('waiting', 'failed') OR (r.state = 'cancelled' AND r.ended_by IS NOT NULL)))
            ORDER BY t.id LIMIT ?
            """, since + [limit])
    }

    /// Verifications that wait though their ticket has come to its end, and whether it was delivered.
    func needless(limit: Int) throws -> [(request: Int64, ticket: String, isDelivered: Bool)] {
        try db.map(
            """
            SELECT r.id, r.subject, CASE WHEN t.resolution = 'delivered' THEN 1 ELSE 0 END FROM \(tickets)
              JOIN requests r ON r.subject = CAST(t.id AS TEXT)
            WHERE t.state = 'resolved' AND r.kind = 'retry' AND r.state = 'waiting' ORDER BY r.id LIMIT ?
            """, since + [limit]
        ) { (try $0[0], try $0[1], try $0[2]) }
    }

    /// The tickets to look at, as `t`.
    private var tickets: String {
        looked == nil
            ? "tickets t"
            : """
            (SELECT DISTINCT CAST(id AS BIGINT) AS id FROM change_log WHERE sequence > ? AND entity = 'ticket') l
              CROSS JOIN tickets t ON t.id = l.id
            """
    }

    /// What is bound for them.
    private var since: BoundValues { looked.map { [$0] } ?? [] }
}

/// Which transactions are not to be finished any more.
private enum FinishNeeds {
    /// What waits though the app has finished it, or the ticket is back in its queue: the rule would refuse it now. What a
    /// server is just asking is left to its answer.
    static func needless(
        limit: Int, at now: Instant, in db: Connection
    ) throws -> [(request: Int64, ticket: String)] {
        let waiting: [(request: Int64, ticket: String)] = try db.map(
            "SELECT id, subject FROM requests WHERE kind = 'finish' AND state = 'waiting' ORDER BY id LIMIT ?",
            [limit]
        ) { (try $0[0], try $0[1]) }
        return try waiting.filter { row in
            let request = AppStoreRequestID(String(row.request))
            guard try !LeaseTable.isTaken(.request(request), at: now, in: db) else { return false }
            return try TicketTable.find(TicketID(row.ticket), in: db).map { $0.finishRefusal != nil } ?? true
        }
    }
}

extension AskMeans {
    /// With what something can be asked.
    fileprivate static func of(_ request: AppStoreRequest, in db: Connection) throws -> AskMeans {
        switch request.kind {
        case .order, .massExtend: .none
        case .consumption: try ofRefund(RefundRequestID(request.subject), in: db)
        case .refresh, .extend: try ofChain(OriginalTransactionID(request.subject), in: db) ?? .none
        case .retry: try ofTicket(TicketID(request.subject), in: db)
        case .finish: try ofOrder(request, in: db)
        case .token: try ofTokenOrder(request, in: db)
        }
    }

    private static func ofChain(_ id: OriginalTransactionID, in db: Connection) throws -> AskMeans? {
        try db.first(
            """
            SELECT id, environment FROM chains WHERE original_transaction_id = ?
            ORDER BY newest_document_ms DESC, id LIMIT 1
            """, [id]
        ) { row in
            let environment: AppStoreEnvironment = try row[1]
            return AskMeans(
                environment: environment, transaction: nil, chain: ChainID(id, in: environment),
                receipt: try ReceiptTable.newest(ofChain: row[0], in: db))
        }
    }

    /// What a ticket's transaction is finished with: what was decided when it was asked for, as long as the rule still
    /// allows it.
    private static func ofOrder(_ request: AppStoreRequest, in db: Connection) throws -> AskMeans {
        let ticket = try TicketTable.find(TicketID(request.subject), in: db)
        guard let ticket, ticket.finishRefusal == nil else { return .none }
        let kept: FinishOrder? = try ColumnText.value(request.arguments)
        guard let order = kept else { return .none }
        return AskMeans(
            environment: AppStoreEnvironment(rawValue: order.environment),
            transaction: TransactionID(order.transaction), chain: nil, receipt: nil)
    }

    /// A chain with the token that its customer carries by now; none once the customer was erased.
    private static func ofTokenOrder(_ request: AppStoreRequest, in db: Connection) throws -> AskMeans {
        guard let order = request.accountTokenOrder,
            let token = try CustomerTable.find(order.customer, in: db)?.customer.values.appAccountToken
        else { return .none }
        let chain = ChainID(OriginalTransactionID(request.subject), in: order.environment)
        return AskMeans(
            environment: order.environment, transaction: nil, chain: chain, receipt: nil,
            accountToken: token.whole)
    }

    private static func ofRefund(_ id: RefundRequestID, in db: Connection) throws -> AskMeans {
        guard let refund = try RefundTable.find(id, in: db)?.request else { return .none }
        return AskMeans(
            environment: refund.environment, transaction: refund.transaction,
            chain: refund.chain.map { ChainID($0, in: refund.environment) }, receipt: nil)
    }

    private static func ofTicket(_ id: TicketID, in db: Connection) throws -> AskMeans {
        guard let row = Int64(id.rawValue) else { return .none }
        let told = try db.first(
            """
            SELECT t.environment, t.customer_id,
              coalesce(t.transaction_id, (SELECT max(a.transaction_id) FROM attempts a WHERE a.ticket_id = t.id)),
              coalesce(t.original_transaction_id,
                (SELECT max(a.original_transaction_id) FROM attempts a WHERE a.ticket_id = t.id))
            FROM tickets t WHERE t.id = ?
            """, [row]
        ) {
            (
                environment: try $0[0] as AppStoreEnvironment, customer: $0[1] as Int64?,
                transaction: $0[2] as TransactionID?, original: $0[3] as OriginalTransactionID?
            )
        }
        guard let told else { return .none }
        let chain: Int64? = try told.original.flatMap {
            try db.value(
                "SELECT id FROM chains WHERE environment = ? AND original_transaction_id = ?",
                [told.environment, $0])
        }
        let receipt =
            try chain.flatMap { try ReceiptTable.newest(ofChain: $0, in: db) }
            ?? told.customer.flatMap {
                try ReceiptTable.newest(ofCustomer: $0, in: told.environment, db: db)
            }
        return AskMeans(
            environment: told.environment,
            transaction: told.transaction.flatMap { $0.canBeAppStores ? $0 : nil },
            chain: told.original.map { ChainID($0, in: told.environment) }, receipt: receipt)
    }
}
