import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The documents that speak of a chain, the newest taken in first.
struct DocumentsScreen: Screen {
    /// Which chain.
    let chain: OriginalTransactionID
    /// The documents.
    private(set) var rows: [DocumentRecord] = []
    /// Which document is selected.
    private(set) var cursor = ListCursor<Int64>()
    private var sought: Int64?
    private var hasMore = false
    private var isLoaded = false
    private var isLoadingMore = false

    /// The documents of a chain; one of them is selected, where it is named.
    init(_ chain: OriginalTransactionID, selecting document: Int64? = nil) {
        (self.chain, sought) = (chain, document)
    }

    func commands(_ context: ConsoleContext) -> Commands { Self.commands }

    func title(_ context: ConsoleContext) -> String { "Documents" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        isLoadingMore = false
        return [.ask(.read(.documents(chain, after: nil), at: context.now))]
    }

    /// What can be done with the selected document.
    static let commands: Commands = Binding.section(
        "Documents",
        [
            Binding(
                "open", "Show the selected document", keys: [.enter], label: "open", footer: 1,
                unless: { $1.concealment ?? ($0.rows.isEmpty ? "there is no document" : nil) }
            ) { screen, _ in screen.cursor.selectedID.map { [.open(.document($0))] } ?? [] }
        ])

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        guard cursor.handle(key, page: DocumentsView.visibleItems(in: context.body)) else { return nil }
        guard hasMore, !isLoadingMore, let last = rows.last, cursor.index >= rows.count - 50 else {
            return []
        }
        isLoadingMore = true
        return [.ask(.read(.documents(chain, after: last.id), at: context.now))]
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        guard case .documents(let page) = answer, case .read(.documents(_, let after), _) = request else {
            return []
        }
        (isLoaded, isLoadingMore) = (true, false)
        // Documents never go: what was read further back still holds.
        let oldest = page.documents.last?.id ?? 0
        let kept = after == nil ? rows.filter { page.hasMore && $0.id < oldest } : []
        let before = after == nil ? [] : rows.filter { $0.id > page.documents.first?.id ?? 0 }
        rows = before + page.documents + kept
        if kept.isEmpty { hasMore = page.hasMore }
        cursor.update(rows.map(\.id))
        return seek(context)
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        DocumentsView(
            chain: chain, rows: rows, cursor: cursor, hasMore: hasMore, isLoaded: isLoaded, context: context
        ).draw(in: &canvas, theme: theme)
    }

    /// Selects the document that was asked for, once; as long as it is further back, reads on.
    private mutating func seek(_ context: ConsoleContext) -> [Effect] {
        guard let document = sought else { return [] }
        if hasMore, let last = rows.last, document < last.id {
            isLoadingMore = true
            return [.ask(.read(.documents(chain, after: last.id), at: context.now))]
        }
        sought = nil
        guard rows.contains(where: { $0.id == document }) else { return [] }
        cursor = ListCursor()
        cursor.update([document])
        cursor.update(rows.map(\.id))
        return []
    }
}

/// Draws the list of documents.
struct DocumentsView {
    /// Of which chain.
    let chain: OriginalTransactionID
    /// The documents.
    let rows: [DocumentRecord]
    /// Which document is selected.
    let cursor: ListCursor<Int64>
    /// Whether there are older ones.
    let hasMore: Bool
    /// Whether the store was read.
    let isLoaded: Bool
    /// What may be known.
    let context: ConsoleContext

    /// How many documents are visible below the head.
    static func visibleItems(in size: Size) -> Int {
        max(1, (size.rows - headRows(size)) / rowsPerItem(size))
    }

