public import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// All batches, newest first, and how far they are.
struct BatchesScreen: PageScreen {
    /// The batches.
    private(set) var list = PagedList<Batch, String>()
    /// How many may be carried on; nil until that is read.
    private(set) var unfinished: CappedCount?

    func commands(_ context: ConsoleContext) -> Commands { Self.commands }

    var awaited: Awaited? { list.isLoaded ? nil : .page }

    func title(_ context: ConsoleContext) -> String { "Batches" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        [ask(after: nil, count: list.reload(), in: context)]
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        let page = layout(in: context.body, context).page(in: Self.room(in: context.body))
        guard list.handle(key, page: page) else { return nil }
        return list.readOn().map { [ask(after: $0, count: list.pageSize, in: context)] } ?? []
    }

    mutating func receive(
        _ page: BatchesPage, to question: BatchesQuery, in context: ConsoleContext
    ) -> [Effect] {
        unfinished = page.unfinished ?? unfinished
        let isLast = page.batches.count < question.limit
        list.take(
            page.batches, after: question.after, next: isLast ? nil : page.batches.last?.id.rawValue)
        return []
    }

    mutating func miss(_ question: BatchesQuery, because failure: StoreFailure, in context: ConsoleContext) {
        list.failed()
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let size = canvas.size
        let left = unfinished.flatMap(context.reader.unfinished)
        let about: StyledLine = [
            TextSpan("Batches", .title),
            left.map { TextSpan("  \($0): Enter, then r", .warning) }
                ?? TextSpan("  who got a grant together", .dim),
        ]
        canvas.draw(about, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        list.draw(
            layout(in: size, context), in: &canvas, Self.room(in: size), theme: theme,
            empty: "No batch was made yet")
    }

    private func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Batch> {
        RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain,
            heads: ["Batch", "State", "How far", "Whom", "By"], widths: Self.widths(size.columns - 3)
        ) { Self.cells($0, in: context) }
    }

    private static func cells(_ batch: Batch, in context: ConsoleContext) -> [StyledLine] {
        let reader = context.reader
        let isUnfinished = [.waiting, .running, .cancelling].contains(batch.state)
        return [
            StyledLine(batch.id.rawValue), StyledLine(batch.state.title, isUnfinished ? .warning : .dim),
            StyledLine(reader.progress(of: batch)),
            StyledLine(reader.whom(incident: batch.incident, words: batch.plan.words)),
            StyledLine(batch.plannedBy.rawValue),
        ]
    }

    private static func room(in size: Size) -> Rectangle {
        let first = size.rows >= 10 ? 3 : 2
        return Rectangle(column: 0, row: first, columns: size.columns, rows: max(1, size.rows - first))
    }

    /// The widths of as many columns as fit; how far they are takes what is left.
    private static func widths(_ columns: Int) -> [Int] {
        var widths = [5, 11, 24, 24, 8]
        while widths.count > 3, widths.reduce(-2, { $0 + $1 + 2 }) > columns { widths.removeLast() }
        let rest = max(0, columns - widths.reduce(-2) { $0 + $1 + 2 })
        widths[2] += rest
        return widths
    }

    private func ask(after: String?, count: Int, in context: ConsoleContext) -> Effect {
        .ask(.read(BatchesQuery(after: after, limit: count), at: context.now))
    }
}

extension BatchesScreen {
    /// What can be done with the list.
    static let commands: Commands = Binding.section(
        "Batches",
        [
            Binding(
                "open", "Open the selected batch", keys: [.enter], label: "open", footer: 1,
                unless: { screen, _ in screen.list.selected == nil ? "there is no batch" : nil }
            ) { screen, _ in screen.list.selected.map { [.open(.batch($0.id))] } ?? [] }
        ])
}

extension Batch: Identifiable {}

/// Batches; with the first page, how many may be carried on.
struct BatchesQuery: StoreQuery {
    /// Where the page begins; nil for the first.
    let after: String?
    /// How many at most.
    let limit: Int

    func page(in reading: StoreReading) throws -> BatchesPage {
        BatchesPage(
            batches: try BatchListQuery(below: after.map(BatchID.init), limit: limit).page(in: reading),
            unfinished: try after == nil ? CarriableBatchCountQuery().page(in: reading) : nil)
    }
}

/// A page of batches.
struct BatchesPage: Maskable {
    /// The batches, newest first.
    var batches: [Batch]
    /// How many may be carried on; nil where nobody counted.
    let unfinished: CappedCount?

    var masked: BatchesPage { BatchesPage(batches: batches.masked, unfinished: unfinished) }
}
