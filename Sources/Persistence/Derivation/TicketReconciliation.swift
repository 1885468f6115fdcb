import Purchases

/// Brings the ticket of one purchase up to date with what the rules make of it: the last of four chapters that are read
/// together, after ``TicketUpdate``, which calls it, ``ChargeMeetings`` and ``AttemptOutcomes``.
struct TicketReconciliation {
    let stored: StoredPurchase
    let verdict: PurchaseVerdict
    let superseding: Superseding?
    let now: Instant
    let learnedAt: Instant
    /// Whether a document told something of the purchase, its chain or its customer, for which a ticket may wait.
    let isNews: Bool
    let db: Connection

    /// What the facts make of the ticket.
    private enum Aim: Equatable {
        /// It stands in a group's queue.
        case unresolved(ErrorGroup)
        case resolved(TicketResolution)
    }

    /// Opens, moves, resolves or reopens the ticket; answers what was done.
    func settle() throws -> TicketChanges {
        var changes = TicketChanges()
        let known = try TicketMerging(stored: stored, now: now, db: db).ticket(&changes)
        if let known {
            try bringUpToDate(known, changes: &changes)
        } else if let aim = aim(among: nil), let group = verdict.outcome.group {
            try open(group, aim: aim, changes: &changes)
        }
        return changes
    }

    /// What the facts say of the ticket; nil when there is no failed purchase and never was.
    private func aim(among ticket: Ticket?) -> Aim? {
        guard let group = verdict.outcome.group else {
            let isDelivered = verdict.facts.charged.value && verdict.facts.extended.value
            return ticket.map { _ in .resolved(isDelivered ? .delivered : .notCharged) }
        }
        if verdict.isRefundedInFull { return .resolved(.refunded) }
        return superseding == nil ? .unresolved(group) : .resolved(.superseded)
    }

    private func open(_ group: ErrorGroup, aim: Aim, changes: inout TicketChanges) throws {
        var ticket = Ticket(opening: verdict, group: group, at: learnedAt)
        ticket.supersededBy = superseding?.attempt
        if case .resolved(let resolution) = aim { ticket.end(resolution, at: learnedAt) }
        let row = try TicketTable.insert(ticket, in: db)
        try adopt(row)
        try TicketMoveTable.keep(move(from: nil, to: group), of: row, in: db)
        if let resolution = ticket.resolution {
            try TicketMoveTable.keep(move(from: group, to: nil, resolution), of: row, in: db)
            changes.resolved.insert(row)
        }
        changes.opened.insert(row)
        changes.touched.insert(row)
        try IncidentTable.join(row, in: db)
        try alarm(ticket, row: row)
    }

    private func bringUpToDate(_ before: Ticket, changes: inout TicketChanges) throws {
        guard let row = Int64(before.id.rawValue), let aim = aim(among: before) else { return }
        var ticket = before
        ticket.take(verdict)
        ticket.supersededBy = superseding?.attempt
        try adopt(row)
        if before.isEndedByPerson(against: verdict) {
            ticket.aftermath = aftermath(of: before)
        } else {
            try follow(aim, ticket: &ticket, before: before, row: row, changes: &changes)
        }
        ticket.isWithoutProof = ticket.isWithoutProof(by: verdict)
        try wake(&ticket, before: before, row: row)
        changes.looked.insert(row)
        guard ticket != before else { return }
        try TicketTable.update(ticket, in: db)
        changes.touched.insert(row)
        // A lead may have moved it out of an incident: only what the rule counts by brings it back into one.
        let isPlacedAnew =
            (ticket.placedAt, ticket.cause, ticket.group) != (before.placedAt, before.cause, before.group)
        if ticket.incident == nil, isPlacedAnew { try IncidentTable.join(row, in: db) }
        try alarm(ticket, row: row)
    }

