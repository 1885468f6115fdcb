package import Purchases

/// How Apple is answered about refunds: by leads, and by the server where the policy says so; a customer's consent
/// decides whether at all. Both put the answer into one queue, from which the server's `RequestWorker` sends it.
extension Store {
    /// Answers Apple about a refund, or leaves it unanswered: the one entry of every act.
    ///
    /// The whole answer is kept before it is sent, so that a repeat says the same.
    ///
    ///     try store.act(.skip(because: "a friend of ours"), on: refund, by: lead, at: now)
    ///
    /// - Throws: `StoreError`: not found; conflict after the deadline, where Apple has an answer or has decided, for an
    ///   answer without the customer's consent or after another, and for leaving it while one is on its way; usage without
    ///   a reason that is needed, where nothing tells whether it was delivered and nobody says, and for a part of the money
    ///   where Apple takes no part; refused by role; busy.
    @discardableResult
    package func act(
        _ act: RefundAct, on id: RefundRequestID, by agent: AgentName, at now: Instant
    ) throws(StoreError) -> RefundPage {
        if case .skip(let reason) = act, FreeText(reason) == nil {
            throw StoreError.needs(.reason(for: .answering(id)))
        }
        return try write(act.action, by: agent, at: now) { try RefundActions($0).carryOut(act, on: id) }
    }
}

extension RefundAct {
    /// What the audit log calls it, which says who may do it.
    var action: AuditAction {
        switch self {
        case .answer: .refundAnswer
        case .skip: .refundSkip
        }
    }
}

/// What leads do about refunds, each act told to the audit log.
private struct RefundActions {
    private let writing: StoreTransaction
    private var reading: RefundReading { RefundReading(db: writing.db, now: writing.now) }
    private var queue: RefundQueue { RefundQueue(writing) }

    /// Acts inside a write.
    init(_ writing: StoreTransaction) { self.writing = writing }

    func carryOut(_ act: RefundAct, on id: RefundRequestID) throws -> WriteResult<RefundPage> {
        switch act {
        case .answer(let choice, let reason): try answer(id, choice, reason: reason)
        case .skip(let reason): try skip(id, because: reason)
        }
    }

    /// Gives an answer to be sent.
    private func answer(
        _ id: RefundRequestID, _ choice: ConsumptionChoice, reason: String?
    ) throws -> WriteResult<RefundPage> {
        guard let page = try reading.page(id, choice) else { throw StoreError.unknown(.refund(id)) }
        guard page.canAnswer else {
            // One that was left out and cannot be answered any more is told by what is in the way.
            throw StoreError.refund(
                id,
                .notOpen(
                    page.standing == .skipped
                        ? (page.task.hasConsent ? .unanswered : .noConsent) : page.standing))
        }
        guard choice.isByFacts || FreeText(reason) != nil else {
            throw StoreError.needs(.reason(for: .answering(id)))
        }
        guard let answer = page.prepared?.answer else {
            throw page.prepared?.wish == .notTaken
                ? StoreError.refund(id, .notProrated) : StoreError.refund(id, .unclear)
        }
        try writing.db.run(
            """
            UPDATE refund_requests SET skipped_ms = NULL, skipped_by = NULL, skipped_reason = NULL WHERE id = ?
            """, [Int64(id.rawValue)])
        try queue.ask(answer, for: page.task, by: writing.agent)
        guard let answered = try reading.page(id) else { throw StoreError.store(.unaudited) }
        return .done(answered, try draft(answered, answer, isChosen: !choice.isByFacts, reason: reason))
    }

    /// Leaves it unanswered.
    private func skip(_ id: RefundRequestID, because reason: String) throws -> WriteResult<RefundPage> {
        guard let page = try reading.page(id) else { throw StoreError.unknown(.refund(id)) }
        guard page.standing.isOpen || page.standing == .sending else {
            throw StoreError.refund(id, .notOpen(page.standing))
        }
        if let answer = page.task.answer?.request,
            try AskedTable.isTaken(answer, at: writing.now, in: writing.db)
        {
            throw StoreError.asking(.taken(answer.id))
        }
        try writing.db.run(
            "UPDATE refund_requests SET skipped_ms = ?, skipped_by = ?, skipped_reason = ? WHERE id = ?",
            [writing.now, writing.agent, reason, Int64(id.rawValue)])
        try queue.drop(page.task, .cancelled, because: "skipped", by: writing.agent)
        try queue.changed(page.task)
        guard let skipped = try reading.page(id) else { throw StoreError.store(.unaudited) }
        return .done(
            skipped,
            try AuditDraft(
                id.rawValue, about: RefundQueue.subjects(of: page.task),
                RefundDetails(of: page.task, reason: FreeText(reason))))
    }

    private func draft(
        _ page: RefundPage, _ answer: ConsumptionAnswer, isChosen: Bool, reason: String?
    ) throws -> AuditDraft {
        var details = RefundDetails(of: page.task, reason: FreeText(reason))
        details.deliveryStatus = answer.deliveryStatus.rawValue
        details.refundPreference = answer.refundPreference?.rawValue
        details.consumptionPercentage = answer.consumptionPercentage
        details.chosen = isChosen ? true : nil
        let asked = page.task.answer.map { [AuditSubject.asked($0.id)] } ?? []
        return try AuditDraft(
            page.task.id.rawValue, about: RefundQueue.subjects(of: page.task) + asked, details)
    }
}

