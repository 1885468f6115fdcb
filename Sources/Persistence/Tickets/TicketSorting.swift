import Purchases

/// An order of tickets other than their queue's: by a column, one way or the other.
package struct TicketSort: Hashable, Sendable {
    /// What tickets can be sorted by.
    package enum Column: String, Hashable, Sendable, CaseIterable {
        /// How long the customer waits.
        case age
        /// What was paid, currency by currency.
        case money
        case due
        case product
        case cause
        /// How many tries were used.
        case tries
        /// Who holds it.
        case holder
        /// How far the work is.
        case state
    }

    package let column: Column
    /// Whether the largest, last or newest comes first.
    package let isDescending: Bool

    /// Sorted by a column, the way that is looked for most: who waits longest, what was most money, most tries.
    package init(_ column: Column) {
        self.init(column, isDescending: column == .money || column == .tries)
    }

    /// Sorted by a column, one way or the other.
    package init(_ column: Column, isDescending: Bool) {
        (self.column, self.isDescending) = (column, isDescending)
    }

    /// Reads an order as ``text`` writes it; nil for anything else.
    package init?(_ text: String) {
        guard let column = Column(rawValue: String(text.drop { $0 == "-" })) else { return nil }
        self.init(column, isDescending: text.hasPrefix("-"))
    }

    /// The order as it is kept and typed: `money`, or `-money` for the largest first.
    package var text: String { (isDescending ? "-" : "") + column.rawValue }

    /// The same column the other way round.
    package var reversed: TicketSort { TicketSort(column, isDescending: !isDescending) }
}

/// Reads sorted lists of tickets, page by page, from the indexes made for that.
struct SortedTicketReading {
    let filter: TicketFilter
    /// In which order.
    let sort: TicketSort
    /// Who looks; nil where nobody in particular does.
    let agent: AgentName?
    /// The moment of ages.
    let now: Instant
    let db: Connection

    /// A page after a place.
    func page(after cursor: TicketSortCursor?, limit: Int) throws -> TicketListPage {
        var found: [Ticket] = []
        if filter.mayBeUnresolved {
            for group in ErrorGroup.allCases.reversed()
            where filter.onlyGroup == nil || filter.onlyGroup == group {
                found += try queue(group, after: cursor, limit: limit + 1 - found.count)
            }
        }
        if found.count > limit {
            let shown = Array(found.prefix(limit))
            let last = shown.last.map { TicketSortCursor($0, sort: sort).text }
            return TicketListPage(tickets: shown, next: last)
        }
        guard filter.mayBeResolved else { return TicketListPage(tickets: found, next: nil) }
        let rest = try TicketListReading(filter: resolvedOnly, agent: agent, now: now, db: db)
            .page(after: nil, limit: limit - found.count)
        // A page that is full of what waits leads on to what is resolved.
        let next = try rest.next ?? (limit == found.count ? firstResolved : nil)
        return TicketListPage(tickets: found + rest.tickets, next: next)
    }

    private var resolvedOnly: TicketFilter {
        var resolved = filter
        resolved.state = .resolved
        return resolved
    }

    /// The place before all resolved tickets; nil when there are none.
    private var firstResolved: String? {
        get throws {
            let first = try TicketListReading(filter: resolvedOnly, agent: agent, now: now, db: db).page(
                after: nil, limit: 1)
            return first.tickets.isEmpty ? nil : TicketCursor.resolved(at: .max, id: .max).text
        }
    }

    /// The tickets of a group behind a place, stretch by stretch: those that agree with it in all but the last key
    /// first, then in all but the last two, and so on; those without a value last.
    ///
    /// Every stretch is one range of the order's index, which a comparison of whole keys would not be.
    private func queue(_ group: ErrorGroup, after cursor: TicketSortCursor?, limit: Int) throws -> [Ticket] {
        guard limit > 0 else { return [] }
        var keys: [TicketSortKey] = []
        var (id, isAmongEmpty) = (Int64?.none, false)
        if let cursor {
            if group.rawValue > cursor.group { return [] }
            if group.rawValue == cursor.group {
                (keys, id, isAmongEmpty) = (cursor.keys, cursor.id, cursor.keys.isEmpty)
            }
        }
        var found: [Ticket] = []
        if !isAmongEmpty {
            for length in stride(from: keys.count, through: 0, by: -1) {
                guard found.count < limit else { return found }
                found += try stretch(
                    group, keys: keys, agreeing: length, after: id, limit: limit - found.count)
            }
        }
        guard sort.column.mayBeEmpty, found.count < limit else { return found }
        return found + (try empty(group, after: isAmongEmpty ? id : nil, limit: limit - found.count))
    }

    private func stretch(
        _ group: ErrorGroup, keys: [TicketSortKey], agreeing length: Int, after id: Int64?, limit: Int
    ) throws -> [Ticket] {
        var conditions = conditions(of: group)
        let columns = sort.column.keys
        let sign = sort.isDescending ? "<" : ">"
        for (column, key) in zip(columns, keys).prefix(length) { conditions.add("\(column) = ?", key.value) }
        if length == columns.count {
            conditions.add("t.id \(sign) ?", id)
        } else if length < keys.count {
            conditions.add("\(columns[length]) \(sign) ?", keys[length].value)
        }
        // Also where nothing was compared: what is empty comes before everything in an index.
        if length == 0, sort.column.mayBeEmpty { conditions.add("\(columns[0]) > \(sort.column.least)") }
        return try rows(conditions, order: columns.dropFirst(length) + ["t.id"], limit: limit)
    }

