internal import Foundation
package import Purchases

extension RefundRequest.Decision: ColumnValue {}

/// A refund that a customer asked Apple for, with what is known beside it.
package struct RefundTask: Hashable, Sendable, Identifiable {
    /// What Apple asked.
    package internal(set) var request: RefundRequest
    /// Whose purchase it is; nil while nobody knows.
    package let customer: AppUserID?
    /// Whether the customer agreed that Apple is told what was consumed.
    package let hasConsent: Bool
    /// The newest answer that was given to be sent, with its tries; nil when none was.
    package internal(set) var answer: AskedRow?
    /// What that answer tells Apple.
    package internal(set) var said: ConsumptionAnswer?

    /// It among the others.
    package var id: RefundRequestID { request.id }

    /// How it stands at a moment.
    package func standing(at now: Instant) -> RefundStatus {
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
        let asked = Set(refunds.flatMap(\.request.askings).map(\.at))
        return notifications.filter {
            $0.type != "CONSUMPTION_REQUEST"
                || !asked.contains($0.uuid == nil ? $0.receivedAt ?? $0.signedAt : $0.signedAt)
        }
    }
}

/// What happened to a refund that a customer asked for, up to Apple's decision, which Apple tells itself.
package enum RefundStep: Hashable, Sendable {
    /// The customer asked for it, and Apple what was consumed.
    case asked(RefundAsking)
    /// Apple asked again: nothing was decided yet.
    case askedAgain(RefundAsking)
    /// An answer was given to be sent.
    case answered(ConsumptionAnswer, by: AgentName)
    /// Apple has the answer.
    case sent(ConsumptionAnswer)
    /// No answer is to be given.
    case skipped(by: AgentName, reason: FreeText)
}

extension RefundTask {
    /// What happened to it, when, and since when that is known.
    var steps: [(what: RefundStep, at: Instant, learnedAt: Instant)] {
        var steps: [(what: RefundStep, at: Instant, learnedAt: Instant)] = []
        for (place, asking) in request.askings.enumerated() {
            steps.append((place == 0 ? .asked(asking) : .askedAgain(asking), asking.at, asking.knownAt))
        }
        if let asked = answer?.request, let said {
            steps.append((.answered(said, by: asked.askedBy), asked.askedAt, asked.askedAt))
            if asked.state == .done, let at = asked.endedAt { steps.append((.sent(said), at, at)) }
        }
        if let skip = request.skip {
            steps.append((.skipped(by: skip.by, reason: skip.reason), skip.at, skip.at))
        }
        return steps
    }
}

/// Which refunds that customers asked for are wanted; those of environments that are not served never are.
package enum RefundFilter: Hashable, Sendable {
    /// What can still be answered, or is being sent: the soonest deadline first.
    case open
    /// Those first, then the others, the newest first.
    case all
    /// A customer's, the newest first.
    case customer(AppUserID)
    /// A chain's, the newest first.
    case chain(ChainID)
}

/// A place in the list of refunds: the last one of a page, by what orders it.
package enum RefundPlace: Hashable, Sendable {
    /// Among those that can still be answered, or are being sent.
    case open(due: Instant, id: Int64)
    /// Among the others.
    case ended(asked: Instant, id: Int64)

    /// The place of a refund that was read at a moment.
    package init(_ task: RefundTask, at now: Instant) {
        let id = Int64(task.id.rawValue) ?? 0
        switch task.standing(at: now) {
        case .open, .noConsent, .sending: self = .open(due: task.request.dueAt, id: id)
        case .answered, .unanswered, .skipped, .decided: self = .ended(asked: task.request.askedAt, id: id)
        }
    }
}

/// Refunds that customers asked for, as their table keeps them.
enum RefundTable {
    /// How many a page shows beside other things†.
    static let onAPage = 20

    // `f` is the request, `u` who paid for the charge, else who owns its chain `c`, `k` what `u` agreed to.
    private static let selection = """
        SELECT f.id, u.app_user_id, coalesce(k.is_given, 0), \(ColumnNames(of: RefundRequestRow.self).selection(of: "f"))
        FROM refund_requests f
        LEFT JOIN chains c ON c.environment = f.environment AND c.original_transaction_id = f.original_transaction_id
        LEFT JOIN customers u ON u.id = coalesce((SELECT p.customer_id FROM transaction_ids i
            CROSS JOIN transactions t ON t.id = i."transaction"
            CROSS JOIN chain_payers p ON p.chain_id = t.chain_id AND p.token = t.app_account_token
            WHERE i.transaction_id = f.transaction_id AND t.chain_id = c.id LIMIT 1), c.customer_id)
        LEFT JOIN consumption_consents k ON k.customer_id = u.id
        """

