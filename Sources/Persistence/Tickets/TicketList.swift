internal import GRDB
public import Purchases

extension Store {
    /// A page of tickets: those in queues first, in queue order, then those resolved, newest first.
    ///
    /// Queue order: the worse group first, not made good before made good, who waits longest first, id.
    /// - Throws: `StoreError`: usage for an `after` that no page gave.
    public func tickets(
        _ filter: TicketFilter = TicketFilter(), after: String? = nil, limit: Int = 50, at now: Instant
    ) throws -> TicketListPage {
        let cursor = try after.map(TicketCursor.init(text:))
        return try read { db in
            try TicketListQuery(filter: filter, now: now, db: db).page(after: cursor, limit: limit)
        }
    }

    /// How many tickets wait in each queue.
    public func ticketCounts(at now: Instant) throws -> TicketCounts {
        try read { try TicketCounting(db: $0, now: now).counts() }
    }

    /// The page of a ticket; nil when there is none of that name.
    public func ticketPage(_ id: TicketID, at now: Instant) throws -> TicketPage? {
        try read { try TicketPageReading(db: $0, now: now).page(id) }
    }
}

/// A page of tickets.
public struct TicketListPage: Hashable, Sendable {
    /// The tickets, in the order of their queue.
    public let tickets: [Ticket]
    /// What to give as `after` for the next page; nil at the end.
    public let next: String?
}

/// Reads lists of tickets, page by page: first the queues, then what is resolved.
struct TicketListQuery {
    /// Which tickets.
    let filter: TicketFilter
    /// The moment of ages.
    let now: Instant
    /// The connection.
    let db: Database

    /// A page after a place.
    func page(after cursor: TicketCursor?, limit: Int) throws -> TicketListPage {
        var found: [Ticket] = []
        if filter.mayBeUnresolved, !(cursor?.isAmongResolved ?? false) {
            found = try unresolved(after: cursor, limit: limit + 1)
        }
        if filter.mayBeResolved, found.count <= limit {
            found += try resolved(after: cursor, limit: limit + 1 - found.count)
        }
        let shown = Array(found.prefix(limit))
        return TicketListPage(
            tickets: shown, next: found.count > limit ? shown.last.map { TicketCursor($0).text } : nil)
    }

    /// Group by group, worst first: the key after the group ascends.
    private func unresolved(after cursor: TicketCursor?, limit: Int) throws -> [Ticket] {
        var found: [Ticket] = []
        for group in ErrorGroup.allCases.reversed() where filter.group == nil || filter.group == group {
            guard found.count < limit else { break }
            found += try queue(group, after: cursor, limit: limit - found.count)
        }
        return found
    }

    private func queue(_ group: ErrorGroup, after cursor: TicketCursor?, limit: Int) throws -> [Ticket] {
        var conditions = TicketConditions(filter, at: now)
        conditions.add("\(ticket).state <> 'resolved' AND \(ticket).\"group\" = ?", group.rawValue)
        if case .queue(let last, let isMadeGood, let since, let id) = cursor {
            if group.rawValue > last { return [] }
            if group.rawValue == last {
                conditions.add(
                    "(t.is_made_good, t.waiting_since_ms, t.id) > (?, ?, ?)", isMadeGood, since, id)
            }
        }
        return try rows(conditions, order: "t.is_made_good, t.waiting_since_ms, t.id", limit: limit)
    }

    /// The tickets in a condition: a customer's are few, and the plus keeps SQLite from walking the queue for them.
    private var ticket: String { filter.customer == nil ? "t" : "+t" }

    private func resolved(after cursor: TicketCursor?, limit: Int) throws -> [Ticket] {
        var conditions = TicketConditions(filter, at: now)
        conditions.add("\(ticket).state = 'resolved'")
        if let group = filter.group { conditions.add("\(ticket).\"group\" = ?", group.rawValue) }
        if case .resolved(let at, let id) = cursor {
            conditions.add("(t.resolved_at_ms, t.id) < (?, ?)", at, id)
        }
        return try rows(conditions, order: "t.resolved_at_ms DESC, t.id DESC", limit: limit)
    }

    private func rows(_ conditions: TicketConditions, order: String, limit: Int) throws -> [Ticket] {
        try db.map(
            "\(TicketTable.selection) WHERE \(conditions.sql) ORDER BY \(order) LIMIT ?",
            conditions.arguments + [limit]
        ) { try TicketTable.read($0) }
    }
}

extension TicketCursor {
    fileprivate var isAmongResolved: Bool {
        if case .resolved = self { true } else { false }
    }
}

extension TicketFilter {
    /// Whether tickets in queues may pass.
    var mayBeUnresolved: Bool {
        state != .resolved && resolution == nil && !isAftermathOnly
    }

    /// Whether resolved tickets may pass.
    var mayBeResolved: Bool { !isUnresolvedOnly && (state == nil || state == .resolved) }
}

