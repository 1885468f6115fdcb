import Persistence
import Purchases
import TerminalCore
import Widgets

/// How a list is looked at: what a saved view keeps of it, and what the next start finds again.
struct ListLook: Hashable, Sendable {
    let list: ViewedList
    /// The filter as it is typed; empty for everything.
    var query = ""
    /// The order as the list writes it; nil for its own.
    var sort: String?
    /// The queue, of a list that has several.
    var queue: Int?
    /// The row that is selected; nil where none is, or none that may be kept.
    var selected: String?
    /// How many rows were read.
    var rows = 0

    /// A list as it is at first.
    init(_ list: ViewedList) { self.list = list }

    /// What a view keeps.
    init(_ view: SavedView) {
        (list, query, sort) = (view.list, view.query, view.sort)
    }
}

/// A screen whose list is looked at in several ways: they can be kept under digits, and come back with the next start.
protocol LookedAt: Screen {
    /// How it is looked at.
    var look: ListLook { get }

    /// Looks at it that way; answers what of it makes no sense, nil when all does.
    mutating func take(_ look: ListLook, in context: ConsoleContext) -> String?
}

extension LookedAt {
    /// Looks at the list that way, and says so where something of it makes no sense.
    mutating func show(_ look: ListLook, in context: ConsoleContext) -> [Effect] {
        let complaint = take(look, in: context)
        return load(context) + say(complaint.map { "Not shown: \($0)" }, .warning)
    }

    /// The command that shows the kept views.
    static var viewing: Commands {
        Binding.section(
            "Views",
            [
                Binding(
                    "views", "Kept views: 1…9 shows one, s keeps this one, S shares it", keys: ["v"],
                    label: "views", footer: 12
                ) { screen, _ in [.offerViews(screen.look)] }
            ])
    }
}

/// Rows that are marked, so that one act is done to all of them; they stay marked while the list is read again.
struct Marks<Row: Identifiable & Equatable & Sendable>: Equatable, Sendable where Row.ID: Sendable {
    /// The rows as they were last read, in the order in which they were marked.
    private(set) var rows: [Row] = []

    var ids: Set<Row.ID> { Set(rows.map(\.id)) }

    /// Whether none is marked.
    var isEmpty: Bool { rows.isEmpty }

    /// Marks a row, or takes its mark away.
    mutating func toggle(_ row: Row) {
        if let index = rows.firstIndex(where: { $0.id == row.id }) {
            rows.remove(at: index)
        } else {
            rows.append(row)
        }
    }

    /// Marks rows; those that are marked stay so.
    mutating func add(_ others: [Row]) {
        let known = ids
        rows += others.filter { !known.contains($0.id) }
    }

    /// Takes the marks of some away.
    mutating func remove(_ gone: Set<Row.ID>) { rows.removeAll { gone.contains($0.id) } }

    /// Takes all marks away.
    mutating func clear() { rows = [] }

    /// Takes rows as they were read again: what is done to a marked row is done to what was seen last.
    mutating func refresh(_ read: [Row]) {
        guard !rows.isEmpty else { return }
        let newest = Dictionary(read.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        rows = rows.map { newest[$0.id] ?? $0 }
    }

    /// How many are marked, in words; empty when none is.
    var caption: String { rows.isEmpty ? "" : "\(rows.count) marked" }
}

/// A list in which rows are marked.
protocol Marking: ListScreen {
    var marks: Marks<Row> { get set }
}

extension Marking {
    /// The command that marks the selected row, or takes its mark away, and goes on to the next.
    static func marking(_ title: String, footer: Int) -> Binding<Self, Effect> {
        Binding("mark", title, keys: [" "], label: "mark", footer: footer, unless: unselected) { screen, _ in
            guard let selected = screen.list.selected else { return [] }
            screen.marks.toggle(selected)
            _ = screen.list.handle(.down, page: 1)
            return []
        }
    }

    /// The command that marks all rows that were read.
    static func markingAll(
        _ title: String, label: String? = nil, footer: Int? = nil
    ) -> Binding<Self, Effect> {
        Binding("mark.all", title, keys: ["*"], label: label, footer: footer, unless: unselected) {
            screen, _ in
            screen.marks.add(screen.list.rows)
            return []
        }
    }
}