    // The expression keeps SQLite from reading by environment, which nearly every row shares, and sorting what it finds.
    private static let isServed = "f.environment || '' IN (SELECT environment FROM served_environments)"
    // ?1 is the present.
    private static let isOpen = """
        f.outcome IS NULL AND f.skipped_ms IS NULL AND f.due_ms > ?1 AND NOT EXISTS (SELECT 1 FROM requests r
          WHERE r.kind = 'consumption' AND r.subject = CAST(f.id AS TEXT) AND r.state = 'done')
        """

    /// What passes a filter at a moment, so much at most; of a list of all customers what stands behind a place.
    static func tasks(
        _ filter: RefundFilter, after place: RefundPlace? = nil, at now: Instant, limit: Int,
        in db: Connection
    ) throws -> [RefundTask] {
        let (open, ended) = ("\(isServed) AND \(isOpen)", "\(isServed) AND NOT (\(isOpen))")
        let (soonest, newest) = (
            "ORDER BY f.due_ms, f.id LIMIT ?2", "ORDER BY f.asked_ms DESC, f.id DESC LIMIT ?2"
        )
        switch filter {
        case .open:
            guard case .open(let due, let id) = place else {
                return try read("\(open) \(soonest)", [now, limit], in: db)
            }
            return try read(
                "\(open) AND (f.due_ms, f.id) > (?3, ?4) \(soonest)", [now, limit, due, id], in: db)
        case .all:
            if case .ended(let asked, let id) = place {
                return try read(
                    "\(ended) AND (f.asked_ms, f.id) < (?3, ?4) \(newest)", [now, limit, asked, id], in: db)
            }
            let found = try tasks(.open, after: place, at: now, limit: limit, in: db)
            return try found + read("\(ended) \(newest)", [now, limit - found.count], in: db)
        case .customer(let id):
            return try read(
                """
                \(isServed) AND u.app_user_id = ?1 AND f.original_transaction_id IN (SELECT k.original_transaction_id
                  FROM customers p JOIN chains k ON k.id IN (\(PayerTable.chains(ofCustomer: "p.id")))
                  WHERE p.app_user_id = ?1) \(newest)
                """, [id, limit], in: db)
        case .chain(let id):
            return try read(
                """
                \(isServed) AND f.original_transaction_id = ?1 AND f.environment = ?3 \(newest)
                """, [id.original, limit, id.environment], in: db)
        }
    }

    /// Those that can be answered since the customer agreed, and whose deadline is before a moment: the soonest first.
    static func answerable(
        before moment: Instant, at now: Instant, limit: Int, in db: Connection
    ) throws -> [RefundTask] {
        try read(
            """
            \(isServed) AND \(isOpen) AND k.is_given = 1 AND f.due_ms < ?3 ORDER BY f.due_ms, f.id LIMIT ?2
            """, [now, limit, moment], in: db)
    }

    /// Those that a server may answer by itself since the customer agreed, the soonest deadline first.
    ///
    /// No answer waits and none was cancelled by a person, whose it is then; and since Apple asked last none was given, or
    /// only one by the same server that Apple refused or that older rules prepared: that is prepared anew once†.
    static func toAnswer(
        by server: AgentName, at now: Instant, limit: Int, in db: Connection
    ) throws -> [RefundTask] {
        let answers = "requests a WHERE a.kind = 'consumption' AND a.subject = CAST(f.id AS TEXT)"
        let isSinceAsked = "a.asked_at_ms >= f.due_ms - \(RefundRequest.patience.count)"
        let isToBeMadeAnew = """
            (a.asked_by = ?3 AND (a.outcome = 'rules_changed' OR a.state = 'failed' AND \(isRefusal)))
            """
        return try read(
            """
            \(isServed) AND \(isOpen) AND k.is_given = 1
              AND NOT EXISTS (SELECT 1 FROM \(answers) AND (a.state = 'waiting' OR a.ended_by IS NOT NULL
                OR (\(isSinceAsked) AND NOT \(isToBeMadeAnew))))
              AND (SELECT count(*) FROM \(answers) AND \(isSinceAsked)) < 2
            ORDER BY f.due_ms, f.id LIMIT ?2
            """, [now, limit, server], in: db)
    }

