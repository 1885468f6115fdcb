import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The columns of a list of tickets: which fit, how wide they are, and a ticket's text in them.
struct TicketColumns {
    private enum Kind {
        case who, ticket, age, money, cause, product, tries, state, blocks, holder, customer, since, due
        case others, holderAndOthers

        /// The order that the column shows; nil for one by which nothing is sorted.
        var sort: TicketSort.Column? {
            switch self {
            case .age: .age
            case .money: .money
            case .cause: .cause
            case .product: .product
            case .tries: .tries
            case .state: .state
            case .holder: .holder
            case .due: .due
            case .who, .ticket, .blocks, .customer, .since, .others,
                .holderAndOthers:
                nil
            }
        }
    }

    /// What is said in a column, and how wide that may be.
    private struct Column {
        /// The head.
        let head: String
        /// Below this it says nothing any more.
        let least: Int
        /// As wide as this it grows, however long its texts; nil where its head is as wide as they are.
        var most: Int?
        /// Whether its texts end where the column ends, as amounts do.
        var isTrailing = false
        /// A ticket's text, in so many columns.
        let text: (TicketText, Int, Glyphs) -> StyledLine
    }

    private let kinds: [Kind]
    private let fit: ColumnFit
    private let context: ConsoleContext
    /// The order of the list, marked in the head of its column; nil for its own.
    private var sort: TicketSort?

    /// The columns of a queue, whose tickets are many people's.
    static func ofQueue(
        _ tickets: [Ticket], sortedBy sort: TicketSort? = nil, width: Int, in context: ConsoleContext
    ) -> TicketColumns {
        var columns = TicketColumns(.who, tickets, width: width, in: context)
        columns.sort = sort
        return columns
    }

    /// The columns of one customer's tickets, which are of any group.
    static func ofCustomer(_ tickets: [Ticket], width: Int, in context: ConsoleContext) -> TicketColumns {
        TicketColumns(.ticket, tickets, width: width, in: context)
    }

    /// As wide as this names, products and causes are, before tries and what blocks buying stand beside them.
    private static let readable = 16

    /// As wide as this most causes are with their words, `late learned too late` for one.
    private static let wordyCause = 22

    /// What may be narrower than usual where its texts are; an amount further below is never cut.
    private static let snug: Set<Kind> = [.due, .state]

    /// Columns for a width; the last ones are dropped first where there is no room.
    private init(_ first: Kind, _ tickets: [Ticket], width: Int, in context: ConsoleContext) {
        var kinds: [Kind] = [first, .age, .money, .due, .cause, .state, .holder, .product, .tries, .blocks]
        if !context.otherConsoles.isEmpty, let holder = kinds.firstIndex(of: .holder) {
            // Where there is little room, who holds a ticket and who looks at it share one.
            if width < 100 { kinds[holder] = .holderAndOthers } else { kinds.insert(.others, at: holder + 1) }
        }
        let sample = tickets.prefix(ColumnFit.sample).map { TicketText(ticket: $0, context: context) }
        var needs = kinds.map { Self.need($0, in: sample, glyphs: context.options.glyphs) }
        let readable = { needs.map { max($0.least, min($0.whole, Self.readable)) } }
        while kinds.last == .blocks || kinds.last == .tries, ColumnFit.room(for: readable()) > width {
            kinds.removeLast()
            needs.removeLast()
        }
        while kinds.count > 1, ColumnFit.room(for: needs.map(\.least)) > width {
            kinds.removeLast()
            needs.removeLast()
        }
        // What only helps to look a ticket up stands where everything else is whole.
        for extra in first == .who ? [Kind.customer] : [.since] {
            let need = Self.need(extra, in: sample, glyphs: context.options.glyphs)
            guard ColumnFit.room(for: needs.map(\.whole) + [need.whole]) <= width else { break }
            kinds.append(extra)
            needs.append(need)
        }
        if ColumnFit.room(for: needs.map(\.whole)) > width {
            // Where a text is cut, no other column keeps room that it does not use.
            needs = zip(kinds, needs).map { kind, need in
                guard Self.snug.contains(kind) else { return need }
                return need.snug(head: DisplayText.columns(of: Self.column(kind).head))
            }
        }
        let causes = max(sample.map(\.briefCauseColumns).max() ?? 0, width < 100 ? 0 : Self.wordyCause)
        let turns: [(Kind, Int?)] = [
            (.others, 14), (.holderAndOthers, 14), (.money, nil), (.due, nil), (first, 16),
            (.cause, min(causes, 28)), (.product, 16), (first, nil), (.product, nil), (.cause, nil),
        ]
        let growth = turns.compactMap { kind, limit in
            kinds.firstIndex(of: kind).map { ColumnFit.Turn(column: $0, limit: limit) }
        }
        (self.kinds, fit, self.context) = (kinds, ColumnFit(needs, in: width, growing: growth), context)
    }

