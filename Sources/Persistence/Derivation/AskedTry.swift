package import Purchases

/// What came of one try of a request to the App Store: the server says it, ``AskedTry`` keeps it.
package enum TryResult: Hashable, Sendable {
    /// The App Store answered; the documents of the batch say what, the code says it in short.
    ///
    /// Whether a ticket's purchase is delivered now the store itself decides.
    ///
    /// - Parameter effect: what it said that it did, as canonical JSON; kept beside the answer.
    case answered(String, effect: String? = nil)
    /// It did not, and may be asked again: as a try that counts against the limit, or for a reason of our own.
    ///
    /// - Parameter notBefore: from when on it may be asked again; nil where nothing says so.
    case failed(String, isCounted: Bool, notBefore: Instant?)
    /// It has begun what takes it long, or may have: it is asked how far it is until it says that it is done, and nobody
    /// can cancel it any more.
    ///
    /// - Parameter effect: how far it is; nil where it did not say.
    case begun(String, effect: MassExtensionEffect?)
    /// It answered that it never will.
    case refused(String)
}

/// Keeps one try of a request to the App Store, with what follows from it: the next try or the request's end, the
/// ticket looked at anew, bridges, the alarm.
///
/// `SideEffect.tried` in `Documents` calls it, in the write that takes Apple's answer in. Pauses are
/// `VerificationPace`'s.
struct AskedTry {
    /// What the audit log tells of it.
    struct Told: Hashable, Sendable {
        let request: AppStoreRequestID
        let kind: AppStoreRequest.Kind
        let subject: String
        let outcome: String
    }

    private let request: AppStoreRequest
    private let row: Int64
    private let writing: StoreTransaction
    private var db: Connection { writing.db }
    private var now: Instant { writing.now }

    /// Notes a try of something that waits; answers what there is to tell, nil for nothing.
    static func note(
        _ id: AppStoreRequestID, _ result: TryResult, in writing: StoreTransaction
    ) throws -> Told? {
        guard let row = Int64(id.rawValue),
            let request = try AppStoreRequestTable.at(row, in: writing.db),
            request.state == .waiting || isEffect(result, of: request)
        else { return nil }
        return try AskedTry(request: request, row: row, writing: writing).note(result)
    }

    /// Whether the App Store did what it was asked while somebody cancelled it, or its time was over: it is done then all
    /// the same.
    private static func isEffect(_ result: TryResult, of request: AppStoreRequest) -> Bool {
        guard case .answered = result else { return false }
        return [.finish, .consumption, .extend, .token].contains(request.kind)
            && [.cancelled, .failed].contains(request.state)
    }

    /// Each kind of request ends in its own way. A retry is done only where its ticket is delivered by now, whatever
    /// Apple answered; where the ticket came to another end it is needless.
    private func note(_ result: TryResult) throws -> Told? {
        if request.kind == .massExtend { try takeBackBeginning(after: result) }
        switch result {
        case .answered(let code, let effect):
            if request.kind == .finish { return try finished(code, effect: effect) }
            if request.kind == .extend { try follow(effect) }
            if request.kind == .token { try AskedTry.askNews(of: request.subject, in: writing) }
            if request.kind == .refresh { return try refreshed(code) }
            if request.kind != .retry { return try end(.done, outcome: code, effect: effect) }
            guard let resolution = try resolution() else { return try missed("not_delivered") }
            return try resolution == .delivered
                ? end(.done, outcome: "delivered") : end(.cancelled, outcome: "needless")
        case .begun(let code, let effect): return try goesOn(code, effect)
        case .refused(let code): return try end(.failed, outcome: code)
        case .failed(let code, isCounted: true, let notBefore):
            return try missed(code, notBefore: notBefore)
        case .failed(let code, isCounted: false, let notBefore):
            return try postpone(code, notBefore: notBefore)
        }
    }

    /// Keeps a try that counts, and plans the next one where one is left. Of a retry the ticket, looked at anew with
    /// this try, tells whether one is: without one it is a loss by now.
    private func missed(_ outcome: String, notBefore: Instant? = nil) throws -> Told? {
        // Before the try counts: the last one makes a loss of the ticket, which was none when it was tried.
        if request.kind == .retry, let ticket = Int64(request.subject) {
            try Bridges.give(toTicket: ticket, after: outcome, in: writing)
        }
        try keep(outcome, isCounted: true)
        if request.kind == .retry, let ticket = Int64(request.subject) {
            try Bridges.refuse(ticket: ticket, in: writing)
        }
        let failed: Int =
            try db.value(
                "SELECT count(*) FROM request_tries WHERE request_id = ? AND is_counted = 1", [row]) ?? 0
        if request.kind == .consumption { return try missedAnswer(outcome, failed, notBefore: notBefore) }
        let isLast: Bool
        switch request.kind {
        case .retry: isLast = try !isStillOpen()
        case .order, .refresh, .finish, .extend, .massExtend, .consumption, .token:
            isLast = failed >= AppStoreRequest.Kind.tryLimit
        }
        let planned = VerificationPace.nextTry(
            since: request.askedAt, failedTries: failed, limit: .max, after: now)
        guard !isLast, let planned else { return try close(.failed, outcome: outcome) }
        try wait(until: max(planned, notBefore ?? planned), outcome: outcome)
        return told(outcome)
    }