    /// What an answer ended with that Apple refused: see ``AppStoreRequest/isRefused``.
    private static let isRefusal = "a.outcome BETWEEN '4000000' AND '4999999' AND length(a.outcome) = 7"

    /// Whether Apple has an answer.
    static func isAnswered(_ id: RefundRequestID, in db: Connection) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM requests WHERE subject = ? AND kind = 'consumption' AND state = 'done'",
            [id.rawValue])
    }

    /// How many can still be answered, and until when the first of them.
    static func openCount(at now: Instant, in db: Connection) throws -> (count: CappedCount, due: Instant?) {
        try db.first(
            """
            SELECT count(*), min(due_ms) FROM (SELECT f.due_ms FROM refund_requests f
              WHERE \(isServed) AND \(isOpen) ORDER BY f.due_ms, f.id LIMIT ?2) counted
            """, [now, CappedCount.cap + 1]
        ) { (CappedCount(try $0[0]), $0[1]) } ?? (CappedCount(0), nil)
    }

    /// The one of a number; nil when there is none in an environment that is served.
    static func find(_ id: RefundRequestID, in db: Connection) throws -> RefundTask? {
        try Int64(id.rawValue).flatMap { try read("f.id = ?1 AND \(isServed)", [$0], in: db).first }
    }

    /// Until when Apple takes an answer, by the number of a row.
    static func due(_ subject: String, in db: Connection) throws -> Instant? {
        try db.value("SELECT due_ms FROM refund_requests WHERE id = ?", [Int64(subject)])
    }

    private static func read(
        _ condition: String, _ values: BoundValues, in db: Connection
    ) throws -> [RefundTask] {
        let found = try db.map("\(selection) WHERE \(condition)", values) { row in
            RefundTask(request: try request(row, in: db), customer: row[1], hasConsent: try row[2])
        }
        return try found.map { try answered($0, in: db) }
    }

    private static func request(_ row: StoredRow, in db: Connection) throws -> RefundRequest {
        let number: Int64 = try row[0]
        let (kept, askings) = (try RefundRequestRow(row, after: 3), try askings(of: number, in: db))
        return RefundRequest(
            id: RefundRequestID(String(number)), environment: kept.environment,
            transaction: kept.facts.transaction, chain: kept.chain, product: kept.facts.product,
            reason: kept.facts.reason, askedAt: kept.facts.askedAt, dueAt: kept.facts.dueAt,
            knownAt: kept.facts.knownAt, askings: askings, decision: kept.facts.decision,
            decidedAt: kept.facts.decidedAt, skip: kept.skip)
    }

    private static func askings(of request: Int64, in db: Connection) throws -> [RefundAsking] {
        try RefundAskingRow.table.rows(
            "WHERE request_id = ? ORDER BY \(RefundAskingRow.order)", [request], in: db
        ).map(\.asking)
    }

    /// What Apple has comes before what was tried since.
    private static func answered(_ task: RefundTask, in db: Connection) throws -> RefundTask {
        let answer = try db.first(
            """
            \(AppStoreRequestTable.selection) WHERE subject = ? AND kind = 'consumption'
            ORDER BY state = 'done' DESC, id DESC LIMIT 1
            """, [task.id.rawValue], AppStoreRequestTable.read)
        guard let request = answer else { return task }
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
    static func isGiven(by customer: Int64, in db: Connection) throws -> Bool {
        try db.value("SELECT is_given FROM consumption_consents WHERE customer_id = ?", [customer]) ?? false
    }

    /// Notes whether a customer did.
    static func set(
        _ isGiven: Bool, of customer: Int64, by agent: AgentName, at now: Instant, in db: Connection
    ) throws {
        try ConsumptionConsent.table.save(
            ConsumptionConsent(customer: customer, isGiven: isGiven, at: now, agent: agent), in: db)
    }
}

