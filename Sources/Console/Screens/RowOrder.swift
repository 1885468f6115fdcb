import TerminalCore
import Widgets
import Wording

/// An order of the rows that were read, by a column: for lists in which no index of the store has another order than
/// their own.
struct RowOrder: Hashable, Sendable {
    /// The column, by its head.
    let column: String
    /// Whether the largest or last comes first.
    var isDescending = false

    /// Sorted by a column.
    init(_ column: String) { self.column = column }

    /// Reads an order as ``text`` writes it; nil for one by none of the columns.
    init?(_ text: String, of columns: [ListColumn<some Any>]) {
        let column = String(text.drop { $0 == "-" })
        guard columns.contains(where: { $0.head == column }) else { return nil }
        (self.column, isDescending) = (column, text.hasPrefix("-"))
    }

    /// The order as it is kept: `name`, or `-name` the other way round.
    var text: String { (isDescending ? "-" : "") + column }

    /// The order in words, of so many rows that were read; nil where these are all rows of the list.
    func words(ofLoaded rows: Int?) -> String {
        let what = rows.map { "Sorted the \(Counting.of($0, "row")) loaded so far" } ?? "Sorted"
        return "\(what) by \(column)\(isDescending ? ", the other way round" : "")"
    }

    /// Whether one row stands before another; what has nothing in the column stands last, whichever way.
    func precedes(_ left: SortKey, _ right: SortKey) -> Bool {
        if left == .missing || right == .missing { return left != .missing }
        return isDescending ? right < left : left < right
    }
}

/// A screen whose rows can be sorted, among those that were read.
protocol RowSorting: Screen {
    associatedtype Row: Identifiable & Equatable & Sendable where Row.ID: Sendable
    /// Where a page begins.
    associatedtype Place: Equatable & Sendable

    /// The rows that were read.
    var list: PagedList<Row, Place> { get set }

    /// The columns by which they can be sorted, in the order in which the keys go through them.
    static var sortable: [ListColumn<Row>] { get }

    /// The order that was chosen; nil for the list's own.
    var order: RowOrder? { get set }
}

extension RowSorting {
    /// How many rows were read; nil where these are all rows of the list.
    var loadedRows: Int? { list.next == nil ? nil : list.rows.count }

    /// Puts the rows that were read in the chosen order.
    mutating func sortRows(_ context: ConsoleContext) {
        guard let order, let column = Self.sortable.first(where: { $0.head == order.column }) else { return }
        let reader = context.list
        let key = { (row: Row) in column.cell(row).order(reader) }
        list.sort { order.precedes(key($0), key($1)) }
    }
}

extension RowSorting {
    static var sorting: Commands {
        let own = "it is in its own order: > sorts"
        return Binding.section(
            "Order",
            [
                Binding("sort.next", "Sort the rows loaded so far by the next column", keys: [">"]) {
                    $0.sort(step: 1, $1)
                },
                Binding("sort.previous", "Sort the rows loaded so far by the previous column", keys: ["<"]) {
                    $0.sort(step: -1, $1)
                },
                Binding(
                    "sort.reverse", "Sort the other way round", keys: ["-"],
                    unless: { screen, _ in screen.order == nil ? own : nil }
                ) { screen, context in
                    screen.order?.isDescending.toggle()
                    return screen.sorted(context)
                },
                Binding(
                    "sort.own", "Back to the list's own order", keys: ["="],
                    unless: { screen, _ in screen.order == nil ? own : nil }
                ) { screen, context in
                    screen.order = nil
                    return screen.sorted(context)
                },
            ])
    }

    private mutating func sort(step: Int, _ context: ConsoleContext) -> [Effect] {
        let places = [nil] + Self.sortable.map(\.head)
        order = places.turned(by: step, from: order?.column).map { RowOrder($0) }
        return sorted(context)
    }

    private mutating func sorted(_ context: ConsoleContext) -> [Effect] {
        sortRows(context)
        let words = order?.words(ofLoaded: loadedRows) ?? "In the list's own order"
        // Its own order is the store's: it is read again.
        return (order == nil ? load(context) : []) + [.say(MessageLine(.note, words))]
    }
}
