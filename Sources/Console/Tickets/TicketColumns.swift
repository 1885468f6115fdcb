import Persistence
import Purchases
import TerminalCore
import Widgets

/// The columns of a list of tickets: which fit, how wide they are, and a ticket's text in them.
struct TicketColumns {
    private enum Kind {
        case who, ticket, age, money, cause, product, tries, state, blocks, holder
    }

    private let slots: [(kind: Kind, width: Int)]

    /// The columns of a queue, whose tickets are many people's.
    static func ofQueue(width: Int) -> TicketColumns { TicketColumns(.who, width: width) }

    /// The columns of one customer's tickets, which are of any group.
    static func ofCustomer(width: Int) -> TicketColumns { TicketColumns(.ticket, width: width) }

    /// Columns for a width; the last ones are dropped first where there is no room.
    private init(_ first: Kind, width: Int) {
        var shown = [first, .age, .money, .cause, .product, .tries, .state, .blocks, .holder]
        while shown.count > 1, Self.total(shown) > width { shown.removeLast() }
        var rest = max(0, width - Self.total(shown))
        // What is left goes where it helps most: codes and ids are whole before names are long.
        var widths: [Kind: Int] = [:]
        let growth: [(Kind, Int)] = [
            (.money, 10), (.cause, 9), (first, 16), (.product, 16), (first, 24), (.product, 26), (.cause, 36),
            (.holder, 12),
        ]
        for (kind, limit) in growth where shown.contains(kind) {
            let width = widths[kind] ?? Self.minimum(kind)
            let more = min(rest, max(0, limit - width))
            widths[kind] = width + more
            rest -= more
        }
        slots = shown.map { ($0, widths[$0] ?? Self.minimum($0)) }
    }

    /// The heads of the columns.
    var heads: StyledLine { join { [TextSpan(Self.head($0), .columnHeader)] } }

    /// A ticket's text.
    func line(_ ticket: Ticket, _ context: ConsoleContext, _ glyphs: Glyphs) -> StyledLine {
        let text = TicketText(ticket: ticket, context: context)
        let cause = text.cause(columns: slots.first { $0.kind == .cause }?.width ?? 0)
        return join { kind in
            switch kind {
            case .who: [text.who]
            case .ticket: [TextSpan("\(ticket.id) ", .strong), TextSpan(ticket.title)]
            case .age: [TextSpan(text.age)]
            case .money: [text.money]
            case .cause: cause.spans
            case .product: [TextSpan(ticket.product?.rawValue ?? "unknown", .dim)]
            case .tries: [TextSpan(text.tries)]
            case .state: [text.state]
            case .blocks: [TextSpan(ticket.blocksRepurchase ? "\(glyphs.alert) blocks" : "", .warning)]
            case .holder: [TextSpan(ticket.claimedBy?.rawValue ?? "", .strong)]
            }
        }
    }

    private func join(_ cell: (Kind) -> [TextSpan]) -> StyledLine {
        StyledLine(
            slots.enumerated().flatMap { index, slot in
                (index == 0 ? [] : [TextSpan("  ")])
                    + fitted(StyledLine(cell(slot.kind)), slot.kind, slot.width).spans
            })
    }

    /// Amounts end where their column ends.
    private func fitted(_ line: StyledLine, _ kind: Kind, _ width: Int) -> StyledLine {
        guard kind == .money || kind == .age else { return CellText.fitted(line, to: width) }
        let gap = TextSpan(String(repeating: " ", count: max(0, width - line.columns)))
        return CellText.fitted(StyledLine([gap]) + line, to: width)
    }

    private static func total(_ kinds: [Kind]) -> Int {
        kinds.reduce(-2) { $0 + minimum($1) + 2 }
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
        }
    }

    private static func minimum(_ kind: Kind) -> Int {
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
        }
    }
}