    private static func headRows(_ size: Size) -> Int { size.rows >= 12 && isWide(size) ? 3 : 1 }
    private static func isWide(_ size: Size) -> Bool { size.columns >= 76 }
    private static func rowsPerItem(_ size: Size) -> Int { isWide(size) ? 1 : 2 }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let head: StyledLine = [
            TextSpan("Documents that speak of ", .title), TextSpan(chain.rawValue, .strong),
        ]
        let count = "\(rows.isEmpty ? 0 : cursor.index + 1) of \(rows.count)\(hasMore ? "+" : "")"
        let end = canvas.within(Rectangle(column: 0, row: 0, columns: size.columns - 1, rows: 1)) {
            isLoaded ? $0.drawTrailing(StyledLine(count, .dim), row: 0, theme: theme) : size.columns
        }
        canvas.draw(head, at: Position(column: 1, row: 0), theme: theme, limit: end - 2)
        let first = DocumentsView.headRows(size)
        if first > 1, !rows.isEmpty {
            canvas.draw(heads(size), at: Position(column: 2, row: first - 1), theme: theme)
        }
        let list = Rectangle(column: 0, row: first, columns: size.columns, rows: size.rows - first)
        let known = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let glyphs = canvas.glyphs
        canvas.within(list) { part in
            cursor.draw(
                in: &part, theme: theme, rowsPerItem: DocumentsView.rowsPerItem(size),
                empty: isLoaded ? "No document of this chain is kept" : "Reading"
            ) { id in known[id].map { lines($0, size, glyphs) } ?? [] }
        }
    }

    private func heads(_ size: Size) -> StyledLine {
        let texts = ["Kind", "Notification", "Document time", "Received", "Checked", "Source"]
        return row(texts.map { StyledLine($0, .columnHeader) }, widths(size))
    }

    private func lines(_ record: DocumentRecord, _ size: Size, _ glyphs: Glyphs) -> [StyledLine] {
        let words = DocumentWords(record: record, time: context.time)
        let widths = widths(size)
        let told = record.documentTime.map(context.time.moment) ?? "no time"
        guard DocumentsView.isWide(size) else {
            let name = words.notifications.isEmpty ? "" : "  \(words.notifications)"
            let kind: StyledLine = [
                TextSpan(words.kind, .strong), TextSpan("\(name)  "), TextSpan(record.source, .dim),
            ]
            return [kind, [TextSpan("  \(told)  ", .dim), words.check(glyphs)]]
        }
        let room = widths[5] - (words.environment.map { DisplayText.columns(of: $0.text) } ?? 0)
        let source = [TextSpan(ending(of: record.source, room, glyphs), .dim)]
        return [
            row(
                [
                    StyledLine(words.kind, .strong), StyledLine(words.notifications), StyledLine(told),
                    StyledLine(words.received, .dim),
                    [words.check(glyphs)], StyledLine(source + [words.environment].compactMap { $0 }),
                ], widths)
        ]
    }

    private func row(_ cells: [StyledLine], _ widths: [Int]) -> StyledLine {
        StyledLine(
            zip(cells, widths).filter { $0.1 > 0 }.enumerated().flatMap { index, cell in
                (index == 0 ? [] : [TextSpan("  ")]) + CellText.fitted(cell.0, to: cell.1).spans
            })
    }

    /// A source says most at its end, where file and line are.
    private func ending(of source: String, _ columns: Int, _ glyphs: Glyphs) -> String {
        var text = DisplayText(source)
        guard text.columns > columns else { return text.text }
        while text.columns >= columns, !text.graphemes.isEmpty {
            text = DisplayText(graphemes: Array(text.graphemes.dropFirst()))
        }
        return glyphs.ellipsis + text.text
    }

    private func widths(_ size: Size) -> [Int] {
        let years = rows.flatMap { [$0.documentTime ?? $0.importedAt, $0.receivedAt ?? $0.importedAt] }
        let moment = max(13, years.map { context.time.moment($0).count }.max() ?? 0)
        let kind = min(20, max(4, rows.map { DocumentKind.title(of: $0.kind).count }.max() ?? 0))
        let name = nameWidth(size)
        let used = kind + (name > 0 ? name + 2 : 0) + 2 * moment + 11 + 4 * 2 + 3
        return [kind, name, moment, moment, 11, max(6, size.columns - used)]
    }

    /// The names of notifications have a column where there is room for one beside the source.
    private func nameWidth(_ size: Size) -> Int {
        let longest = rows.map { $0.notifications.joined(separator: ", ").count }.max() ?? 0
        return size.columns < 110 || longest == 0 ? 0 : min(40, max(12, longest))
    }
}

/// Says what kind of document something is, and how it was checked.
struct DocumentWords {
    /// The document.
    let record: DocumentRecord
    /// How moments are said.
    let time: TimeText

    /// Its kind.
    var kind: String { DocumentKind.title(of: record.kind) }

    /// The notifications that it carries.
    var notifications: String { record.notifications.joined(separator: ", ") }

    /// How it was checked, with a sign and a scope.
    func check(_ glyphs: Glyphs) -> TextSpan {
        switch record.check {
        case "signed": TextSpan("\(glyphs.good) signed", "status.active")
        case "secret": TextSpan("\(glyphs.good) secret", "status.active")
        case "unchecked": TextSpan("? unchecked", .warning)
        default: TextSpan(record.check.split(separator: "_").joined(separator: " "))
        }
    }

    /// When it was received; where no envelope said so, when it was taken in.
    var received: String { time.moment(record.receivedAt ?? record.importedAt) }

    /// Its environment, when that is not the usual one.
    var environment: TextSpan? {
        guard let environment = record.environment, environment != "Production" else { return nil }
        return TextSpan("  \(environment)", .warning)
    }
}
