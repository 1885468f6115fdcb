import Purchases

/// What tickets should be after people worked on them and time passed, kept in a plain list: the rules once more, in the
/// simplest words, against which the store is held.
struct TicketOracle {
    /// What somebody does.
    enum Act: Hashable {
        case claim, release, contacted, note, resolve, reopen, next
        case skip, wait(hours: Int64), assign(to: AgentName)
    }

    /// How it ends.
    enum Answer: Hashable {
        /// Done; the ticket that was given, for `next`.
        case done(Int)
        /// Nothing had to be done.
        case nothing
        /// Somebody was first, or it is not in the state for it.
        case conflict
    }

    /// A ticket.
    struct Row: Hashable {
        let number: Int
        let group: ErrorGroup
        let waitingSince: Instant
        var state: TicketState
        var queuedAt: Instant
        var holder: AgentName?
        var heldSince: Instant?
        var assignee: AgentName?
        var waitsUntil: Instant?
        var waiter: AgentName?
        var isEnded = false
        var skips: [AgentName: Instant] = [:]
        var skipCount = 0

        func dueAt(_ hours: [ErrorGroup: Int64]) -> Instant? {
            if isEnded || waitsUntil != nil { return nil }
            return hours[group].map { queuedAt + .hours($0) }
        }

        mutating func free() {
            (holder, heldSince) = (nil, nil)
            if state == .claimed { state = group == .lossOfFunds ? .open : .retrying }
        }

        mutating func comeBack(_ now: Instant) {
            state = holder != nil ? .claimed : group == .lossOfFunds ? .open : .retrying
            (waitsUntil, queuedAt) = (nil, now)
            if let since = heldSince { heldSince = max(since, now) }
        }
    }

    /// The hours to the goals that stand in a new store.
    static let goals: [ErrorGroup: Int64] = [.lossOfFunds: 24, .undelivered: 72]

    var rows: [Row]
    var now: Instant

    /// Lets time do its work.
    mutating func pass() {
        for index in rows.indices {
            if let until = rows[index].waitsUntil, until <= now {
                rows[index].comeBack(now)
            } else if rows[index].state == .claimed, let since = rows[index].heldSince,
                since <= now - .hours(8)
            {
                rows[index].free()
            }
        }
    }

    /// Does something to a ticket; `next` finds its own.
    mutating func answer(_ act: Act, on index: Int, by agent: AgentName) -> Answer {
        if act == .next { return giveNext(to: agent) }
        let answer = work(act, on: &rows[index], by: agent)
        if case .done = answer, rows[index].holder == agent {
            rows[index].heldSince = max(rows[index].heldSince ?? now, now)
        }
        return answer
    }

    private func work(_ act: Act, on row: inout Row, by agent: AgentName) -> Answer {
        let isAboutTheOpen = ![.note, .reopen, .release].contains(act)
        if isAboutTheOpen, row.isEnded { return .conflict }
        switch act {
        case .claim:
            if row.holder == agent { return .nothing }
            if row.holder != nil { return .conflict }
            (row.holder, row.heldSince) = (agent, now)
            if row.waitsUntil == nil { row.state = .claimed }
        case .release:
            let holder = row.holder ?? (!row.isEnded && row.assignee == agent ? agent : nil)
            guard holder == agent else { return .conflict }
            row.free()
            if row.assignee == agent { row.assignee = nil }
        case .skip:
            if row.holder == agent { row.free() }
            if row.assignee == agent { row.assignee = nil }
            row.skips[agent] = max(row.skips[agent] ?? now, now)
            row.skipCount += 1
        case .wait(let hours):
            (row.state, row.waitsUntil, row.waiter) = (.waiting, now + .hours(hours), agent)
        case .assign(let other):
            if row.holder == agent, other != agent { row.free() }
            row.assignee = other
        case .note:
            if row.waitsUntil != nil, row.waiter != agent { row.comeBack(now) }
        case .resolve:
            (row.state, row.isEnded, row.waitsUntil) = (.resolved, true, nil)
        case .reopen:
            guard row.isEnded else { return .conflict }
            row.isEnded = false
            row.comeBack(now)
        case .contacted, .next: break
        }
        return .done(row.number)
    }

    private mutating func giveNext(to agent: AgentName) -> Answer {
        let (rows, now) = (self.rows, self.now)
        let free = rows.indices.filter { index in
            let row = rows[index]
            guard row.holder == nil, !row.isEnded, row.waitsUntil == nil else { return false }
            guard row.assignee == nil || row.assignee == agent else { return false }
            return row.skips[agent].map { $0 <= now - .hours(24) } ?? true
        }
        let isOverdue = { (row: Row) in row.dueAt(Self.goals).map { $0 <= now } ?? false }
        let first = free.min { left, right in
            let key = { (row: Row) in
                [
                    -row.group.rawValue, isOverdue(row) ? 0 : 1, Int(row.waitingSince.milliseconds),
                    row.number,
                ]
            }
            return key(rows[left]).lexicographicallyPrecedes(key(rows[right]))
        }
        guard let first else { return .nothing }
        (self.rows[first].holder, self.rows[first].heldSince) = (agent, now)
        self.rows[first].state = .claimed
        return .done(rows[first].number)
    }
}
