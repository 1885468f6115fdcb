package import Purchases

/// Tickets: those in queues first, in queue order, then those resolved, newest first.
///
/// Queue order: ``QueuePlace``. What is overdue is so as of the first page; later ones go on from it. In another order
/// the worse group comes first, and in a group what has no value comes last. A filter's `me` is the agent.
///
/// Refused as usage: an `after` that no page of the same order gave.
package struct TicketListQuery: StoreQuery {
    package let filter: TicketFilter
    /// In which order; nil for the queue's.
    package let sort: TicketSort?
    package let after: String?
    let limit: Int

    package init(
        _ filter: TicketFilter = TicketFilter(), sortedBy sort: TicketSort? = nil, after: String? = nil,
        limit: Int = 50
    ) {
        (self.filter, self.sort, self.after, self.limit) = (filter, sort, after, limit)
    }

    package func page(in reading: StoreReading) throws -> TicketListPage {
        // Behind the queues the places among resolved tickets are the same in every order.
        if let sort, after?.hasPrefix(TicketCursor.resolvedSign) != true {
            return try SortedTicketReading(
                filter: filter, sort: sort, agent: reading.agent, now: reading.now, db: reading.db
            ).page(after: after.map { try TicketSortCursor(text: $0, sort: sort) }, limit: limit)
        }
        return try TicketListReading(
            filter: filter, agent: reading.agent, now: reading.now, db: reading.db
        ).page(after: after.map(TicketCursor.init(text:)), limit: limit)
    }
}

/// How many tickets wait in each queue.
package struct TicketCountsQuery: StoreQuery {
    package init() {}

    package func page(in reading: StoreReading) throws -> TicketCounts {
        try TicketCounting(db: reading.db, now: reading.now).counts()
    }
}

/// A page of tickets.
package struct TicketListPage: Hashable, Sendable {
    /// The tickets, in the order of their queue.
    package internal(set) var tickets: [Ticket]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?
}

/// Reads lists of tickets, page by page: first the queues, then what is resolved.
struct TicketListReading {
    let filter: TicketFilter
    /// Who looks; nil where nobody in particular does.
    let agent: AgentName?
    /// The moment of ages.
    let now: Instant
    let db: Connection

    /// A page after a place.
    func page(after cursor: TicketCursor?, limit: Int) throws -> TicketListPage {
        let moment = cursor?.moment ?? now
        var found: [Ticket] = []
        if filter.mayBeUnresolved, !(cursor?.isAmongResolved ?? false) {
            found = try unresolved(after: cursor, asOf: moment, limit: limit + 1)
        }
        if filter.mayBeResolved, found.count <= limit {
            found += try resolved(after: cursor, limit: limit + 1 - found.count)
        }
        let shown = Array(found.prefix(limit))
        return TicketListPage(
            tickets: shown,
            next: found.count > limit ? shown.last.map { TicketCursor($0, asOf: moment).text } : nil)
    }

    /// Segment by segment, worst first: inside one, who waits longest.
    private func unresolved(
        after cursor: TicketCursor?, asOf moment: Instant, limit: Int
    ) throws -> [Ticket] {
        var found: [Ticket] = []
        let groups = ErrorGroup.allCases.reversed().filter {
            filter.onlyGroup == nil || filter.onlyGroup == $0
        }
        for segment in QueueSegment.all(of: groups) where filter.due == nil || segment.mayBeDue(filter) {
            guard found.count < limit else { break }
            found += try queue(segment, after: cursor, asOf: moment, limit: limit - found.count)
        }
        return found
    }

    private func queue(
        _ segment: QueueSegment, after cursor: TicketCursor?, asOf moment: Instant, limit: Int
    ) throws -> [Ticket] {
        var conditions = segment.conditions(at: moment, of: filter.columns)
        if case .queue(let last, let since, let id, _) = cursor {
            if segment < last { return [] }
            if segment == last { conditions.add("(t.waiting_since_ms, t.id) > (?, ?)", since, id) }
        }
        // What is over for this page was over when the first one was read.
        if try segment.isOverdue && !segment.exists(at: moment, in: db) { return [] }
        conditions.add(TicketConditions(filter, agent: agent, at: now))
        return try rows(conditions, order: segment.order, limit: limit)
    }

