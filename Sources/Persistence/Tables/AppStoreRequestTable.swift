import Purchases

extension AppStoreRequest.Kind: ColumnValue {}
extension AppStoreRequest.State: ColumnValue {}

/// Which transaction the App Store is asked to finish: decided when it is asked for, so that a repeat asks the same.
struct FinishOrder: Codable {
    /// Where it was bought.
    let environment: String
    /// The transaction.
    let transaction: String

    private enum CodingKeys: String, CodingKey {
        case environment
        case transaction = "transaction_id"
    }

    /// The order to finish a ticket's transaction.
    ///
    /// - Throws: ``StoreError/notFinishable(_:_:)`` where the rule says no.
    init(_ ticket: Ticket) throws {
        if let refusal = ticket.finishRefusal { throw StoreError.notFinishable(ticket.id, refusal) }
        guard let transaction = ticket.transactionID else {
            throw StoreError.notFinishable(ticket.id, .unknownTransaction)
        }
        (environment, self.transaction) = (ticket.environment.rawValue, transaction.rawValue)
    }
}

/// What is asked of the App Store, as its table keeps it: at most one of a kind that waits about a subject.
enum AppStoreRequestTable {
    /// What queries select to read one.
    static let selection = """
        SELECT id, kind, subject, asked_by, asked_at_ms, state, attempts, next_try_ms, tried_at_ms, ended_at_ms,
          ended_by, outcome, arguments, effect FROM requests
        """

    /// Of the table: what was asked for incidents, whose numbers are bound first.
    static func ofIncidents(_ numbers: ValueList) -> String {
        """
        json_extract(arguments, '$.incident') IN \(numbers.places) AND kind IN ('extend', 'mass_extend')
        """
    }

    /// Of the table: what was done, is to be, or may have been though nobody asks any more.
    static let mayHold = "(state IN ('waiting', 'done') OR effect IS NOT NULL)"

    /// Asks for something, to be tried from a moment on; answers its row. What waits already is tried no later, with the
    /// arguments that it has.
    @discardableResult
    static func ask(
        _ kind: AppStoreRequest.Kind, about subject: String, arguments: String = "{}", by agent: AgentName,
        at now: Instant,
        tryingFrom first: Instant? = nil, in db: Connection
    ) throws -> Int64 {
        let next = first ?? now
        if let waiting = try waiting(kind, about: subject, in: db) {
            try db.run(
                """
                UPDATE requests SET next_try_ms = CASE WHEN next_try_ms > ?1 THEN ?1 ELSE next_try_ms END
                WHERE id = ?2
                """, [next, waiting])
            return waiting
        }
        return try db.insert(
            """
            INSERT INTO requests (kind, subject, arguments, asked_by, asked_at_ms, next_try_ms) VALUES (?, ?, ?, ?, ?, ?)
            """, [kind, subject, arguments, agent, now, next])
    }

    /// The row of what waits of a kind about a subject.
    static func waiting(
        _ kind: AppStoreRequest.Kind, about subject: String, in db: Connection
    ) throws -> Int64? {
        try db.value(
            "SELECT id FROM requests WHERE kind = ? AND subject = ? AND state = 'waiting'", [kind, subject])
    }

    /// What waits of a kind about a subject; nil when nothing does.
    static func waitingRequest(
        _ kind: AppStoreRequest.Kind, about subject: String, in db: Connection
    ) throws -> AppStoreRequest? {
        try waiting(kind, about: subject, in: db).flatMap { try at($0, in: db) }
    }

    /// The one of a number; nil when there is none.
    static func at(_ row: Int64, in db: Connection) throws -> AppStoreRequest? {
        try db.first("\(selection) WHERE id = ?", [row], read)
    }

    /// The newest of a kind about a subject; nil when none ever was asked for.
    static func newest(
        _ kind: AppStoreRequest.Kind, about subject: String, in db: Connection
    ) throws -> AppStoreRequest? {
        try db.first(
            "\(selection) WHERE subject = ? AND kind = ? ORDER BY id DESC LIMIT 1", [subject, kind], read)
    }

