internal import Foundation
internal import GRDB
public import Purchases

extension RefundRequest.Decision: ColumnValue {}

/// A refund that a customer asked Apple for, with what is known beside it.
public struct RefundTask: Hashable, Sendable, Identifiable {
    /// What Apple asked.
    public internal(set) var request: RefundRequest
    /// Whose purchase it is; nil while nobody knows.
    public let customer: AppUserID?
    /// Whether the customer agreed that Apple is told what was consumed.
    public let hasConsent: Bool
    /// The newest answer that was given to be sent, with its tries; nil when none was.
    public internal(set) var answer: AskedRow?
    /// What that answer says.
    public internal(set) var said: ConsumptionAnswer?

    /// It among the others.
    public var id: RefundRequestID { request.id }

    /// How it stands at a moment.
    public func standing(at now: Instant) -> RefundStanding {
        request.standing(hasConsent: hasConsent, answer: answer?.request, at: now)
    }
}

extension RefundTask {
    /// So long before the deadline somebody is called†.
    static let pressingTime = TimeLength.hours(2)
    /// How long a server that works needs to send an answer, at the most†.
    private static let sendingTime = TimeLength.seconds(600)

    /// Whether its deadline is near and Apple will be told nothing as it stands: nobody answered who could, or the answer
    /// that was given is not sent.
    func isPressing(at now: Instant) -> Bool {
        request.dueAt < now + RefundTask.pressingTime
            && (standing(at: now) == .open || isHeldUp(at: now))
    }

    /// Whether an answer waits for longer than a server that works needs to send it.
    func isHeldUp(at now: Instant) -> Bool {
        guard standing(at: now) == .sending, let given = answer?.request.askedAt else { return false }
        return now - given >= RefundTask.sendingTime
    }

    /// Notifications without the questions that these refunds tell in words.
    static func notifications(
        _ notifications: [StoreNotification], toldBeside refunds: [RefundTask]
    ) -> [StoreNotification] {
        let asked = Set(refunds.map(\.request.askedAt))
        return notifications.filter {
            $0.type != "CONSUMPTION_REQUEST"
                || !asked.contains($0.uuid == nil ? $0.receivedAt ?? $0.signedAt : $0.signedAt)
        }
    }
}

/// What happened to a refund that a customer asked for, up to Apple's decision, which Apple tells itself.
public enum RefundStep: Hashable, Sendable {
    /// The customer asked for it.
    case asked
    /// An answer was given to be sent.
    case answered(ConsumptionAnswer, by: AgentName)
    /// Apple has the answer.
    case sent(ConsumptionAnswer)
    /// No answer is to be given.
    case skipped(by: AgentName, reason: String)
}

extension RefundTask {
    /// What happened to it, and when.
    var steps: [(RefundStep, Instant, RefundRequest)] {
        var steps: [(RefundStep, Instant, RefundRequest)] = [(.asked, request.askedAt, request)]
        if let asked = answer?.request, let said {
            steps.append((.answered(said, by: asked.askedBy), asked.askedAt, request))
            if asked.state == .done, let at = asked.endedAt { steps.append((.sent(said), at, request)) }
        }
        if let skip = request.skip {
            steps.append((.skipped(by: skip.by, reason: skip.reason), skip.at, request))
        }
        return steps
    }
}

/// Which refunds that customers asked for are wanted; those of environments that are not served never are.
public enum RefundFilter: Hashable, Sendable {
    /// What can still be answered, or is being sent: the soonest deadline first.
    case open
    /// Those first, then the others, the newest first.
    case all
    /// A customer's, the newest first.
    case customer(AppUserID)
    /// A chain's, the newest first.
    case chain(ChainID)
}

/// Refunds that customers asked for, as their table keeps them.
enum RefundTable {
    /// How many a page shows beside other things†.
    static let onAPage = 20