    private func resolved(after cursor: TicketCursor?, limit: Int) throws -> [Ticket] {
        var conditions = TicketConditions(filter, agent: agent, at: now)
        conditions.add("\(filter.columns.state) = 'resolved'")
        if let group = filter.onlyGroup { conditions.add("\(filter.columns.group) = ?", group.rawValue) }
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

    /// As of when its list says what is overdue.
    fileprivate var moment: Instant? {
        if case .queue(_, _, _, let moment) = self { moment } else { nil }
    }
}

extension TicketFilter {
    /// Whether tickets in queues may pass.
    var mayBeUnresolved: Bool {
        state != .resolved && resolution == nil && !isAftermathOnly
            && loss?.standings.contains(.open) ?? true
    }

    /// Whether resolved tickets may pass.
    var mayBeResolved: Bool {
        !isUnresolvedOnly && (state == nil || state == .resolved) && due == nil && waitingFor == nil
            && loss != .open
    }

    /// The only group of which tickets may pass; nil where all may.
    var onlyGroup: ErrorGroup? { group ?? (loss == nil ? nil : .lossOfFunds) }

    /// Whether few tickets pass, so that they are found by what is asked for and not by walking a queue.
    var isNarrow: Bool { customer != nil || charged != nil || incident != nil }

    /// The state and the group of tickets in a condition: where few pass, expressions keep SQLite from walking the queue
    /// for them.
    var columns: (state: String, group: String) {
        isNarrow ? ("(t.state || '')", "+t.\"group\"") : ("t.state", "t.\"group\"")
    }
}

/// The conditions of a filter on tickets, with what they compare to.
struct TicketConditions {
    private var parts: [String] = []
    /// What the conditions compare to, in order.
    private(set) var arguments = BoundValues()

    var sql: String { parts.isEmpty ? "true" : parts.joined(separator: " AND ") }

    /// No conditions.
    init() {}

    /// The conditions of a filter for an agent at a moment, but for group and end, which decide the order.
    init(_ filter: TicketFilter, agent: AgentName?, at now: Instant) {
        if let state = filter.state { add("t.state = ?", state.rawValue) }
        if let resolution = filter.resolution { add("t.resolution = ?", resolution.rawValue) }
        if let cause = filter.cause { add("t.cause = ?", cause.rawValue) }
        add(orNothing: filter.product?.rawValue, column: "t.product_id")
        if let customer = filter.customer {
            add("t.customer_id = (SELECT id FROM customers WHERE app_user_id = ?)", customer.rawValue)
        }
        add(orNothing: filter.appVersion, column: "t.app_version")
        add(orNothing: filter.storefront, column: "t.storefront")
        addLoss(filter)
        if let blocks = filter.blocksRepurchase { add("t.blocks_repurchase = ?", blocks) }
        if filter.isAftermathOnly { add("t.aftermath IS NOT NULL") }
        if let age = filter.olderThan { add("t.waiting_since_ms < ?", (now - age).milliseconds) }
        if let age = filter.youngerThan { add("t.waiting_since_ms > ?", (now - age).milliseconds) }
        if let since = filter.since { add("t.waiting_since_ms >= ?", since.milliseconds) }
        if let until = filter.until { add("t.waiting_since_ms < ?", until.milliseconds) }
        addHolder(filter.holder, column: "t.claimed_by", me: agent)
        addHolder(filter.assignee, column: "t.assigned_to", me: agent)
        if let party = filter.waitingFor { add("t.waiting_for = ?", party) }
        if let isSkipped = filter.isSkipped { add(isSkipped ? "t.skips > 0" : "t.skips = 0") }
        if let isUnproved = filter.isUnproved { add("t.is_unproved = ?", isUnproved) }
        if let reference = filter.reference { add("t.reference = ? COLLATE NOCASE", reference) }
        switch filter.due {
        case .overdue?: add("t.due_at_ms <= ?", now)
        case .today?: add("t.due_at_ms < ?", now.endOfDay)
        case nil: break
        }
    }