    private func follow(
        _ aim: Aim, ticket: inout Ticket, before: Ticket, row: Int64, changes: inout TicketChanges
    ) throws {
        switch aim {
        case .unresolved(let group):
            try stand(in: group, ticket: &ticket, before: before, row: row, changes: &changes)
        case .resolved(let resolution):
            guard before.resolution != resolution, try !isRefused(resolution, row: row) else { return }
            ticket.end(resolution, at: max(learnedAt, before.openedAt))
            try TicketMoveTable.keep(move(from: before.queue, to: nil, resolution), of: row, in: db)
            if before.isUnresolved { changes.resolved.insert(row) }
        }
    }

    private func stand(
        in group: ErrorGroup, ticket: inout Ticket, before: Ticket, row: Int64,
        changes: inout TicketChanges
    ) throws {
        if !before.isUnresolved {
            ticket.reopen(at: learnedAt)
            if group == .lossOfFunds { try AlarmTable.raiseAgain(row, at: now, in: db) }
        }
        ticket.settleState()
        guard before.queue != group else { return }
        ticket.queuedAt = learnedAt
        try TicketMoveTable.keep(move(from: before.queue, to: group), of: row, in: db)
        changes.moved.insert(row)
    }

    /// Whoever waits waits for news, and this is some.
    private func wake(_ ticket: inout Ticket, before: Ticket, row: Int64) throws {
        let isMoved = ticket.group != before.group || ticket.customer != before.customer
        guard ticket.state == .waiting, isNews || isMoved else { return }
        ticket.wake(at: now)
        try TicketWorkTable.keep(.woken(because: .news), of: row, by: nil, at: now, in: db)
    }

    /// Whether a person took the ticket up again after the facts had ended it so.
    private func isRefused(_ resolution: TicketResolution, row: Int64) throws -> Bool {
        let refused: String? = try db.value("SELECT refused_resolution FROM tickets WHERE id = ?", [row])
        return refused == resolution.rawValue
    }

    private func aftermath(of ticket: Ticket) -> Ticket.Aftermath? {
        guard ticket.resolution == .madeGood || ticket.resolution == .credited else { return nil }
        if verdict.refundedAt != nil { return .refunded }
        return verdict.outcome == .delivered ? .delivered : nil
    }

    private func adopt(_ ticket: Int64) throws {
        for attempt in stored.attempts where attempt.ticket != ticket {
            try db.run("UPDATE attempts SET ticket_id = ? WHERE id = ?", [ticket, attempt.rowID])
        }
        try db.run(
            "UPDATE tickets SET \"transaction\" = ?1 WHERE id = ?2 AND \"transaction\" IS DISTINCT FROM ?1",
            [stored.transaction, ticket])
    }

    /// Raises the alarm of a loss; one that no record of Apple's proves may wait for Apple's word.
    private func alarm(_ ticket: Ticket, row: Int64) throws {
        guard ticket.isUnresolved && ticket.group == .lossOfFunds else { return }
        let isProved = verdict.purchase.charge != nil || verdict.isUnproved
        if try AlarmTable.raise(row, at: now, in: db) {
            let until = try AlarmTable.wait(of: row, isProved: isProved, at: now, in: db)
            if let until { try AlarmTable.hold(row, until: until, in: db) }
        } else if isProved {
            try AlarmTable.letRing(row, in: db)
        }
    }

    private func move(
        from: ErrorGroup?, to: ErrorGroup?, _ resolution: TicketResolution? = nil
    ) -> TicketMove {
        let happenedAt: Instant
        let because: MoveCause
        switch (resolution, superseding) {
        case (.refunded?, _): (happenedAt, because) = (verdict.refundedAt ?? now, .refunded)
        case (.superseded?, let superseding?):
            (happenedAt, because) = (learnedAt, .superseded(by: superseding))
        default: (happenedAt, because) = (verdict.happenedAt ?? learnedAt, verdict.because)
        }
        return TicketMove(
            from: from, to: to, at: min(happenedAt, now), learnedAt: learnedAt, because: because,
            resolution: resolution, agent: nil)
    }
}
