package import Purchases

extension Store {
    /// Moves the tickets that only time moves: attempts that stayed unanswered for too long, tickets whose waiting is over,
    /// and claims of holders who did nothing for as long as the policy lets them.
    ///
    /// Each command calls it when it opens the store; an open console and the server call it every minute. An import
    /// looks at attempts by itself. Each write looks at a few hundred, and what no write has looked at stays due. An
    /// agent whose console is open keeps every claim. Answers how many tickets changed.
    package func applyOverdueMoves(by agent: AgentName, at now: Instant) throws(StoreError) -> Int {
        guard !isReadOnly else { return 0 }
        // A new catalogue's effects may have been cut off by a kill: each caller works on them for a moment.
        try followCatalog(parts: OverdueWork.catalogParts, by: agent, at: now)
        let moved = try settleAttempts(by: agent, at: now) + settleWork(by: agent, at: now)
        try findIncidents(by: agent, at: now)
        return moved
    }

    private func settleAttempts(by agent: AgentName, at now: Instant) throws(StoreError) -> Int {
        guard try read({ try OverdueAttempts.exist(at: now, in: $0) }) else { return 0 }
        var (touched, place) = (Set<Int64>(), OverdueAttempts.Place?.some(.start))
        while let before = place {
            letOthersFirst()
            let part = try write(.ticketOverdue, by: agent, at: now) { writing in
                let part = try OverdueAttempts.settle(after: before, in: writing)
                guard part.place != nil else { return .nothing(part) }
                return .done(part, try AuditDraft("tickets", TicketChangeRecord(part.changes)))
            }
            touched.formUnion(part.changes.touched)
            place = part.place
        }
        return touched.count
    }

    private func settleWork(by agent: AgentName, at now: Instant) throws(StoreError) -> Int {
        guard try read({ try OverdueWork(present: [], now: now, db: $0).exists() }) else { return 0 }
        let present = Set(presences().map(\.agent))
        var changed = 0
        while try read({ try OverdueWork(present: present, now: now, db: $0).exists() }) {
            letOthersFirst()
            let count = try write(.ticketOverdue, by: agent, at: now) { writing in
                let done = try OverdueWork(present: present, now: now, db: writing.db).settle(writing)
                guard !done.isEmpty else { return .nothing(0) }
                let about = (done.woken + done.lapsed).map { AuditSubject.ticket(TicketID(row: $0)) }
                return .done(done.count, try AuditDraft("tickets", about: about, done))
            }
            guard count > 0 else { break }
            changed += count
        }
        return changed
    }
}

/// What time does to the work on tickets: it ends waiting, and claims of holders who vanished.
struct OverdueWork {
    /// Whose consoles are open.
    let present: Set<AgentName>
    /// The moment. After a clock was set back it wakes and lapses nothing that began later than it.
    let now: Instant
    let db: Connection

    /// What was done, by tickets' numbers, as the audit log keeps it.
    struct Done: Encodable {
        /// Back from waiting.
        var woken: [Int64] = []
        /// Back in their queues, because their holders vanished.
        var lapsed: [Int64] = []

        var isEmpty: Bool { woken.isEmpty && lapsed.isEmpty }
        /// How many tickets changed.
        var count: Int { woken.count + lapsed.count }
    }

    /// How many of each one write looks at.
    private static let batch = 500
    /// How many parts of what a catalogue changes are worked out for somebody who came for something else.
    static let catalogParts = 10

    /// Whether there is anything to do.
    func exists() throws -> Bool { try !woken().isEmpty || !lapsed().isEmpty }

    /// Brings back what waited long enough, and what vanished holders have.
    func settle(_ writing: StoreTransaction) throws -> Done {
        let done = Done(woken: try woken(), lapsed: try lapsed())
        let hours = try SettingTable.number(.claimHours, in: db)
        for row in done.woken {
            try change(row) { ticket in
                ticket.wake(at: now)
                try TicketWorkTable.keep(.woken(because: .time), of: row, by: nil, at: now, in: db)
            }
        }
        for row in done.lapsed {
            try change(row) { ticket in
                guard let holder = ticket.claimedBy else { return }
                ticket.release()
                try TicketWorkTable.keep(
                    .lapsed(holder: holder, hours: hours), of: row, by: nil, at: now, in: db)
            }
        }
        try writing.changed(TicketChanges(touched: Set(done.woken + done.lapsed)))
        return done
    }

    private func change(_ row: Int64, _ change: (inout Ticket) throws -> Void) throws {
        guard var ticket = try TicketTable.at(row, in: db) else { return }
        try change(&ticket)
        try TicketTable.update(ticket, in: db)
    }

    private func woken() throws -> [Int64] {
        try db.values(
            "SELECT id FROM tickets WHERE waiting_until_ms <= ? ORDER BY waiting_until_ms, id LIMIT ?",
            [now, OverdueWork.batch])
    }

    private func lapsed() throws -> [Int64] {
        let patience = ClaimPatience(hours: try SettingTable.number(.claimHours, in: db))
        guard let before = patience.lapsing(at: now) else { return [] }
        let rows = try db.map(
            """
            SELECT id, claimed_by FROM tickets WHERE state = 'claimed' AND claimed_at_ms <= ?
            ORDER BY claimed_at_ms, id LIMIT ?
            """, [before, OverdueWork.batch]
        ) { (row: try $0[0] as Int64, holder: try $0[1] as AgentName) }
        return rows.filter { !present.contains($0.holder) }.map(\.row)
    }
}