    private mutating func addLoss(_ filter: TicketFilter) {
        if let loss = filter.loss {
            let standings = loss.standings.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            add("(\(LossTerms.standing("t"))) IN (\(standings))")
            add("t.environment IN (SELECT environment FROM served_environments)")
        }
        if let charged = filter.charged {
            add(
                "\(LossSQL.chargedAt("t")) BETWEEN ? AND ?", charged.since?.milliseconds ?? .min,
                (charged.until?.milliseconds).map { $0 - 1 } ?? .max)
        }
        if let incident = filter.incident { add("t.incident_id = ?", Int64(incident.rawValue) ?? -1) }
        // As the review counts them: a price beyond belief is none that is known.
        if let currency = filter.currency {
            add("\(LossTerms.currency("t")) = ?", currency)
        }
        switch filter.price {
        case .unknown?: add("\(LossTerms.milliunits("t")) IS NULL")
        case .zero?: add("\(LossTerms.milliunits("t")) = 0")
        case .negative?: add("\(LossTerms.milliunits("t")) < 0")
        case nil: break
        }
    }

    private mutating func add(orNothing value: String?, column: String) {
        guard let value else { return }
        if value == TicketFilter.nothing {
            add("coalesce(\(column), '') = ''")
        } else {
            add("\(column) = ?", value)
        }
    }

    private mutating func addHolder(_ holder: TicketFilter.Holder?, column: String, me: AgentName?) {
        switch holder {
        case .nobody?: add("\(column) IS NULL")
        case .me?: add("\(column) = ?", me)
        case .agent(let agent)?: add("\(column) = ?", agent)
        case nil: break
        }
    }

    /// Adds a condition with what it compares to.
    mutating func add(_ condition: String, _ values: (any ColumnValue)?...) {
        parts.append(condition)
        arguments += values
    }

    /// Adds the conditions of others.
    mutating func add(_ others: TicketConditions) {
        parts += others.parts
        arguments += others.arguments
    }
}

/// How many tickets wait in each queue, and the alarms about them.
package struct TicketCounts: Hashable, Sendable {
    /// The unresolved tickets of each group.
    package let unresolved: [ErrorGroup: CappedCount]
    /// Those of each group whose time is over.
    package var overdue: [ErrorGroup: CappedCount] = [:]
    /// The alarms about them that wait to be delivered.
    package var alarms = AlarmSummary.clear

    /// What the tab shows: the unresolved tickets of groups 2 and 3.
    package var toWork: CappedCount {
        CappedCount((unresolved[.undelivered]?.counted ?? 0) + (unresolved[.lossOfFunds]?.counted ?? 0))
    }

    /// The unresolved tickets of a group.
    package func count(of group: ErrorGroup) -> CappedCount { unresolved[group] ?? CappedCount(0) }

    /// The tickets of a group whose time is over.
    package func overdue(in group: ErrorGroup) -> CappedCount { overdue[group] ?? CappedCount(0) }
}

/// Counts tickets.
struct TicketCounting {
    let db: Connection
    /// The moment of ages.
    let now: Instant

    func counts() throws -> TicketCounts {
        let groups = try ErrorGroup.allCases.map { ($0, try unresolved($0)) }
        let overdue = try [ErrorGroup.undelivered, .lossOfFunds].map { ($0, try self.overdue($0)) }
        return TicketCounts(
            unresolved: Dictionary(uniqueKeysWithValues: groups),
            overdue: Dictionary(uniqueKeysWithValues: overdue), alarms: try AlarmTable.standing(db))
    }

    private func overdue(_ group: ErrorGroup) throws -> CappedCount {
        CappedCount(
            try db.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM tickets
                  WHERE "group" = ? AND state <> 'resolved' AND due_at_ms <= ? LIMIT ?) counted
                """, [group, now, CappedCount.cap + 1]) ?? 0)
    }

    private func unresolved(_ group: ErrorGroup) throws -> CappedCount {
        CappedCount(
            try db.value(
                """
                SELECT count(*) FROM (SELECT 1 FROM tickets WHERE "group" = ? AND state <> 'resolved' LIMIT ?) counted
                """, [group.rawValue, CappedCount.cap + 1]) ?? 0)
    }
}