/// The conditions of a filter on tickets, with what they compare to.
struct TicketConditions {
    private var parts: [String] = []
    /// What the conditions compare to, in order.
    private(set) var arguments = BoundValues()

    /// The conditions as SQL.
    var sql: String { parts.isEmpty ? "1" : parts.joined(separator: " AND ") }

    /// The conditions of a filter at a moment, but for group and end, which decide the order.
    init(_ filter: TicketFilter, at now: Instant) {
        if let state = filter.state { add("t.state = ?", state.rawValue) }
        if let resolution = filter.resolution { add("t.resolution = ?", resolution.rawValue) }
        if let cause = filter.cause { add("t.cause = ?", cause.rawValue) }
        if let product = filter.product { add("t.product_id = ?", product.rawValue) }
        if let customer = filter.customer {
            add("t.customer_id = (SELECT id FROM customers WHERE app_user_id = ?)", customer.rawValue)
        }
        if let version = filter.appVersion { add("t.app_version = ?", version) }
        if let blocks = filter.blocksRepurchase { add("t.blocks_repurchase = ?", blocks) }
        if filter.isAftermathOnly { add("t.aftermath IS NOT NULL") }
        if let age = filter.olderThan { add("t.waiting_since_ms < ?", (now - age).milliseconds) }
        if let age = filter.youngerThan { add("t.waiting_since_ms > ?", (now - age).milliseconds) }
        if let since = filter.since { add("t.waiting_since_ms >= ?", since.milliseconds) }
        if let until = filter.until { add("t.waiting_since_ms < ?", until.milliseconds) }
        switch filter.holder {
        case .nobody?: add("t.claimed_by IS NULL")
        case .agent(let agent)?: add("t.claimed_by = ?", agent.rawValue)
        case nil: break
        }
    }

    /// Adds a condition with what it compares to.
    mutating func add(_ condition: String, _ values: (any ColumnValue)?...) {
        parts.append(condition)
        arguments += values
    }
}

/// A place in the list of tickets: the last ticket of a page by what orders it.
enum TicketCursor: Hashable {
    /// Among those in queues.
    case queue(group: Int, isMadeGood: Bool, waitingSince: Int64, id: Int64)
    /// Among those resolved.
    case resolved(at: Int64, id: Int64)

    /// The place of a ticket.
    init(_ ticket: Ticket) {
        let id = Int64(ticket.id.rawValue) ?? 0
        if let resolvedAt = ticket.resolvedAt, !ticket.isUnresolved {
            self = .resolved(at: resolvedAt.milliseconds, id: id)
        } else {
            self = .queue(
                group: ticket.group.rawValue, isMadeGood: ticket.isMadeGood,
                waitingSince: ticket.waitingSince.milliseconds, id: id)
        }
    }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        switch (parts.first, numbers.count, parts.count) {
        case ("q", 4, 5):
            self = .queue(
                group: Int(clamping: numbers[0]), isMadeGood: numbers[1] == 1, waitingSince: numbers[2],
                id: numbers[3])
        case ("r", 2, 3): self = .resolved(at: numbers[0], id: numbers[1])
        default:
            throw StoreError.badCursor(text)
        }
    }

    /// The cursor as pages give it.
    var text: String {
        switch self {
        case .queue(let group, let isMadeGood, let since, let id):
            "q.\(group).\(isMadeGood ? 1 : 0).\(since).\(id)"
        case .resolved(let at, let id): "r.\(at).\(id)"
        }
    }
}

/// How many tickets wait in each queue, and the alarms about them.
public struct TicketCounts: Hashable, Sendable {
    /// The unresolved tickets of each group.
    public let unresolved: [ErrorGroup: CappedCount]
    /// The alarms about them that wait to be delivered.
    public var alarms = AlarmStanding.clear

    /// What the tab shows: the unresolved tickets of groups 2 and 3.
    public var toWork: CappedCount {
        CappedCount((unresolved[.undelivered]?.counted ?? 0) + (unresolved[.lossOfFunds]?.counted ?? 0))
    }

    /// The unresolved tickets of a group.
    public func count(of group: ErrorGroup) -> CappedCount { unresolved[group] ?? CappedCount(0) }
}

/// Counts tickets.
struct TicketCounting {
    /// The connection.
    let db: Database
    /// The moment of ages.
    let now: Instant

    /// The counts.
    func counts() throws -> TicketCounts {
        let groups = try ErrorGroup.allCases.map { ($0, try unresolved($0)) }
        return TicketCounts(
            unresolved: Dictionary(uniqueKeysWithValues: groups), alarms: try AlarmTable.standing(db))
    }

    private func unresolved(_ group: ErrorGroup) throws -> CappedCount {
        CappedCount(
            try db.value(
                "SELECT count(*) FROM (SELECT 1 FROM tickets WHERE \"group\" = ? AND state <> 'resolved' LIMIT ?)",
                [group.rawValue, CappedCount.cap + 1]) ?? 0)
    }
}