/// Whether customers agree that Apple is told what was consumed; without that nothing is answered.
enum ConsentKeeping {
    /// Notes whether a customer, by name and row, agrees; answers that wait are dropped once not. False where nothing
    /// changed.
    static func set(
        _ isGiven: Bool, of customer: AppUserID, at row: Int64, in writing: StoreTransaction
    ) throws -> Bool {
        guard try ConsentTable.isGiven(by: row, in: writing.db) != isGiven else { return false }
        try ConsentTable.set(isGiven, of: row, by: writing.agent, at: writing.now, in: writing.db)
        if !isGiven {
            let tasks = try RefundTable.tasks(
                .customer(customer), at: writing.now, limit: 1000, in: writing.db)
            for task in tasks {
                try RefundQueue(writing).drop(task, .cancelled, because: "no_consent", by: nil)
            }
        }
        try writing.changed(.customer, customer.rawValue)
        return true
    }
}

extension Store {
    /// Lets go of answers that are not to be sent any more, and, where the policy says so, gives prepared answers to be
    /// sent; answers how many were given.
    ///
    /// They are given as soon as they are there, not just before their deadline†: facts and consent stand, and a server
    /// that is away later would miss it. One of the server's own that Apple refused is prepared anew once.
    /// - Throws: `StoreError`: refused by role; busy; full.
    @discardableResult
    package func settleRefunds(by agent: AgentName, at now: Instant, limit: Int = 200) throws(StoreError)
        -> Int
    {
        let isNeeded = try read { db in
            let reading = RefundSettling(db: db, server: agent, now: now, limit: limit)
            return try !reading.hindered().isEmpty || !reading.ready().isEmpty
        }
        guard isNeeded else { return 0 }
        return try write(.serverNote, by: agent, at: now) { writing in
            let reading = RefundSettling(db: writing.db, server: agent, now: now, limit: limit)
            let queue = RefundQueue(writing)
            for (task, hindrance) in try reading.hindered() {
                try queue.drop(
                    task, hindrance == .late ? .failed : .cancelled, because: hindrance.rawValue,
                    by: nil)
            }
            let ready = try reading.ready()
            for (task, answer) in ready { try queue.ask(answer, for: task, by: agent) }
            return .noted(ready.count)
        }
    }

    /// Calls somebody for refunds that are pressing, anew for each that joins them, and for none any more when none is.
    ///
    /// - Throws: `StoreError`: refused by role; busy; full.
    package func callForPressingRefunds(by agent: AgentName, at now: Instant) throws(StoreError) {
        let pressing = try read { db in
            let near = now + RefundTask.pressingTime
            return try RefundTable.answerable(before: near, at: now, limit: 1000, in: db)
                .filter { $0.isPressing(at: now) }
        }
        if pressing.isEmpty {
            try endServerAlarm("refund_due", by: agent, at: now)
        } else {
            try raiseServerAlarm("refund_due", about: pressing.map(\.id.rawValue), by: agent, at: now)
        }
    }

    /// Why an answer that is due may not be sent now; nil when it may. Asked right before it is sent.
    package func hindrance(toSending request: AppStoreRequest, at now: Instant) throws(StoreError)
        -> RefundHindrance?
    {
        try read { db in
            guard let task = try RefundTable.find(RefundRequestID(request.subject), in: db) else {
                return .gone
            }
            return try RefundReading(db: db, now: now).hindrance(of: task)
        }
    }
}

extension RefundReading {
    /// Why the answer that waits about a refund is not sent; nil when it may be.
    func hindrance(of task: RefundTask) throws -> RefundHindrance? {
        if let plain = RefundHindrance(of: task, at: now) { return plain }
        if try RefundTable.isAnswered(task.id, in: db) { return .answered }
        guard let asked = task.answer?.request, let said = task.said else { return nil }
        let page = try page(task)
        guard let ticket = page.ticket else { return nil }
        let isDelivered = page.prepared?.deliveryStatus == .delivered
        return said.deliveryStatus == .delivered
            ? try takenBack(from: ticket, since: asked.askedAt, isDelivered: isDelivered)
            : ended(ticket, since: asked.askedAt, isDelivered: isDelivered)
    }

    /// Where the answer says that nothing was delivered: a customer who got it since would have both, it and the money.
    private func ended(_ ticket: Ticket, since given: Instant, isDelivered: Bool) -> RefundHindrance? {
        guard let at = ticket.resolvedAt, at >= given else { return nil }
        switch ticket.resolution {
        case .madeGood, .credited: return .madeGood
        // What became known only with Apple's question is resolved so by itself, and had not arrived.
        case .delivered: return isDelivered || ticket.resolvedBy != nil ? .delivered : nil
        default: return nil
        }
    }