    private func empty(_ group: ErrorGroup, after id: Int64?, limit: Int) throws -> [Ticket] {
        var conditions = conditions(of: group)
        for key in sort.column.keys { conditions.add("\(key) IS NULL") }
        if let id { conditions.add("t.id \(sort.isDescending ? "<" : ">") ?", id) }
        return try rows(conditions, order: ["t.id"], limit: limit)
    }

    private func conditions(of group: ErrorGroup) -> TicketConditions {
        var conditions = TicketConditions(filter, agent: agent, at: now)
        let columns = filter.columns
        conditions.add("\(columns.state) <> 'resolved' AND \(columns.group) = ?", group.rawValue)
        return conditions
    }

    private func rows(
        _ conditions: TicketConditions, order: some Sequence<String>, limit: Int
    ) throws -> [Ticket] {
        let order = order.map { sort.isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
        return try db.map(
            "\(TicketTable.selection) WHERE \(conditions.sql) ORDER BY \(order) LIMIT ?",
            conditions.arguments + [limit]
        ) { try TicketTable.read($0) }
    }
}

extension TicketSort.Column {
    /// What is compared, as the index of the order has it: an expression and not the column, so that only sorting uses
    /// these indexes and no filter is drawn away from the queue's.
    var keys: [String] {
        switch self {
        case .age: ["(t.waiting_since_ms + 0)"]
        case .money: ["(t.currency || '')", "(t.price_milliunits + 0)"]
        case .due: ["(t.due_at_ms + 0)"]
        case .product: ["(t.product_id || '')"]
        case .cause: ["(t.cause || '')"]
        case .tries: ["(t.attempts + 0)"]
        case .holder: ["(t.claimed_by || '')"]
        case .state: ["(t.state || '')"]
        }
    }

    /// Whether a ticket may have nothing there.
    var mayBeEmpty: Bool { [.money, .due, .product, .holder].contains(self) }

    /// What comes before every value that is not empty.
    fileprivate var least: String { self == .due ? "-1" : "''" }

    /// What a ticket has there; empty where it has nothing.
    fileprivate func values(of ticket: Ticket) -> [TicketSortKey] {
        switch self {
        case .age: [.number(ticket.waitingSince.milliseconds)]
        case .money:
            ticket.money.map { [.text($0.currency), .number($0.milliunits)] } ?? []
        case .due: ticket.dueAt.map { [.number($0.milliseconds)] } ?? []
        case .product: ticket.product.map { [.text($0.rawValue)] } ?? []
        case .cause: [.text(ticket.cause.rawValue)]
        case .tries: [.number(Int64(ticket.attempts))]
        case .holder: ticket.claimedBy.map { [.text($0.rawValue)] } ?? []
        case .state: [.text(ticket.state.rawValue)]
        }
    }

    /// Whether its values are numbers, key by key.
    fileprivate var areNumbers: [Bool] {
        switch self {
        case .age, .due, .tries: [true]
        case .money: [false, true]
        case .product, .cause, .holder, .state: [false]
        }
    }
}

/// What tickets are compared by.
enum TicketSortKey: Hashable {
    /// A number, or a moment in milliseconds.
    case number(Int64)
    /// A text, compared byte by byte.
    case text(String)

    /// The key as a statement takes it.
    var value: any ColumnValue {
        switch self {
        case .number(let number): number
        case .text(let text): text
        }
    }

    /// The key as a place in a list writes it.
    var text: String {
        switch self {
        case .number(let number): String(number)
        case .text(let text): text
        }
    }
}

/// A place in a sorted list of tickets: the last ticket of a page by what orders it.
struct TicketSortCursor: Hashable {
    let group: Int
    /// The ticket's row.
    let id: Int64
    /// What is compared; empty among the tickets that have nothing there.
    let keys: [TicketSortKey]
    private let sort: TicketSort

    /// The place of a ticket.
    init(_ ticket: Ticket, sort: TicketSort) {
        (group, id) = (ticket.group.rawValue, Int64(ticket.id.rawValue) ?? 0)
        (keys, self.sort) = (sort.column.values(of: ticket), sort)
    }

    /// Reads a place as a page in the same order gave it; refuses anything else.
    init(text: String, sort: TicketSort) throws {
        let parts = text.split(separator: ".", maxSplits: 4, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 5, parts[0] == "s", parts[1] == sort.text, let group = Int(parts[2]),
            let id = Int64(parts[3]),
            let keys = TicketSortCursor.keys(parts[4], of: sort.column)
        else { throw StoreError.invalid(.cursor(text)) }
        (self.group, self.id, self.keys, self.sort) = (group, id, keys, sort)
    }

    /// The place as pages give it; the value comes last, because a text may have dots.
    var text: String {
        let values = keys.map(\.text)
        return "s.\(sort.text).\(group).\(id).\(values.joined(separator: "."))"
    }

    private static func keys(_ text: String, of column: TicketSort.Column) -> [TicketSortKey]? {
        if text.isEmpty { return column.mayBeEmpty ? [] : nil }
        let kinds = column.areNumbers
        let parts = text.split(separator: ".", maxSplits: kinds.count - 1, omittingEmptySubsequences: false)
        guard parts.count == kinds.count else { return nil }
        var keys: [TicketSortKey] = []
        for (part, isNumber) in zip(parts, kinds) {
            guard isNumber else {
                keys.append(.text(String(part)))
                continue
            }
            guard let number = Int64(part) else { return nil }
            keys.append(.number(number))
        }
        return keys
    }
}
