import Purchases

extension AppStoreRequest.Kind: ColumnValue {}
extension AppStoreRequest.State: ColumnValue {}

/// The `arguments` of a request to finish a transaction: which one is decided when it is asked for, so that a repeat
/// asks the same.
struct FinishOrder: Codable {
    let environment: String
    let transaction: String

    private enum CodingKeys: String, CodingKey {
        case environment
        case transaction = "transaction_id"
    }

    /// The order to finish a ticket's transaction.
    ///
    /// - Throws: `StoreError`: conflict where the rule says no.
    init(_ ticket: Ticket) throws {
        if let refusal = ticket.finishRefusal { throw StoreError.asking(.notFinishable(ticket.id, refusal)) }
        guard let transaction = ticket.transactionID else {
            throw StoreError.asking(.notFinishable(ticket.id, .unknownTransaction))
        }
        (environment, self.transaction) = (ticket.environment.rawValue, transaction.rawValue)
    }
}

/// Requests to the App Store as their table keeps them; of a kind at most one waits about a subject.
///
/// People and rules ask (`Jobs/AskingTheAppStore.swift`, `Jobs/DueAsks.swift`), a server tries, and ``AskedTry`` keeps
/// what came of it. ``AskedTable`` reads them for pages.
enum AppStoreRequestTable {
    /// What queries select to read one.
    static let selection = AppStoreRequestRow.table.numberedSelection

    /// A condition on rows: what was asked for incidents, whose numbers are bound first.
    static func ofIncidents(_ numbers: ValueList) -> String {
        """
        json_extract(arguments, '$.incident') IN \(numbers.places) AND kind IN ('extend', 'mass_extend')
        """
    }

    /// A condition on rows: what was done, is to be, or may have been done though it ended without an answer.
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
        return try AppStoreRequestRow.table.add(
            AppStoreRequestRow(
                kind: kind, subject: subject, arguments: arguments, askedBy: agent, askedAt: now,
                nextTryAt: next),
            in: db)
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
        let (number, asked): (Int64, AppStoreRequestRow) = (try row[0], try AppStoreRequestRow(row, after: 1))
        return AppStoreRequest(
            id: AppStoreRequestID(String(number)), kind: asked.kind, subject: asked.subject,
            arguments: asked.arguments, askedBy: asked.askedBy, askedAt: asked.askedAt, state: asked.state,
            attempts: asked.attempts, nextTryAt: asked.nextTryAt, triedAt: asked.triedAt,
            endedAt: asked.endedAt, endedBy: asked.endedBy, outcome: asked.outcome, effect: asked.effect)
    }
}

/// What is asked of the App Store, but for its number.
struct AppStoreRequestRow: TableRow {
    static let table = Table<AppStoreRequestRow>("requests", key: "id")
    static let unread = AppStoreRequestRow(
        kind: .retry, subject: "", arguments: "", askedBy: AgentName(""), askedAt: .earliest)

    var kind: AppStoreRequest.Kind
    var subject: String
    var arguments: String
    var askedBy: AgentName
    var askedAt: Instant
    var state = AppStoreRequest.State.waiting
    var attempts = 0
    var nextTryAt: Instant?
    var triedAt: Instant?
    var endedAt: Instant?
    var endedBy: AgentName?
    var outcome: String?
    var effect: String?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("kind", &kind)
        columns.visit("subject", &subject)
        columns.visit("arguments", &arguments)
        columns.visit("asked_by", &askedBy)
        columns.visit("asked_at_ms", &askedAt)
        columns.visit("state", &state)
        columns.visit("attempts", &attempts)
        columns.visit("next_try_ms", &nextTryAt)
        columns.visit("tried_at_ms", &triedAt)
        columns.visit("ended_at_ms", &endedAt)
        columns.visit("ended_by", &endedBy)
        columns.visit("outcome", &outcome)
        columns.visit("effect", &effect)
    }
}