/// A refund that a customer asked for, but for its questions.
struct RefundRequestRow: TableRow {
    static let table = Table<RefundRequestRow>("refund_requests", key: "id")
    static let unread = RefundRequestRow(environment: .production, chain: nil, facts: .unread)

    var environment: AppStoreEnvironment
    var chain: OriginalTransactionID?
    var facts: RefundRequestFacts
    /// That no answer is to be given, which an agent says of a request that is there.
    var skip: RefundRequest.Skip?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("environment", &environment)
        columns.visit("original_transaction_id", &chain)
        facts.visit(&columns)
        columns.visit(skip: &skip)
    }
}

/// What follows anew of a refund that a customer asked for, each time that its chain is settled.
struct RefundRequestFacts: TableValue {
    static let unread = RefundRequestFacts(
        transaction: TransactionID(""), askedAt: .earliest, dueAt: .earliest, knownAt: .earliest)

    var transaction: TransactionID
    var product: ProductID?
    var reason: String?
    var askedAt: Instant
    var dueAt: Instant
    var knownAt: Instant
    var decision: RefundRequest.Decision?
    var decidedAt: Instant?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("transaction_id", &transaction)
        columns.visit("product_id", &product)
        columns.visit("reason", &reason)
        columns.visit("asked_ms", &askedAt)
        columns.visit("due_ms", &dueAt)
        columns.visit("known_ms", &knownAt)
        columns.visit("outcome", &decision)
        columns.visit("outcome_ms", &decidedAt)
    }
}

extension ColumnVisitor {
    /// Visits that no answer is to be given: where it says when, it says by whom and why.
    fileprivate mutating func visit(skip: inout RefundRequest.Skip?) {
        var (at, agent, reason) = (skip?.at, skip?.by, skip?.reason)
        visit("skipped_ms", &at)
        guard let at else {
            visit("skipped_by", &agent)
            visit("skipped_reason", &reason)
            return skip = nil
        }
        var (by, why) = (agent ?? AgentName(""), reason ?? .erased)
        visit("skipped_by", &by)
        visit("skipped_reason", &why)
        skip = RefundRequest.Skip(at: at, by: by, reason: why)
    }
}

/// A question of Apple's, where it was asked, and the request that it belongs to.
struct RefundAskingRow: TableRow {
    static let table = Table<RefundAskingRow>(
        "refund_askings", key: "environment", "transaction_id", "notification")
    static let unread = RefundAskingRow(environment: .production, chain: nil, asking: .unread)
    /// The order of questions, the oldest first.
    static let order = "asked_ms, notification, transaction_id"

    var environment: AppStoreEnvironment
    var chain: OriginalTransactionID?
    var asking: RefundAsking
    /// The request's row; nil until the question's document is taken in.
    var request: Int64?

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("environment", &environment)
        columns.visit("original_transaction_id", &chain)
        asking.visit(&columns)
        columns.visit("request_id", &request)
    }
}

extension RefundAsking: TableValue {
    static let unread = RefundAsking(
        notification: "", transaction: TransactionID(""), product: nil, reason: nil, at: .earliest,
        knownAt: .earliest)

    mutating func visit(_ columns: inout some ColumnVisitor) {
        var (notification, transaction) = (notification, transaction)
        var (product, reason, at, knownAt) = (product, reason, at, knownAt)
        columns.visit("notification", &notification)
        columns.visit("transaction_id", &transaction)
        columns.visit("product_id", &product)
        columns.visit("reason", &reason)
        columns.visit("asked_ms", &at)
        columns.visit("known_ms", &knownAt)
        self = RefundAsking(
            notification: notification, transaction: transaction, product: product, reason: reason, at: at,
            knownAt: knownAt)
    }
}

/// Whether a customer agreed that Apple is told what was consumed, since when, and who noted it.
struct ConsumptionConsent: TableRow {
    static let table = Table<ConsumptionConsent>("consumption_consents", key: "customer_id")
    static let unread = ConsumptionConsent(
        customer: 0, isGiven: false, at: .earliest, agent: AgentName(""))

    var customer: Int64
    var isGiven: Bool
    var at: Instant
    var agent: AgentName

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("customer_id", &customer)
        columns.visit("is_given", &isGiven)
        columns.visit("at_ms", &at)
        columns.visit("set_by", &agent)
    }
}