    /// Where the answer says that it was delivered: a customer from whom it was taken since would have neither. What a
    /// lead said of a ticket that was open already stands.
    private func takenBack(from ticket: Ticket, since given: Instant, isDelivered: Bool) throws
        -> RefundHindrance?
    {
        guard !isDelivered, ticket.isUnresolved, ticket.openedAt < given, let row = ticket.id.row else {
            return nil
        }
        return try TicketMoveTable.isReopened(row, since: given, in: db) ? .takenBack : nil
    }
}

/// Why an answer that was given is not sent.
package enum RefundHindrance: String, Hashable, Sendable {
    /// Apple decided meanwhile.
    case decided
    /// The customer does not agree any more.
    case noConsent = "no_consent"
    /// Apple takes none any more.
    case late = "too_late"
    /// Somebody said that none is to be given.
    case skipped
    /// Apple has one already.
    case answered = "answered_before"
    /// It says that nothing was delivered, and the customer has it by hand since.
    case madeGood = "made_good"
    /// It says that nothing was delivered, and the ticket was resolved as delivered since.
    case delivered = "delivered_since"
    /// It says that it was delivered or made good, and that was taken back since.
    case takenBack = "taken_back_since"
    /// There is no such refund.
    case gone = "unknown_refund"

    /// Why the answer about a refund is not sent at a moment; nil when it may be.
    init?(of task: RefundTask, at now: Instant) {
        if task.request.decision != nil {
            self = .decided
        } else if task.request.skip != nil {
            self = .skipped
        } else if now >= task.request.dueAt {
            self = .late
        } else if !task.hasConsent {
            self = .noConsent
        } else {
            return nil
        }
    }
}

/// Finds the answers that are to be given or dropped by themselves.
private struct RefundSettling {
    let db: Connection
    /// The login by which the server answers.
    let server: AgentName
    let now: Instant
    let limit: Int

    /// Answers that wait and may not be sent any more.
    func hindered() throws -> [(RefundTask, RefundHindrance)] {
        let waiting: [String] = try db.values(
            "SELECT subject FROM requests WHERE kind = 'consumption' AND state = 'waiting' ORDER BY id LIMIT ?",
            [limit])
        return try waiting.compactMap { subject in
            guard let task = try RefundTable.find(RefundRequestID(subject), in: db),
                let hindrance = try RefundReading(db: db, now: now).hindrance(of: task)
            else { return nil }
            return (task, hindrance)
        }
    }

    /// Answers that can be given where the policy says so; where one was given up or cancelled, a person decides. What
    /// Apple refused is not said again.
    func ready() throws -> [(RefundTask, ConsumptionAnswer)] {
        guard try SettingTable.text(.answerRefunds, in: db) == "on" else { return [] }
        let open = try RefundTable.toAnswer(by: server, at: now, limit: limit, in: db)
        return try open.compactMap { task in
            guard let answer = try RefundReading(db: db, now: now).page(task).prepared?.answer,
                task.answer?.request.isRefused != true || answer != task.said
            else { return nil }
            return (task, answer)
        }
    }
}

/// Puts answers into the queue of what is asked of the App Store, and takes them out.
private struct RefundQueue {
    private let writing: StoreTransaction

    init(_ writing: StoreTransaction) { self.writing = writing }

    func ask(_ answer: ConsumptionAnswer, for task: RefundTask, by agent: AgentName) throws {
        let row = try AppStoreRequestTable.ask(
            .consumption, about: task.id.rawValue, arguments: ColumnText.json(ConsumptionBody(answer)),
            by: agent, at: writing.now, in: writing.db)
        try writing.changed(.asked, String(row))
        try changed(task)
    }

    /// Ends an answer that waits.
    func drop(
        _ task: RefundTask, _ state: AppStoreRequest.State, because outcome: String, by agent: AgentName?
    ) throws {
        guard
            let row = try AppStoreRequestTable.waiting(.consumption, about: task.id.rawValue, in: writing.db)
        else { return }
        try writing.db.run(
            """
            UPDATE requests SET state = ?, next_try_ms = NULL, ended_at_ms = ?, ended_by = ?, outcome = ? WHERE id = ?
            """, [state, writing.now, agent, outcome, row])
        try writing.changed(.asked, String(row))
        try changed(task)
    }

    func changed(_ task: RefundTask) throws {
        if let customer = task.customer { try writing.changed(.customer, customer.rawValue) }
        if let chain = task.request.chain { try writing.changed(.chain, chain.rawValue) }
    }

    static func subjects(of task: RefundTask) -> [AuditSubject] {
        (task.customer.map { [.customer($0)] } ?? []) + (task.request.chain.map { [.chain($0)] } ?? [])
    }
}

/// What the audit log says of an answer, or that none is given.
private struct RefundDetails: Encodable {
    let appUserId: String?
    let transactionId: String
    var deliveryStatus: String?
    var refundPreference: String?
    var consumptionPercentage: Int?
    var chosen: Bool?
    let reason: FreeText?

    init(of task: RefundTask, reason: FreeText?) {
        (appUserId, transactionId) = (task.customer?.rawValue, task.request.transaction.rawValue)
        self.reason = reason
    }
}