    /// What is due and no other server has: answers with a deadline, then the longest first.
    static func due(
        for server: ServerID, at now: Instant, limit: Int, in db: Connection
    ) throws -> [AppStoreRequest] {
        // Each by its own index: in one order all that is due would be read and sorted.
        let answers = try due("requests_waiting", "kind = 'consumption'", server, now, limit, in: db)
        guard answers.count < limit else { return answers }
        return try answers
            + due("requests_due", "kind <> 'consumption'", server, now, limit - answers.count, in: db)
    }

    private static func due(
        _ index: String, _ kinds: String, _ server: ServerID, _ now: Instant, _ limit: Int, in db: Connection
    ) throws -> [AppStoreRequest] {
        try db.map(
            """
            \(selection) r INDEXED BY \(index) WHERE state = 'waiting' AND \(kinds) AND next_try_ms <= ?1
              AND \(LeaseTable.freeRequest(holder: "?2", now: "?1"))
            ORDER BY next_try_ms, id LIMIT ?3
            """, [now, server.rawValue, limit], read)
    }

    /// Whether something waits still, and a server has it.
    static func mayAsk(
        _ request: AppStoreRequestID, _ server: ServerID, in db: Connection
    ) throws -> Bool {
        try LeaseTable.isHeld(.request(request), by: server, in: db)
            && db.exists(
                "SELECT 1 FROM requests WHERE id = ? AND state = 'waiting'", [Int64(request.rawValue)])
    }

    /// When something is due next; nil when nothing waits.
    static func nextDue(_ db: Connection) throws -> Instant? {
        try db.value(
            "SELECT next_try_ms FROM requests WHERE state = 'waiting' ORDER BY next_try_ms, id LIMIT 1")
    }

    /// How many tries of the server's failed for a ticket and count against the limit.
    static func failedTries(ofTicket ticket: Int64, in db: Connection) throws -> Int {
        try db.value(
            """
            SELECT count(*) FROM requests r JOIN request_tries t ON t.request_id = r.id
            WHERE r.subject = ? AND r.kind = 'retry' AND t.is_counted = 1 AND t.outcome <> 'delivered'
            """, [String(ticket)]) ?? 0
    }

    /// What those came to, by code, the oldest first.
    static func failedOutcomes(ofTicket ticket: Int64, in db: Connection) throws -> [String] {
        try db.values(
            """
            SELECT t.outcome FROM requests r JOIN request_tries t ON t.request_id = r.id
            WHERE r.subject = ? AND r.kind = 'retry' AND t.is_counted = 1 AND t.outcome <> 'delivered'
            ORDER BY t.request_id, t.number
            """, [String(ticket)])
    }

    /// The first answer by which the App Store finished a transaction; nil when none did.
    static func closing(
        of transaction: TransactionID, in environment: AppStoreEnvironment, db: Connection
    ) throws -> StoreClosing? {
        try db.first(
            """
            SELECT ended_at_ms, asked_by FROM requests
            WHERE kind = 'finish' AND state = 'done' AND json_extract(arguments, '$.transaction_id') = ?
              AND json_extract(arguments, '$.environment') = ?
            ORDER BY ended_at_ms, id LIMIT 1
            """, [transaction, environment]
        ) { StoreClosing(at: try $0[0], askedBy: try $0[1]) }
    }

    /// Reads one from a row of the selection.
    static func read(_ row: StoredRow) throws -> AppStoreRequest {
        AppStoreRequest(
            id: AppStoreRequestID(String(try row[0] as Int64)), kind: try row[1], subject: try row[2],
            arguments: try row[12], askedBy: try row[3], askedAt: try row[4], state: try row[5],
            attempts: try row[6], nextTryAt: row[7], triedAt: row[8], endedAt: row[9], endedBy: row[10],
            outcome: row[11], effect: row[13])
    }
}
