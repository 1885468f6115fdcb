import Purchases

/// A stretch of the queues in which tickets stand by how long their customers wait: of one group, made good before or
/// not, overdue or not.
struct QueueSegment: Hashable, Comparable {
    let group: ErrorGroup
    /// Whether its tickets were made good before.
    let isMadeGood: Bool
    /// Whether their time is over.
    let isOverdue: Bool

    /// What orders tickets inside one.
    var order: String { "t.waiting_since_ms, t.id" }

    /// The stretches of groups, the worst first.
    static func all(of groups: [ErrorGroup]) -> [QueueSegment] {
        groups.sorted(by: >).flatMap { group in
            [false, true].flatMap { isMadeGood in
                // Nobody has to act where nobody was charged, so that nothing is ever overdue there.
                (group == .notCharged ? [false] : [true, false]).map { isOverdue in
                    QueueSegment(group: group, isMadeGood: isMadeGood, isOverdue: isOverdue)
                }
            }
        }
    }

    /// Whether one comes before another: the worst first.
    static func < (left: QueueSegment, right: QueueSegment) -> Bool {
        if left.group != right.group { return left.group > right.group }
        if left.isMadeGood != right.isMadeGood { return !left.isMadeGood }
        return left.isOverdue && !right.isOverdue
    }

    /// Its tickets as of a moment; `columns` are how the query names them where it must not walk the queue. The `+`
    /// keeps SQLite from the index of due dates, which has another order.
    func conditions(
        at moment: Instant, of columns: (state: String, group: String) = TicketFilter().columns
    ) -> TicketConditions {
        var conditions = TicketConditions()
        conditions.add("\(columns.state) <> 'resolved' AND \(columns.group) = ?", group)
        conditions.add("t.is_made_good = ?", isMadeGood)
        if isOverdue {
            conditions.add("+t.due_at_ms <= ?", moment)
        } else {
            conditions.add("(+t.due_at_ms IS NULL OR +t.due_at_ms > ?)", moment)
        }
        return conditions
    }

    /// Whether any ticket of its group is overdue, so that the queue is not walked for nothing.
    func exists(at moment: Instant, in db: Connection) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM tickets WHERE \"group\" = ? AND state <> 'resolved' AND due_at_ms <= ?",
            [group, moment])
    }

    /// Whether its tickets can be due as a filter says.
    func mayBeDue(_ filter: TicketFilter) -> Bool {
        group != .notCharged && (isOverdue || filter.due == .today)
    }
}

/// A place in the list of tickets: the last ticket of a page by what orders it.
enum TicketCursor: Hashable {
    /// How the text of a place among those resolved begins.
    static let resolvedSign = "r."

    /// Among those in queues; what is overdue is so as of the moment.
    case queue(QueueSegment, waitingSince: Int64, id: Int64, asOf: Instant)
    /// Among those resolved.
    case resolved(at: Int64, id: Int64)

    /// The place of a ticket in a list as of a moment.
    init(_ ticket: Ticket, asOf moment: Instant) {
        let id = Int64(ticket.id.rawValue) ?? 0
        if let resolvedAt = ticket.resolvedAt, !ticket.isUnresolved {
            self = .resolved(at: resolvedAt.milliseconds, id: id)
        } else {
            let segment = QueueSegment(
                group: ticket.group, isMadeGood: ticket.isMadeGood, isOverdue: ticket.isOverdue(at: moment))
            self = .queue(
                segment, waitingSince: ticket.waitingSince.milliseconds, id: id, asOf: moment)
        }
    }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        switch (parts.first, numbers.count, parts.count) {
        case ("q", 6, 7):
            guard let group = ErrorGroup(rawValue: Int(clamping: numbers[0])) else {
                throw StoreError.invalid(.cursor(text))
            }
            self = .queue(
                QueueSegment(group: group, isMadeGood: numbers[1] == 1, isOverdue: numbers[2] == 1),
                waitingSince: numbers[3], id: numbers[4], asOf: Instant(milliseconds: numbers[5]))
        case ("r", 2, 3): self = .resolved(at: numbers[0], id: numbers[1])
        default:
            throw StoreError.invalid(.cursor(text))
        }
    }

    /// The cursor as pages give it.
    var text: String {
        switch self {
        case .queue(let segment, let since, let id, let moment):
            "q.\(segment.group.rawValue).\(segment.isMadeGood ? 1 : 0).\(segment.isOverdue ? 1 : 0).\(since).\(id)."
                + "\(moment.milliseconds)"
        case .resolved(let at, let id): "r.\(at).\(id)"
        }
    }
}