    private static func need(_ kind: Kind, in sample: [TicketText], glyphs: Glyphs) -> ColumnFit.Need {
        let column = column(kind)
        // What is as wide as its head, or nearly, is not measured: a frame has no time to lose.
        guard let most = column.most else {
            return ColumnFit.Need(least: column.least, texts: [], atMost: column.least)
        }
        return ColumnFit.Need(
            least: column.least, texts: sample.lazy.map { column.text($0, .max, glyphs) }, atMost: most)
    }

    /// The heads of the columns.
    var heads: StyledLine { row { kind, column, width in head(of: kind, column, columns: width) } }

    /// A column's name; of the one that the list is sorted by with the direction, even where its name has to be cut.
    private func head(of kind: Kind, _ column: Column, columns width: Int) -> StyledLine {
        guard let sort, kind.sort == sort.column else { return StyledLine(column.head, .columnHeader) }
        let glyphs = context.options.glyphs
        let name = String(column.head.prefix(max(1, width - 1)))
        return StyledLine(name + (sort.isDescending ? glyphs.more : glyphs.less), .key)
    }

    /// A ticket's text.
    func line(_ ticket: Ticket, glyphs: Glyphs) -> StyledLine {
        let text = TicketText(ticket: ticket, context: context)
        return row { _, column, width in column.text(text, width, glyphs) }
    }

    /// A ticket's texts, each whole, for screen readers.
    static func cells(_ ticket: Ticket, in context: ConsoleContext) -> [StyledLine] {
        let text = TicketText(ticket: ticket, context: context)
        let kinds: [Kind] = [
            .who, .ticket, .age, .money, .due, .cause, .state, .holder, .others, .product, .tries, .blocks,
        ]
        return kinds.map { kind in
            let line = column(kind).text(text, .max, context.options.glyphs)
            return kind == .age ? StyledLine("waits ") + line : line
        }
    }

    private func row(_ cell: (Kind, Column, Int) -> StyledLine) -> StyledLine {
        fit.row(
            zip(kinds, fit.widths).map { kind, width in
                let column = Self.column(kind)
                let line = cell(kind, column, width)
                guard column.isTrailing else { return line }
                return StyledLine(String(repeating: " ", count: max(0, width - line.columns))) + line
            })
    }

    private static func column(_ kind: Kind) -> Column {
        switch kind {
        case .who: Column(head: "Customer", least: 10, most: 48) { text, _, _ in [text.who] }
        case .ticket:
            Column(head: "Ticket", least: 10, most: 40) { text, _, _ in
                [TextSpan("\(text.ticket.id) ", .strong), TextSpan(text.ticket.title)]
            }
        case .age: Column(head: "Waits", least: 6, isTrailing: true) { text, _, _ in StyledLine(text.age) }
        case .money:
            Column(head: "Money", least: 11, most: 20, isTrailing: true) { text, _, _ in [text.money] }
        case .cause:
            Column(head: "Cause", least: 6, most: 80) { text, columns, _ in text.cause(columns: columns) }
        case .product:
            Column(head: "Product", least: 13, most: 48) { text, _, _ in
                StyledLine(text.ticket.product.map(text.context.shown) ?? "unknown", .dim)
            }
        case .tries: Column(head: "Tries", least: 5) { text, _, _ in StyledLine(text.tries) }
        case .state: Column(head: "State", least: 9, most: 20) { text, _, _ in [text.state] }
        case .blocks:
            Column(head: "Buying", least: 8) { text, _, glyphs in
                StyledLine(text.ticket.blocksRepurchase ? "\(glyphs.alert) blocks" : "", .warning)
            }
        case .holder:
            Column(head: "Held by", least: 7, most: 20) { text, _, _ in
                [text.holder]
            }
        case .others:
            Column(head: "Looking", least: 9, most: 20) { text, _, _ in
                text.context.others.brief(text.ticket.id)
            }
        case .holderAndOthers:
            Column(head: "Held, seen", least: 10, most: 24) { text, _, _ in
                let (holder, others) = (text.holder, text.context.others.brief(text.ticket.id))
                guard others.columns > 0, !holder.text.isEmpty else { return [holder] + others }
                return [holder, TextSpan("; ", .dim)] + others
            }
        case .due:
            Column(head: "Due", least: 11, most: 11) { text, _, _ in [text.due] }
        case .customer:
            Column(head: "Customer id", least: 11, most: 20) { text, _, _ in
                StyledLine(text.ticket.customer?.rawValue ?? "", .dim)
            }
        case .since:
            Column(head: "Since", least: 12, most: 20) { text, _, _ in
                StyledLine(text.context.time.moment(text.ticket.waitingSince), .dim)
            }
        }
    }
}
