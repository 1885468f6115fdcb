import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The columns of a list of tickets: which fit, how wide they are, and a ticket's text in them.
struct TicketColumns {
    private enum Kind {
        case who, ticket, age, money, cause, product, tries, state, blocks, holder, customer, since
    }

    /// How wide a column grows at most, however long its texts.
    private static let enough: [Kind: Int] = [.who: 24, .ticket: 26, .product: 26, .cause: 40]

    private let kinds: [Kind]
    private let fit: ColumnFit
    private let context: ConsoleContext

    /// The columns of a queue, whose tickets are many people's.
    static func ofQueue(_ tickets: [Ticket], width: Int, _ context: ConsoleContext) -> TicketColumns {
        TicketColumns(.who, tickets, width: width, context)
    }

    /// The columns of one customer's tickets, which are of any group.
    static func ofCustomer(_ tickets: [Ticket], width: Int, _ context: ConsoleContext) -> TicketColumns {
        TicketColumns(.ticket, tickets, width: width, context)
    }

    /// Columns for a width; the last ones are dropped first where there is no room.
    private init(_ first: Kind, _ tickets: [Ticket], width: Int, _ context: ConsoleContext) {
        var kinds: [Kind] = [first, .age, .money, .cause, .product, .tries, .state, .blocks, .holder]
        while kinds.count > 1, ColumnFit.room(for: kinds.map(Self.least)) > width { kinds.removeLast() }
        let sample = tickets.prefix(ColumnFit.sample).map { TicketText(ticket: $0, context: context) }
        var needs = kinds.map { Self.need($0, in: sample, context.options.glyphs) }
        // What only helps to look a ticket up stands where everything else is whole.
        for extra in first == .who ? [Kind.since, .customer] : [.since] {
            let need = Self.need(extra, in: sample, context.options.glyphs)
            guard ColumnFit.room(for: needs.map(\.whole) + [need.whole]) <= width else { break }
            kinds.append(extra)
            needs.append(need)
        }
        let causes = sample.map(\.briefCauseColumns).max() ?? 0
        let turns: [(Kind, Int?)] = [
            (.money, nil), (.cause, min(causes, 28)), (first, 16), (.product, 16), (first, nil),
            (.product, nil), (.cause, nil),
        ]
        let growth = turns.compactMap { kind, limit in
            kinds.firstIndex(of: kind).map { ColumnFit.Turn(column: $0, limit: limit) }
        }
        (self.kinds, fit, self.context) = (kinds, ColumnFit(needs, in: width, growing: growth), context)
    }

    private static func need(_ kind: Kind, in sample: [TicketText], _ glyphs: Glyphs) -> ColumnFit.Need {
        // What is as wide as its head, or nearly, is not measured: a frame has no time to lose.
        guard ![.age, .tries, .blocks].contains(kind) else {
            return ColumnFit.Need(least: least(kind), texts: [], atMost: least(kind))
        }
        return ColumnFit.Need(
            least: least(kind), texts: sample.lazy.map { cell(kind, of: $0, columns: .max, glyphs) },
            atMost: enough[kind] ?? 20)
    }

    /// The heads of the columns.
    var heads: StyledLine {
        fit.row(
            zip(kinds, fit.widths).map { placed(StyledLine(Self.head($0), .columnHeader), of: $0, in: $1) })
    }

    /// A ticket's text.
    func line(_ ticket: Ticket, _ glyphs: Glyphs) -> StyledLine {
        let text = TicketText(ticket: ticket, context: context)
        return fit.row(
            zip(kinds, fit.widths).map { kind, width in
                placed(Self.cell(kind, of: text, columns: width, glyphs), of: kind, in: width)
            })
    }

    private static func cell(_ kind: Kind, of text: TicketText, columns: Int, _ glyphs: Glyphs) -> StyledLine
    {
        let ticket = text.ticket
        return switch kind {
        case .who: [text.who]
        case .ticket: [TextSpan("\(ticket.id) ", .strong), TextSpan(ticket.title)]
        case .age: StyledLine(text.age)
        case .money: [text.money]
        case .cause: text.cause(columns: columns)
        case .product: StyledLine(ticket.product?.rawValue ?? "unknown", .dim)
        case .tries: StyledLine(text.tries)
        case .state: [text.state]
        case .blocks: StyledLine(ticket.blocksRepurchase ? "\(glyphs.alert) blocks" : "", .warning)
        case .holder: StyledLine(ticket.claimedBy?.rawValue ?? "", .strong)
        case .customer: StyledLine(ticket.customer?.rawValue ?? "", .dim)
        case .since: StyledLine(text.context.time.moment(ticket.waitingSince), .dim)
        }
    }

    /// Amounts end where their column ends.
    private func placed(_ line: StyledLine, of kind: Kind, in width: Int) -> StyledLine {
        guard kind == .money || kind == .age else { return line }
        return StyledLine(String(repeating: " ", count: max(0, width - line.columns))) + line
    }

    private static func head(_ kind: Kind) -> String {
        switch kind {
        case .who: "Customer"
        case .ticket: "Ticket"
        case .age: "Waits"
        case .money: "Money"
        case .cause: "Cause"
        case .product: "Product"
        case .tries: "Tries"
        case .state: "State"
        case .blocks: "Buying"
        case .holder: "Held by"
        case .customer: "Customer id"
        case .since: "Since"
        }
    }

    private static func least(_ kind: Kind) -> Int {
        switch kind {
        case .who, .ticket: 10
        case .age: 6
        case .money: 9
        case .cause: 6
        case .product: 13
        case .tries: 5
        case .state: 9
        case .blocks: 8
        case .holder: 7
        case .customer: 11
        case .since: 12
        }
    }
}