    /// The effect of a mass extension is kept before it is sent (`Jobs/Leases.swift`), since it may arrive without an
    /// answer. Where it surely did not arrive the effect goes again, so that the request can be sent anew, and
    /// cancelled.
    private func takeBackBeginning(after result: TryResult) throws {
        switch result {
        case .failed, .refused: try db.run("UPDATE requests SET effect = NULL WHERE id = ?", [row])
        case .answered, .begun: break
        }
    }

    /// Nothing but Apple's own word ends what it has begun: that it could not be asked how far it is counts for nothing.
    private func goesOn(_ outcome: String, _ effect: MassExtensionEffect?) throws -> Told? {
        let before = request.massExtensionEffect
        var known = effect ?? before ?? MassExtensionEffect(succeeded: 0, failed: 0, completedAt: nil)
        known.begunAt = before?.begunAt ?? now
        known.heardAt = outcome == MassExtensionEffect.inProgress ? now : before?.heardAt
        if known.isLost(answering: outcome, at: now) { return try end(.failed, outcome: outcome) }
        try db.run("UPDATE requests SET effect = ? WHERE id = ?", [known.text, row])
        return try postpone(outcome, notBefore: nil)
    }

    /// An answer about a refund is tried as long as Apple takes one, however often that is.
    private func missedAnswer(_ outcome: String, _ failed: Int, notBefore: Instant?) throws -> Told? {
        let planned = try RefundTable.due(request.subject, in: db).flatMap {
            VerificationPace.nextTry(toAnswerBefore: $0, failedTries: failed, after: now)
        }
        guard let planned else { return try close(.failed, outcome: outcome) }
        try wait(until: max(planned, notBefore ?? planned), outcome: outcome)
        return told(outcome)
    }

    /// A try that counts for nothing: only the first of several with the same outcome is told.
    private func postpone(_ outcome: String, notBefore: Instant?) throws -> Told? {
        let isNew = try lastTry() != outcome
        try isNew ? keep(outcome, isCounted: false) : touch()
        let next = now + VerificationPace.pauseWithoutTry
        try wait(until: max(next, notBefore ?? next), outcome: outcome)
        return isNew ? told(outcome) : nil
    }

    private func end(
        _ state: AppStoreRequest.State, outcome: String, effect: String? = nil
    ) throws -> Told? {
        try keep(outcome, isCounted: state == .failed)
        if request.kind == .retry, state == .failed {
            if let ticket = Int64(request.subject) {
                try Bridges.refuse(ticket: ticket, in: writing)
            }
            _ = try isStillOpen()
        }
        return try close(state, outcome: outcome, effect: effect)
    }

    /// News of a chain settle the extensions of it that ended unanswered before the news were asked for. For one that
    /// ended while they were on their way they may be too old: news are asked for once more.
    private func refreshed(_ outcome: String) throws -> Told? {
        let told = try end(.done, outcome: outcome)
        let unsettled = UnsettledExtensions(of: request.subject)
        if try unsettled.settle(askedAt: request.askedAt, in: writing) {
            try AskedTry.askNews(of: request.subject, in: writing)
        }
        return told
    }

    /// The request that is done is what shows that the transaction is finished: its purchase is looked at with it, also
    /// where its ticket turned out to be a duplicate meanwhile.
    private func finished(_ outcome: String, effect: String?) throws -> Told? {
        let told = try end(.done, outcome: outcome, effect: effect)
        guard let ticket = Int64(request.subject), try TicketTable.at(ticket, in: db) != nil else {
            return told
        }
        try TicketWorkTable.keep(.finished, of: ticket, by: nil, at: now, in: db)
        let attempts: [Int64] = try db.values(
            "SELECT id FROM attempts WHERE ticket_id = ?", [try TicketTable.survivor(of: ticket, in: db)])
        try TicketUpdate.look(at: attempts, in: writing)
        return told
    }