    private static let selection = """
        SELECT f.id, f.environment, f.transaction_id, f.original_transaction_id, f.product_id, f.reason, f.asked_ms,
          f.due_ms, f.known_ms, f.outcome, f.outcome_ms, f.skipped_ms, f.skipped_by, f.skipped_reason, u.app_user_id,
          coalesce(k.is_given, 0)
        FROM refund_requests f
        LEFT JOIN chains c ON c.environment = f.environment AND c.original_transaction_id = f.original_transaction_id
        LEFT JOIN customers u ON u.id = c.customer_id
        LEFT JOIN consumption_consents k ON k.customer_id = u.id
        """

    // The plus keeps SQLite from reading by environment, which nearly every row shares, and sorting what it finds.
    private static let isServed = "+f.environment IN (SELECT environment FROM served_environments)"
    private static let isOpen = """
        f.outcome IS NULL AND f.skipped_ms IS NULL AND f.due_ms > ?1 AND NOT EXISTS (SELECT 1 FROM requests r
          WHERE r.kind = 'consumption' AND r.subject = CAST(f.id AS TEXT) AND r.state = 'done')
        """

    /// What passes a filter at a moment, so much at most.
    static func tasks(
        _ filter: RefundFilter, at now: Instant, limit: Int, in db: Database
    ) throws -> [RefundTask] {
        let newest = "ORDER BY f.asked_ms DESC, f.id DESC LIMIT ?2"
        switch filter {
        case .open:
            return try read(
                "\(isServed) AND \(isOpen) ORDER BY f.due_ms, f.id LIMIT ?2", [now, limit], in: db)
        case .all:
            let open = try tasks(.open, at: now, limit: limit, in: db)
            let rest = try read(
                "\(isServed) AND NOT (\(isOpen)) \(newest)", [now, limit - open.count], in: db)
            return open + rest
        case .customer(let id):
            return try read(
                """
                \(isServed) AND u.app_user_id = ?1 AND f.original_transaction_id IN (SELECT k.original_transaction_id
                  FROM customers p JOIN chains k ON k.customer_id = p.id WHERE p.app_user_id = ?1) \(newest)
                """, [id, limit], in: db)
        case .chain(let id):
            return try read(
                """
                \(isServed) AND f.original_transaction_id = ?1 AND f.environment = ?3 \(newest)
                """, [id.original, limit, id.environment], in: db)
        }
    }

    /// Those that can be answered since the customer agreed, the soonest deadline first: before a moment, where there is one,
    /// or only those of which no answer was ever given.
    static func answerable(
        before moment: Instant? = nil, neverAnswered: Bool = false, at now: Instant, limit: Int,
        in db: Database
    ) throws -> [RefundTask] {
        try read(
            """
            \(isServed) AND \(isOpen) AND k.is_given = 1 AND f.due_ms < ?3
              AND NOT (?4 AND EXISTS (SELECT 1 FROM requests a
                WHERE a.kind = 'consumption' AND a.subject = CAST(f.id AS TEXT)))
            ORDER BY f.due_ms, f.id LIMIT ?2
            """, [now, limit, moment ?? .latest, neverAnswered], in: db)
    }

