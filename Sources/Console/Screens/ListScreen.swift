import Persistence
import TerminalCore
import Widgets

/// A screen of rows, read page by page: one of them is selected, and a further page is asked for before the selection comes
/// to the end.
///
/// It says what it asks, takes the rows out of the page (``receive(_:to:in:)``), draws its head and lays the rows out:
///
/// ```swift
/// struct BatchesScreen: ListScreen {
///     var list = PagedList<Batch, String>()
///
///     func question(after place: String?, limit: Int) -> BatchesQuery {
///         BatchesQuery(after: place, limit: limit)
///     }
///
///     func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Batch> {
///         RowLayout(list.rows, in: size, context, columns: Self.columns, atLeast: 3)
///     }
///
///     func empty(_ context: ConsoleContext) -> String { "No batch was made yet" }
/// }
/// ```
protocol ListScreen: PageScreen {
    /// A row.
    associatedtype Row: Identifiable & Equatable & Sendable where Row.ID: Sendable
    /// Where a page begins.
    associatedtype Place: Equatable & Sendable

    /// The rows that were read.
    var list: PagedList<Row, Place> { get set }

    /// What asks for so many rows behind a place; for the first ones where there is none.
    func question(after place: Place?, limit: Int) -> Question

    /// What stands above the rows.
    func drawHead(in canvas: inout Canvas, theme: Theme, context: ConsoleContext)
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