    private func close(
        _ state: AppStoreRequest.State, outcome: String, effect: String? = nil
    ) throws -> Told? {
        // A failed extension keeps its effect: it may have been done all the same (``UnsettledExtensions``).
        try db.run(
            """
            UPDATE requests SET state = ?1, attempts = attempts + 1, next_try_ms = NULL, tried_at_ms = ?2,
              ended_at_ms = ?2, ended_by = NULL, outcome = ?3,
              effect = coalesce(?4, CASE WHEN ?1 = 'failed' AND kind = 'extend' THEN effect END) WHERE id = ?5
            """, [state, now, outcome, effect, row])
        if state == .failed { try AskedTry.followUp(request, in: writing) }
        return try changed(outcome)
    }

    private func wait(until next: Instant, outcome: String) throws {
        try db.run(
            """
            UPDATE requests SET attempts = attempts + 1, next_try_ms = ?, tried_at_ms = ?, outcome = ? WHERE id = ?
            """, [next, now, outcome, row])
        _ = try changed(outcome)
    }

    private func changed(_ outcome: String) throws -> Told {
        try writing.changed(.asked, request.id.rawValue)
        if [.retry, .finish].contains(request.kind) { try writing.changed(.ticket, request.subject) }
        if [.extend, .token].contains(request.kind) { try writing.changed(.chain, request.subject) }
        let incident = request.extensionOrder?.incident ?? request.massExtensionOrder?.incident
        if let incident { try writing.changed(.incident, incident.rawValue) }
        return told(outcome)
    }

    /// Asks for news of a chain about which nobody asks any more, though what was sent may have been done: a little later,
    /// since Apple may still be at it.
    static func followUp(_ request: AppStoreRequest, in writing: StoreTransaction) throws {
        let isTriedToken = request.kind == .token && request.attempts > 0
        guard isTriedToken || request.extensionEffect?.before != nil else { return }
        try askNews(of: request.subject, in: writing)
    }

    private static func askNews(of chain: String, in writing: StoreTransaction) throws {
        let row = try AppStoreRequestTable.ask(
            .refresh, about: chain, by: writing.agent, at: writing.now,
            tryingFrom: writing.now + VerificationPace.pauseWithoutTry, in: writing.db)
        try writing.changed(.asked, String(row))
    }

    /// Asks for news of a chain that Apple renews later than its documents here tell.
    private func follow(_ effect: String?) throws {
        let told: ExtensionEffect? = try? ColumnText.value(effect)
        let end: Instant? = try db.value(
            """
            SELECT max(t.expires_at_ms) FROM transactions t JOIN chains c ON c.id = t.chain_id
            WHERE c.original_transaction_id = ?
            """, [request.subject])
        if let end, let effective = told?.effectiveAt, end >= effective { return }
        let row = try AppStoreRequestTable.ask(
            .refresh, about: request.subject, by: writing.agent, at: now, in: db)
        try writing.changed(.asked, String(row))
    }

    private func told(_ outcome: String) -> Told {
        Told(request: request.id, kind: request.kind, subject: request.subject, outcome: outcome)
    }

    private func keep(_ outcome: String, isCounted: Bool) throws {
        try db.run(
            """
            INSERT INTO request_tries (request_id, number, at_ms, outcome, is_counted)
            SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4 FROM request_tries WHERE request_id = ?1
            """, [row, now, outcome, isCounted])
        if request.kind == .retry, AlarmRule.isAnswer(outcome), let ticket = Int64(request.subject) {
            try AlarmTable.letRing(ticket, in: db)
        }
        try writing.faults.pass(.tryNoted)
    }

    /// The outcome of the newest try, if it counted for nothing.
    private func lastTry() throws -> String? {
        try db.value(
            """
            SELECT CASE WHEN is_counted = 0 THEN outcome END FROM request_tries WHERE request_id = ?
            ORDER BY number DESC LIMIT 1
            """, [row])
    }

    private func touch() throws {
        try db.run(
            """
            UPDATE request_tries SET at_ms = ?2 WHERE request_id = ?1
              AND number = (SELECT max(number) FROM request_tries WHERE request_id = ?1)
            """, [row, now])
    }

    /// How the ticket came to its end; nil when it did not.
    private func resolution() throws -> TicketResolution? {
        try TicketTable.find(TicketID(request.subject), in: db)?.resolution
    }

    /// Looks at the ticket anew with the try that failed; answers whether another try may still be made.
    private func isStillOpen() throws -> Bool {
        let attempts: [Int64] = try db.values(
            "SELECT id FROM attempts WHERE ticket_id = ?", [Int64(request.subject)])
        try TicketUpdate.look(at: attempts, in: writing)
        guard let ticket = try TicketTable.find(TicketID(request.subject), in: db) else { return false }
        return ticket.isUnresolved && ticket.group == .undelivered
    }
}
