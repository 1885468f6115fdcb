import GRDB
import Purchases

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
        return try rows(conditions, "t.is_made_good, t.waiting_since_ms, t.id", limit)
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
        return try rows(conditions, "t.resolved_at_ms DESC, t.id DESC", limit)
    }

    private func rows(_ conditions: TicketConditions, _ order: String, _ limit: Int) throws -> [Ticket] {
        try db.map(
            "\(TicketTable.selection) WHERE \(conditions.sql) ORDER BY \(order) LIMIT ?",
            conditions.arguments + [limit]
        ) { TicketTable.read(Columns($0)) }
    }
}

extension TicketCursor {
    fileprivate var isAmongResolved: Bool {
        if case .resolved = self { true } else { false }
    }
}

extension TicketFilter {
    fileprivate var mayBeUnresolved: Bool {
        state != .resolved && resolution == nil && !isAftermathOnly
    }

    fileprivate var mayBeResolved: Bool { !isUnresolvedOnly && (state == nil || state == .resolved) }
}
