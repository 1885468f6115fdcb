import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The order of a queue: its own, or by a column.
extension TicketsScreen {
    /// The columns in the order in which the keys go through them.
    private static let columns: [TicketSort.Column] = [
        .age, .money, .due, .cause, .product, .tries, .state, .holder,
    ]

    /// How a queue can be sorted.
    static let ordering: Commands = Binding.section(
        "Order",
        [
            Binding("sort.next", "Sort by the next column", keys: [">"], label: "sort", footer: 13) {
                $0.sort(step: 1, $1)
            },
            Binding("sort.previous", "Sort by the previous column", keys: ["<"]) { $0.sort(step: -1, $1) },
            Binding(
                "sort.reverse", "Sort the other way round", keys: ["-"],
                unless: { screen, _ in screen.sort == nil ? "it is in its queue's order: > sorts" : nil }
            ) { screen, context in screen.sort(by: screen.sort?.reversed, context) },
            Binding(
                "sort.own", "Back to the queue's own order, worst first", keys: ["="],
                unless: { screen, _ in screen.sort == nil ? "it is in its queue's order" : nil }
            ) { $0.sort(by: nil, $1) },
        ])

    private mutating func sort(step: Int, _ context: ConsoleContext) -> [Effect] {
        let places: [TicketSort.Column?] = [nil] + Self.columns
        return sort(by: places.turned(by: step, from: sort?.column).map { TicketSort($0) }, context)
    }

    private mutating func sort(by other: TicketSort?, _ context: ConsoleContext) -> [Effect] {
        sort = other
        list.clear()
        let words = other.map { "Sorted by \($0.words)" } ?? "In the queue's own order, worst first"
        return load(context) + [.say(MessageLine(.note, words))]
    }
}

extension TicketSort {
    /// The order in words.
    var words: String {
        switch (column, isDescending) {
        case (.age, false): "how long they wait, the longest first"
        case (.age, true): "how long they wait, the shortest first"
        case (.money, true): "money, the most of each currency first"
        case (.money, false): "money, the least of each currency first"
        case (.due, false): "when they are due, the earliest first"
        case (.due, true): "when they are due, the latest first"
        case (.product, let isLast): "product, \(isLast ? "Z to A" : "A to Z")"
        case (.cause, let isLast): "cause, \(isLast ? "Z to A" : "A to Z")"
        case (.tries, true): "tries, the most first"
        case (.tries, false): "tries, the fewest first"
        case (.holder, let isLast): "who holds them, \(isLast ? "Z to A" : "A to Z"), then those nobody holds"
        case (.state, let isLast): "state, \(isLast ? "Z to A" : "A to Z")"
        }
    }
}

extension TicketsScreen: LookedAt {
    var look: ListLook {
        var look = ListLook(.tickets)
        (look.query, look.sort, look.queue) = (query.text, sort?.text, queue.rawValue)
        (look.selected, look.rows) = (selected?.id.rawValue, list.rows.count)
        return look
    }

    mutating func take(_ look: ListLook, in context: ConsoleContext) -> String? {
        var complaint: String?
        do {
            let query = try TicketsFilter(look.query, at: context.now)
            take(query, in: query.filter.group ?? look.queue.flatMap(ErrorGroup.init) ?? queue)
        } catch {
            complaint = error.description
        }
        sort = look.sort.flatMap { TicketSort($0) }
        list.restore(look.selected.map { TicketID($0) }, rows: look.rows)
        return complaint
    }
}
