import Purchases

/// Looks anew at purchases of which a fact changed, and brings their tickets up to date.
///
/// Of each it settles the record (``ChargeMeetings``), the attempts (``AttemptOutcomes``), the ticket
/// (``TicketReconciliation``) and the charge (``ChargeLedger``). Below stand the queue of attempts, how tickets are
/// parted and merged, and what was done to them.
struct TicketUpdate {
    /// What it did to tickets.
    private(set) var changes = TicketChanges()
    private let rules: TicketRules
    private let now: Instant
    private let learnedAt: Instant
    private let isNews: Bool
    private let db: Connection
    private var waiting = WaitingAttempts()

    /// An update under the rules, with facts that documents told at a moment; nil where something else changed.
    init(_ rules: TicketRules, learnedAt: Instant? = nil, at now: Instant, in db: Connection) {
        (self.rules, self.now, self.db) = (rules, now, db)
        self.learnedAt = min(learnedAt ?? now, now)
        isNews = learnedAt != nil
    }

    /// Notes an attempt whose purchase is to be looked at.
    mutating func look(atAttempt attempt: Int64) { waiting.insert(attempt) }

    /// Looks anew at attempts, because something beside documents changed; answers what that did to tickets.
    @discardableResult
    static func look(at attempts: some Sequence<Int64>, in writing: StoreTransaction) throws -> TicketChanges
    {
        var update = TicketUpdate(try SettingTable.ticketRules(writing.db), at: writing.now, in: writing.db)
        for attempt in attempts { update.look(atAttempt: attempt) }
        try update.settle()
        try writing.changed(update.changes)
        return update.changes
    }

    /// Looks at everything noted, and at what that leads to.
    mutating func settle() throws {
        while let attempt = waiting.first {
            guard let stored = try parted(attempt) else {
                waiting.remove(attempt)
                continue
            }
            let rows = stored.attempts.map(\.rowID)
            let met = try ChargeMeetings(db: db).settle(stored)
            waiting.formUnion(met)
            // What it is together with has changed: it is read again.
            guard met.isDisjoint(with: rows) else { continue }
            waiting.subtract(rows)
            try settle(stored)
        }
    }

    /// The purchase of an attempt, whose tickets no other purchase has.
    private mutating func parted(_ attempt: Int64) throws -> StoredPurchase? {
        guard let stored = try StoredPurchase.of(attempt: attempt, catalog: rules.catalog, in: db) else {
            return nil
        }
        let others = try TicketSplit(stored: stored, db: db).part()
        guard !others.isEmpty else { return stored }
        waiting.formUnion(others)
        return try StoredPurchase.of(attempt: attempt, catalog: rules.catalog, in: db)
    }

    private mutating func settle(_ stored: StoredPurchase) throws {
        let verdict = PurchaseVerdict(stored.purchase, rules: rules, at: now)
        let attempts = AttemptOutcomes(stored, verdict: verdict, in: db)
        let supersededBefore = try attempts.superseded()
        try attempts.save()
        // Attempts that failed shortly before a charge are looked at when the charge comes, moves or goes.
        waiting.formUnion(try attempts.superseded().union(supersededBefore))
        let settling = TicketReconciliation(
            stored: stored, verdict: verdict, superseding: try attempts.superseding(), now: now,
            learnedAt: learnedAt, isNews: isNews, db: db)
        changes.formUnion(try settling.settle())
        try ChargeLedger.settle(stored, verdict, catalog: rules.catalog, in: db)
    }
}

/// Attempts to look at, the smallest number first, however many wait and come meanwhile: a heap, beside what is in it.
struct WaitingAttempts {
    private var members: Set<Int64> = []
    private var heap: [Int64] = []

    /// The attempt to look at next; nil when none waits.
    var first: Int64? { heap.first }

    /// Adds one.
    mutating func insert(_ attempt: Int64) {
        guard members.insert(attempt).inserted else { return }
        heap.append(attempt)
        var place = heap.count - 1
        while place > 0, heap[place] < heap[(place - 1) / 2] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Adds several.
    mutating func formUnion(_ attempts: some Sequence<Int64>) { for attempt in attempts { insert(attempt) } }

    /// Takes one out.
    mutating func remove(_ attempt: Int64) { subtract([attempt]) }

    /// Takes several out; those behind the first stay in the heap until they are.
    mutating func subtract(_ attempts: some Sequence<Int64>) {
        for attempt in attempts { members.remove(attempt) }
        while let first = heap.first, !members.contains(first) { dropFirst() }
    }

    private mutating func dropFirst() {
        let last = heap.removeLast()
        guard !heap.isEmpty else { return }
        heap[0] = last
        var place = 0
        while let least = [2 * place + 1, 2 * place + 2].filter({ $0 < heap.count }).min(by: {
            heap[$0] < heap[$1]
        }),
            heap[least] < heap[place]
        {
            heap.swapAt(place, least)
            place = least
        }
    }
}

/// Parts attempts that have one ticket though they speak of one charge no more: a newer report told another one.
struct TicketSplit {
    let stored: StoredPurchase
    let db: Connection

    /// Leaves each ticket to the purchase of its first attempt; answers the other purchases' attempts, to look at anew.
    func part() throws -> Set<Int64> {
        let ours = Set(stored.attempts.map(\.rowID))
        return try Set(stored.attempts.compactMap(\.ticket)).reduce(into: []) { others, ticket in
            let all: [Int64] = try db.values(
                "SELECT id FROM attempts WHERE ticket_id = ? ORDER BY id", [ticket])
            let strange = Set(all).subtracting(ours)
            guard let first = all.first, !strange.isEmpty else { return }
            try take(ticket, from: ours.contains(first) ? strange : ours)
            others.formUnion(strange)
        }
    }