    /// Whether Apple has an answer.
    static func isAnswered(_ id: RefundRequestID, in db: Database) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM requests WHERE subject = ? AND kind = 'consumption' AND state = 'done'",
            [id.rawValue])
    }

    /// How many can still be answered, and until when the first of them.
    static func openCount(at now: Instant, in db: Database) throws -> (count: CappedCount, due: Instant?) {
        try db.first(
            """
            SELECT count(*), min(due_ms) FROM (SELECT f.due_ms FROM refund_requests f
              WHERE \(isServed) AND \(isOpen) ORDER BY f.due_ms LIMIT ?2)
            """, [now, CappedCount.cap + 1]
        ) { (CappedCount(try $0[0]), $0[1]) } ?? (CappedCount(0), nil)
    }

    /// The one of a number; nil when there is none in an environment that is served.
    static func find(_ id: RefundRequestID, in db: Database) throws -> RefundTask? {
        try Int64(id.rawValue).flatMap { try read("f.id = ?1 AND \(isServed)", [$0], in: db).first }
    }

    /// Until when Apple takes an answer, by the number of a row.
    static func due(_ subject: String, in db: Database) throws -> Instant? {
        try db.value("SELECT due_ms FROM refund_requests WHERE id = ?", [Int64(subject)])
    }

    private static func read(
        _ condition: String, _ values: BoundValues, in db: Database
    ) throws -> [RefundTask] {
        let found = try db.map("\(selection) WHERE \(condition)", values) { row in
            RefundTask(request: try request(row), customer: row[14], hasConsent: try row[15])
        }
        return try found.map { try answered($0, in: db) }
    }

    private static func request(_ row: StoredRow) throws -> RefundRequest {
        let skippedAt: Instant? = row[11]
        return RefundRequest(
            id: RefundRequestID(String(try row[0] as Int64)), environment: try row[1],
            transaction: try row[2],
            chain: row[3], product: row[4], reason: row[5], askedAt: try row[6], dueAt: try row[7],
            knownAt: try row[8], decision: row[9], decidedAt: row[10],
            skip: try skippedAt.map { RefundRequest.Skip(at: $0, by: try row[12], reason: try row[13]) })
    }

    private static func answered(_ task: RefundTask, in db: Database) throws -> RefundTask {
        guard
            let request = try AppStoreRequestTable.newest(.consumption, about: task.id.rawValue, in: db)
        else { return task }
        var task = task
        task.answer = AskedRow(request: request, tries: try AskedTable.tries(of: request.id, in: db))
        task.said = ConsumptionBody.answer(in: request.arguments)
        return task
    }
}

/// What is sent to Apple, to the letter.
///
/// Source: Apple, ConsumptionRequest.
struct ConsumptionBody: Codable {
    private let customerConsented: Bool
    private let deliveryStatus: String
    private let consumptionPercentage: Int?
    private let refundPreference: String?
    private let sampleContentProvided: Bool

    /// An answer about a purchase of a customer who agreed.
    init(_ answer: ConsumptionAnswer) {
        customerConsented = true
        deliveryStatus = answer.deliveryStatus.rawValue
        consumptionPercentage = answer.consumptionPercentage
        refundPreference = answer.refundPreference?.rawValue
        sampleContentProvided = answer.sampleContentProvided
    }

    /// The answer that a text holds; nil when it holds none.
    static func answer(in text: String) -> ConsumptionAnswer? {
        guard let body: ConsumptionBody = try? ColumnText.value(text),
            let status = ConsumptionAnswer.DeliveryStatus(rawValue: body.deliveryStatus)
        else { return nil }
        return ConsumptionAnswer(
            deliveryStatus: status, consumptionPercentage: body.consumptionPercentage,
            refundPreference: body.refundPreference.flatMap(
                ConsumptionAnswer.RefundPreference.init(rawValue:)),
            sampleContentProvided: body.sampleContentProvided)
    }
}

/// Whether customers agreed that Apple is told what was consumed, as its table keeps it.
enum ConsentTable {
    /// Whether a customer did, by row.
    static func isGiven(by customer: Int64, in db: Database) throws -> Bool {
        try db.value("SELECT is_given FROM consumption_consents WHERE customer_id = ?", [customer]) ?? false
    }

    /// Notes whether a customer did.
    static func set(
        _ isGiven: Bool, of customer: Int64, by agent: AgentName, at now: Instant, in db: Database
    ) throws {
        try db.run(
            """
            INSERT INTO consumption_consents (customer_id, is_given, at_ms, set_by) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (customer_id) DO UPDATE SET is_given = ?2, at_ms = ?3, set_by = ?4
            """, [customer, isGiven, now, agent])
    }
}
