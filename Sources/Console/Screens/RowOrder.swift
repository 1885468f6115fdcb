import TerminalCore
import Widgets
import Wording

/// An order of the rows that were read, by a column: for lists in which no index of the store has another order than
/// their own.
struct RowOrder<Column>: Hashable, Sendable
where Column: RawRepresentable & CaseIterable & Hashable & Sendable, Column.RawValue == String {
    /// The column.
    let column: Column
    /// Whether the largest or last comes first.
    var isDescending = false

    /// Sorted by a column.
    init(_ column: Column) { self.column = column }

    /// Reads an order as ``text`` writes it; nil for anything else.
    init?(_ text: String) {
        guard let column = Column(rawValue: String(text.drop { $0 == "-" })) else { return nil }
        (self.column, isDescending) = (column, text.hasPrefix("-"))
    }

    /// The order as it is kept: `name`, or `-name` the other way round.
    var text: String { (isDescending ? "-" : "") + column.rawValue }

    /// The order in words, of so many rows that were read; nil where these are all rows of the list.
    func words(ofLoaded rows: Int?) -> String {
        let what = rows.map { "Sorted the \(Counting.of($0, "row")) loaded so far" } ?? "Sorted"
        return "\(what) by \(column.rawValue)\(isDescending ? ", the other way round" : "")"
    }

    /// Whether one row stands before another; what has nothing in the column stands last, whichever way.
    func precedes(_ left: RowKey, _ right: RowKey) -> Bool {
        if left == .missing || right == .missing { return left != .missing }
        return isDescending ? right < left : left < right
    }
}

/// What a row has in a column.
enum RowKey: Comparable {
    /// A number, or a moment.
    case number(Int64)
    /// Amounts of one currency.
    case amount(String, Int64)
    /// A text, compared without regard to capital letters.
    case text(String)
    /// Nothing.
    case missing

    /// A text, or nothing where it is empty.
    static func words(_ text: String?) -> RowKey {
        text.flatMap { $0.isEmpty ? nil : .text($0.lowercased()) } ?? .missing
    }
}

/// A screen whose rows can be sorted, among those that were read.
protocol RowSorting: Screen {
    /// What they can be sorted by, in the order in which the keys go through it.
    associatedtype Column: RawRepresentable & CaseIterable & Hashable & Sendable
    where Column.RawValue == String

    /// The order that was chosen; nil for the list's own.
    var order: RowOrder<Column>? { get set }

    /// How many rows were read; nil where these are all rows of the list.
    var loadedRows: Int? { get }

    /// Puts the rows that were read in the chosen order.
    mutating func sortRows(_ context: ConsoleContext)
}

extension RowSorting {
    /// The commands that sort.
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
        let places = [nil] + Column.allCases.map { Optional($0) }
        let index = places.firstIndex(of: order?.column) ?? 0
        order = places[(index + step + places.count) % places.count].map { RowOrder($0) }
        return sorted(context)
    }

    private mutating func sorted(_ context: ConsoleContext) -> [Effect] {
        sortRows(context)
        let words = order?.words(ofLoaded: loadedRows) ?? "In the list's own order"
        // Its own order is the store's: it is read again.
        return (order == nil ? load(context) : []) + [.say(MessageLine(.note, words))]
    }
}