    private func take(_ ticket: Int64, from attempts: Set<Int64>) throws {
        for attempt in attempts {
            try db.run(
                "UPDATE attempts SET ticket_id = NULL WHERE id = ? AND ticket_id = ?", [attempt, ticket])
        }
    }
}

/// Finds the one ticket of a purchase, and ends all others of it as duplicates.
struct TicketMerging {
    let stored: StoredPurchase
    let now: Instant
    let db: Connection

    /// The ticket of the purchase; nil while it has none.
    func ticket(_ changes: inout TicketChanges) throws -> Ticket? {
        let rows = Set(stored.attempts.compactMap(\.ticket)).sorted()
        guard let oldest = rows.first, var survivor = try TicketTable.at(oldest, in: db) else { return nil }
        let before = survivor
        for row in rows.dropFirst() {
            guard let other = try TicketTable.at(row, in: db) else { continue }
            try takeUp(&survivor, row: oldest, for: other, changes: &changes)
            survivor.inherit(other)
            try end(other, row: row, into: survivor.id, changes: &changes)
        }
        guard survivor != before else { return survivor }
        try TicketTable.update(survivor, in: db)
        changes.touched.insert(oldest)
        return try TicketTable.at(oldest, in: db)
    }

    /// What a person called a duplicate goes on where it is the older of the two: one of them has to.
    private func takeUp(
        _ survivor: inout Ticket, row: Int64, for other: Ticket, changes: inout TicketChanges
    ) throws {
        guard survivor.resolution == .duplicate, survivor.resolvedBy != nil else { return }
        survivor.reopen(at: now)
        try TicketMoveTable.keep(
            TicketMove(
                from: nil, to: survivor.group, at: now, learnedAt: now, because: .sameCharge(as: other.id),
                resolution: nil, agent: nil),
            of: row, in: db)
        changes.moved.insert(row)
    }

    private func end(
        _ ticket: Ticket, row: Int64, into survivor: TicketID, changes: inout TicketChanges
    ) throws {
        var ended = ticket
        if ticket.isUnresolved { changes.resolved.insert(row) }
        ended.end(.duplicate, at: now)
        ended.mergedInto = survivor
        try TicketTable.update(ended, in: db)
        try TicketMoveTable.keep(
            TicketMove(
                from: ticket.queue, to: nil, at: now, learnedAt: now,
                because: .sameCharge(as: survivor), resolution: .duplicate, agent: nil),
            of: row, in: db)
        changes.touched.insert(row)
    }
}

extension Ticket {
    /// Takes over what a person did to a duplicate of it.
    fileprivate mutating func inherit(_ other: Ticket) {
        isMadeGood = isMadeGood || other.isMadeGood
        if isUnresolved, let agent = other.resolvedBy, let resolution = other.resolution {
            (state, self.resolution) = (.resolved, resolution)
            (resolvedAt, resolvedBy, creditedQuantity) = (other.resolvedAt, agent, other.creditedQuantity)
            isWithoutProof = other.isWithoutProof
        }
        if isUnresolved, claimedBy == nil, let holder = other.claimedBy {
            (claimedBy, claimedAt) = (holder, other.claimedAt)
            if state != .waiting { state = .claimed }
        }
        if isUnresolved, state != .waiting, let party = other.waitingFor {
            (state, waitingFor, waitingUntil) = (.waiting, party, other.waitingUntil)
        }
        assignedTo = assignedTo ?? other.assignedTo
        if let contacted = other.contactedAt, contacted > contactedAt ?? .earliest {
            (contactedAt, contactedBy) = (contacted, other.contactedBy)
        }
        reference = reference ?? other.reference
        skips += other.skips
    }
}

/// What settling purchases did to tickets, by their numbers.
struct TicketChanges: Hashable, Sendable {
    var opened: Set<Int64> = []
    /// Tickets that moved between groups.
    var moved: Set<Int64> = []
    /// Tickets that the facts resolved.
    var resolved: Set<Int64> = []
    /// All in which anything changed.
    var touched: Set<Int64> = []
    /// All of which the facts were looked at, though nothing that a ticket keeps may have changed.
    var looked: Set<Int64> = []

    /// Adds what another part did.
    mutating func formUnion(_ other: TicketChanges) {
        opened.formUnion(other.opened)
        moved.formUnion(other.moved)
        resolved.formUnion(other.resolved)
        touched.formUnion(other.touched)
        looked.formUnion(other.looked)
    }
}

/// What the audit log says of tickets that the facts moved.
struct TicketChangeRecord: Encodable {
    let opened: [Int64]
    let moved: [Int64]
    let resolved: [Int64]

    init(_ changes: TicketChanges) {
        opened = changes.opened.sorted()
        moved = changes.moved.sorted()
        resolved = changes.resolved.sorted()
    }
}

extension StoreTransaction {
    /// Notes in the log of changes that tickets changed, and whose they are; ends the bridges that rested on what they were.
    func changed(_ tickets: TicketChanges) throws {
        try Bridges.settle(tickets.touched.union(tickets.looked), in: self)
        for ticket in tickets.touched.sorted() {
            try changed(.ticket, String(ticket))
            if let customer = try TicketTable.at(ticket, in: db)?.customer {
                try changed(.customer, customer.rawValue)
            }
        }
    }

    /// Keeps a move that a person made.
    func move(
        ticket row: Int64, from: ErrorGroup?, to: ErrorGroup?, because: MoveCause,
        resolution: TicketResolution? = nil
    ) throws {
        try TicketMoveTable.keep(
            TicketMove(
                from: from, to: to, at: now, learnedAt: now, because: because,
                resolution: resolution, agent: agent),
            of: row, in: db)
    }
}
