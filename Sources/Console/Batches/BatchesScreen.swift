package import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// All batches, newest first, and how far they are.
struct BatchesScreen: ListScreen {
    var list = PagedList<Batch, String>()
    /// How many may be carried on; nil until that is read.
    private(set) var unfinished: CappedCount?

    func title(_ context: ConsoleContext) -> String { "Batches" }

    func question(after place: String?, limit: Int) -> BatchesQuery {
        BatchesQuery(after: place, limit: limit)
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

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        let left = unfinished.flatMap(context.reader.unfinished)
        return [
            TextSpan("Batches", .title),
            left.map { TextSpan("  \($0): Enter, then r", .warning) }
                ?? TextSpan("  who got a grant together", .dim),
        ]
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<Batch> {
        RowLayout(list.rows, in: size, context, columns: Self.columns, atLeast: 3)
    }

    func empty(_ context: ConsoleContext) -> String { "No batch was made yet" }

    private static let columns: [ScreenColumn<Batch>] = [
        ScreenColumn(.batch),
        ScreenColumn(.state).scoped { batch, _ in
            [.waiting, .running, .cancelling].contains(batch.state) ? .warning : .dim
        },
        ScreenColumn("How far", width: .rest(24)) { StyledLine($1.reader.progress(of: $0)) },
        ScreenColumn(.whom), ScreenColumn(.plannedBy, head: "By"),
    ]
}

extension BatchesScreen {
    static let nothing = "there is no batch"

    /// What can be done with the list.
    static let commands: Commands = Binding.section(
        "Batches",
        [
            onSelected("open", "Open the selected batch", keys: [.enter], label: "open", footer: 1) {
                batch, _ in
                [.open(.batch(batch.id))]
            }
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
struct BatchesPage: Sendable {
    /// The batches, newest first.
    var batches: [Batch]
    /// How many may be carried on; nil where nobody counted.
    let unfinished: CappedCount?
}
