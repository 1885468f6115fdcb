import Persistence
import Purchases
import TerminalCore
import Widgets

/// A screen of rows, read page by page: one of them is selected, and a further page is asked for before the selection comes
/// to the end.
///
/// It says what it asks, takes the rows out of the page (``receive(_:to:in:)``), says its head and lays the rows out:
///
/// ```swift
/// struct BatchesScreen: ListScreen {
///     var list = PagedList<Batch, String>()
///
///     func question(after place: String?, limit: Int) -> BatchesQuery {
///         BatchesQuery(after: place, limit: limit)
///     }
///
///     func head(in size: Size, _ context: ConsoleContext) -> StyledLine { StyledLine("Batches", .title) }
///
///     func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Batch> {
///         RowLayout(list.rows, in: size, context, columns: Self.columns, atLeast: 3)
///     }
///
///     func empty(_ context: ConsoleContext) -> String { "No batch was made yet" }
///
///     static let nothing = "there is no batch"
/// }
/// ```
protocol ListScreen: PageScreen {
    associatedtype Row: Identifiable & Equatable & Sendable where Row.ID: Sendable
    /// Where a page begins.
    associatedtype Place: Equatable & Sendable

    /// The rows that were read.
    var list: PagedList<Row, Place> { get set }

    /// What asks for so many rows behind a place; for the first ones where there is none.
    func question(after place: Place?, limit: Int) -> Question

    /// Why a command of the selected row is not possible where there is none.
    static var nothing: String { get }

    /// The line above the rows.
    func head(in size: Size, _ context: ConsoleContext) -> StyledLine
    /// What stands at the end of that line; empty for nothing.
    func corner(in size: Size, _ context: ConsoleContext) -> String
    /// The lines between it and the rows, where there is room for some.
    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine]
    /// Where the rows stand.
    func room(in size: Size, _ context: ConsoleContext) -> Rectangle
    /// How they are laid out.
    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Row>
    /// What is said where there are none.
    func empty(_ context: ConsoleContext) -> String
}

extension ListScreen {
    var awaited: Awaited? { list.isLoaded ? nil : .page }

    mutating func load(_ context: ConsoleContext) -> [Effect] { readRows(in: context) }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? { move(key, in: context) }

    mutating func miss(_ question: Question, because failure: StoreFailure, in context: ConsoleContext) {
        list.failed()
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawHead(in: &canvas, theme: theme, context: context)
        drawRows(in: &canvas, theme: theme, context: context)
    }

    /// Nothing.
    func corner(in size: Size, _ context: ConsoleContext) -> String { "" }

    /// None.
    func notes(in size: Size, _ context: ConsoleContext) -> [StyledLine] { [] }

    /// Draws what stands above the rows.
    func drawHead(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let size = canvas.size
        let corner = StyledLine(corner(in: size, context), .dim)
        let end =
            corner.columns == 0
            ? size.columns
            : canvas.within(Rectangle(column: 0, row: 0, columns: size.columns - 1, rows: 1)) {
                $0.drawTrailing(corner, row: 0, theme: theme)
            }
        canvas.draw(head(in: size, context), at: Position(column: 1, row: 0), theme: theme, limit: end - 2)
        let rows = room(in: size, context).minRow
        _ = canvas.draw(notes(in: size, context), from: 1, until: rows, theme: theme)
    }

    /// Below a line that says what it is, and the heads of the columns.
    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: size.rows >= 10 ? 3 : 2, in: size)
    }

    /// The place of the rows below so many lines.
    static func room(below first: Int, in size: Size) -> Rectangle {
        Rectangle(column: 0, row: first, columns: size.columns, rows: max(1, size.rows - first))
    }

    /// Reads the first rows again, as many as there were.
    mutating func readRows(in context: ConsoleContext) -> [Effect] {
        [.ask(.read(question(after: nil, limit: list.reload()), at: context.now))]
    }

    /// Moves in the list, and reads on where it comes to an end; nil for a key that does not move.
    mutating func move(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        let page = layout(in: context.body, context).page(in: room(in: context.body, context))
        guard list.handle(key, page: page) else { return nil }
        return list.readOn().map {
            [.ask(.read(question(after: $0, limit: list.pageSize), at: context.now))]
        } ?? []
    }

    /// Draws the rows, some of them with a mark, and what is searched in them.
    func drawRows(
        in canvas: inout Canvas, theme: Theme, context: ConsoleContext, marks: Set<Row.ID> = [],
        search: PaneSearch? = nil
    ) {
        let size = canvas.size
        list.draw(
            layout(in: size, context), in: &canvas, room(in: size, context), theme: theme,
            empty: empty(context), marks: marks, search: search)
    }
}

/// The commands of the selected row.
extension ListScreen {
    /// A command that works on it.
    static func onSelected(
        _ id: CommandID, _ title: String, keys: [Key], label: String, footer: Int? = nil,
        unless refusal: @escaping @Sendable (Row, ConsoleContext) -> String? = { _, _ in nil },
        _ action: @escaping @Sendable (Row, ConsoleContext) -> [Effect]
    ) -> Binding<Self, Effect> {
        Binding(
            id, title, keys: keys, label: label, footer: footer, about: { $0.list.selected },
            missing: nothing, unless: refusal, action)
    }

    /// Why nothing can be done with it where there is none.
    static func unselected(_ screen: Self, in context: ConsoleContext) -> String? {
        screen.list.selected == nil ? nothing : nil
    }

    /// The command that goes to the customer whom it names.
    static func toCustomer(
        _ id: CommandID, _ title: String, keys: [Key] = ["p"], footer: Int,
        _ customer: @escaping @Sendable (Row) -> AppUserID?
    ) -> Binding<Self, Effect> {
        onSelected(
            id, title, keys: keys, label: "customer", footer: footer,
            unless: { row, _ in customer(row) == nil ? "no customer is known for it" : nil }
        ) { row, _ in customer(row).map { [.open(.customer($0, asOf: nil))] } ?? [] }
    }

    /// The command that shows what can be copied of it.
    static func copyingSelected(
        _ title: String, footer: Int, _ items: @escaping @Sendable (Row) -> [CopyItem?]
    ) -> Binding<Self, Effect> {
        copying(title, footer: footer, unless: unselected) {
            screen, _ in screen.list.selected.map { items($0).compactMap { $0 } } ?? []
        }
    }
}
