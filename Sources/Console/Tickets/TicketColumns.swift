import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The columns of a list of tickets: which fit, and how wide they are.
enum TicketColumns {
    /// The columns of a queue, whose tickets are many people's.
    static func ofQueue(
        _ tickets: [Ticket], sortedBy sort: TicketSort? = nil, width: Int, in context: ConsoleContext
    ) -> ScreenColumns<Ticket> {
        var columns = fitting(tickets, behind: who, aside: customerID, width: width, in: context)
        columns.sorted = sort.map { (column(of: $0.column).head, $0.isDescending) }
        return columns
    }

    /// The columns of one customer's tickets, which are of any group.
    static func ofCustomer(
        _ tickets: [Ticket], width: Int, in context: ConsoleContext
    ) -> ScreenColumns<Ticket> { fitting(tickets, behind: ticket, aside: since, width: width, in: context) }

    /// As wide as this names, products and causes are, before tries and what blocks buying stand beside them.
    private static let readable = 16

    /// As wide as this most causes are with their words, `late learned too late` for one.
    private static let wordyCause = 22

    /// The columns that may be narrower than usual where their texts are short. The amount is not among them: a larger
    /// one further down the list must not be cut.
    private static let snug = [due.head, state.head]

    /// Columns for a width, the last ones dropped first where there is no room; the one aside only helps to look a ticket up,
    /// and stands where everything else is whole.
    private static func fitting(
        _ tickets: [Ticket], behind first: ScreenColumn<Ticket>, aside extra: ScreenColumn<Ticket>,
        width: Int, in context: ConsoleContext
    ) -> ScreenColumns<Ticket> {
        var columns = [first, age, money, due, cause, state, holder, product, tries, blocks]
        let place = { (column: ScreenColumn<Ticket>, columns: [ScreenColumn<Ticket>]) in
            columns.firstIndex { $0.head == column.head }
        }
        if !context.otherConsoles.isEmpty, let holder = place(holder, columns) {
            // Where there is little room, who holds a ticket and who looks at it share one.
            if width < 100 {
                columns[holder] = holderAndOthers
            } else {
                columns.insert(others, at: holder + 1)
            }
        }
        let sample = tickets.prefix(ColumnFit.sample)
        var needs = columns.map { $0.need(for: sample, context) }
        let readable = { needs.map { max($0.least, min($0.whole, Self.readable)) } }
        while [blocks.head, tries.head].contains(columns.last?.head), ColumnFit.room(for: readable()) > width
        {
            columns.removeLast()
            needs.removeLast()
        }
        while columns.count > 1, ColumnFit.room(for: needs.map(\.least)) > width {
            columns.removeLast()
            needs.removeLast()
        }
        let need = extra.need(for: sample, context)
        if ColumnFit.room(for: needs.map(\.whole) + [need.whole]) <= width {
            columns.append(extra)
            needs.append(need)
        }
        if ColumnFit.room(for: needs.map(\.whole)) > width {
            // Where a text is cut, no other column keeps room that it does not use.
            needs = zip(columns, needs).map { column, need in
                snug.contains(column.head) ? need.snug(head: DisplayText.columns(of: column.head)) : need
            }
        }
        let brief = sample.map { TicketText(ticket: $0, context: context).briefCauseColumns }.max() ?? 0
        // Which column grows first, and up to which width; nil: as wide as its widest text.
        let turns: [(ScreenColumn<Ticket>, Int?)] = [
            (others, 14), (holderAndOthers, 14), (money, nil), (due, nil), (first, 16),
            (cause, min(max(brief, width < 100 ? 0 : wordyCause), 28)), (product, 16), (first, nil),
            (product, nil), (cause, nil),
        ]
        let growth = turns.compactMap { column, limit in
            place(column, columns).map { ColumnFit.Turn(column: $0, limit: limit) }
        }
        let fit = ColumnFit(needs, in: width, growing: growth)
        return ScreenColumns(
            columns: columns, widths: fit.widths, gap: fit.gap, context: context, spoken: spoken)
    }

    /// What screen readers are told of every ticket.
    private static let spoken = [
        who, ticket, age, money, due, cause, state, holder, others, product, tries, blocks,
    ]

    /// The column that shows an order.
    private static func column(of sort: TicketSort.Column) -> ScreenColumn<Ticket> {
        switch sort {
        case .age: age
        case .money: money
        case .due: due
        case .product: product
        case .cause: cause
        case .tries: tries
        case .holder: holder
        case .state: state
        }
    }
}

/// What stands in them.
extension TicketColumns {
    private static let who = ScreenColumn<Ticket>(.customer) { [TicketText(ticket: $0, context: $1).who] }

    private static let ticket = ScreenColumn<Ticket>("Ticket", width: .texts(10...40)) {
        ticket, _ in [TextSpan("\(ticket.id) ", .strong), TextSpan(ticket.title)]
    }

    private static let age = ScreenColumn<Ticket>("Waits", width: 6, alignment: .trailing) {
        StyledLine(TicketText(ticket: $0, context: $1).age)
    }.speaking { StyledLine("waits ") + StyledLine(TicketText(ticket: $0, context: $1).age) }

    private static let money = ScreenColumn<Ticket>(.money, alignment: .trailing) {
        [TicketText(ticket: $0, context: $1).money]
    }

    private static let due = ScreenColumn<Ticket>("Due", width: .texts(11...11)) {
        [TicketText(ticket: $0, context: $1).due]
    }

    private static let cause = ScreenColumn<Ticket>(.cause) {
        TicketText(ticket: $0, context: $1).cause(columns: $2)
    }

    private static let state = ScreenColumn<Ticket>(.state) { [TicketText(ticket: $0, context: $1).state] }

    private static let holder = ScreenColumn<Ticket>("Held by", width: .texts(7...20)) {
        [TicketText(ticket: $0, context: $1).holder]
    }

    private static let others = ScreenColumn<Ticket>("Looking", width: .texts(9...20)) {
        $1.others.brief($0.id)
    }

    private static let holderAndOthers = ScreenColumn<Ticket>(
        "Held, seen", width: .texts(10...24)
    ) { ticket, context in
        let holder = TicketText(ticket: ticket, context: context).holder
        let others = context.others.brief(ticket.id)
        guard others.columns > 0, !holder.text.isEmpty else { return [holder] + others }
        return [holder, TextSpan("; ", .dim)] + others
    }

    private static let product = ScreenColumn<Ticket>(.product) {
        StyledLine($0.product.map($1.shown) ?? "unknown", .dim)
    }

    private static let tries = ScreenColumn<Ticket>(.tries) {
        StyledLine(TicketText(ticket: $0, context: $1).tries)
    }

    private static let blocks = ScreenColumn<Ticket>("Buying", width: 8) {
        StyledLine($0.blocksRepurchase ? "\($1.options.glyphs.alert) blocks" : "", .warning)
    }

    private static let customerID = ScreenColumn<Ticket>(
        "Customer id", width: .texts(11...20)
    ) { ticket, _ in StyledLine(ticket.customer?.rawValue ?? "", .dim) }

    private static let since = ScreenColumn<Ticket>("Since", width: .texts(12...20)) {
        StyledLine($1.time.moment($0.waitingSince), .dim)
    }
}
