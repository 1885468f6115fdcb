import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The documents that speak of a chain, the newest taken in first.
struct DocumentsScreen: ListScreen {
    let chain: OriginalTransactionID
    var list = PagedList<DocumentRecord, Int64>()
    private var sought: Int64?

    /// The documents of a chain; one of them is selected, where it is named.
    init(_ chain: OriginalTransactionID, selecting document: Int64? = nil) {
        (self.chain, sought) = (chain, document)
    }

    func title(_ context: ConsoleContext) -> String { "Documents" }

    func question(after document: Int64?, limit: Int) -> DocumentListQuery {
        DocumentListQuery(DocumentFilter(chain: chain), after: document, limit: limit)
    }

    static let nothing = "there is no document"

    /// What can be done with the selected document.
    static let commands: Commands = Binding.section(
        "Documents",
        [
            Binding(
                "open", "Show the selected document", keys: [.enter], label: "open", footer: 1,
                unless: { $1.documentRefusal ?? unselected($0, in: $1) }
            ) { screen, _ in screen.list.selected.map { [.open(.document($0.id))] } ?? [] }
        ])

    mutating func receive(
        _ page: DocumentListPage, to question: DocumentListQuery, in context: ConsoleContext
    ) -> [Effect] {
        let next = page.hasMore ? page.documents.last?.id : nil
        list.takeGrowing(page.documents, after: question.after, next: next)
        return seek(context)
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine {
        [TextSpan("Documents about ", .title), TextSpan(chain.rawValue, .strong)]
    }

    func corner(in size: Size, _ context: ConsoleContext) -> String {
        list.isLoaded ? list.standing() : ""
    }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle {
        Self.room(below: DocumentsView.headRows(size), in: size)
    }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<DocumentRecord> {
        view(context).layout(in: size)
    }

    func empty(_ context: ConsoleContext) -> String { "No document of this chain is kept" }

    private func view(_ context: ConsoleContext) -> DocumentsView {
        DocumentsView(list: list, context: context)
    }

    /// Selects the document that was asked for, once; as long as it is further back, reads on.
    private mutating func seek(_ context: ConsoleContext) -> [Effect] {
        guard let document = sought else { return [] }
        if let next = list.next, document < next {
            return [.ask(.read(question(after: next, limit: list.pageSize), at: context.now))]
        }
        sought = nil
        list.select(document)
        return []
    }
}

/// Draws the list of documents.
struct DocumentsView {
    let list: PagedList<DocumentRecord, Int64>
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// How many lines stand above the documents.
    static func headRows(_ size: Size) -> Int { size.rows >= 12 && isWide(size) ? 3 : 1 }
    private static func isWide(_ size: Size) -> Bool { size.columns >= 76 }

    /// How they are laid out.
    func layout(in size: Size) -> RowLayout<DocumentRecord> {
        let isWide = DocumentsView.isWide(size)
        let columns = ScreenColumns(columns: Self.columns, widths: widths(size), context: context)
        return RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain,
            heads: DocumentsView.headRows(size) > 1 ? columns.heads : nil, rowsPerItem: isWide ? 1 : 2,
            cells: columns.cells,
            lines: { record in
                guard !isWide else { return [columns.line(record)] }
                let words = DocumentWords(record: record, time: context.time)
                let name = words.notifications.isEmpty ? "" : "  \(words.notifications)"
                let kind: StyledLine = [
                    TextSpan(words.kind, .strong), TextSpan("\(name)  "), TextSpan(record.source, .dim),
                ]
                let told = ListColumn<DocumentRecord>.told.cell(record).shown(context.list)
                return [kind, [TextSpan("  \(told)  ", .dim), words.check(context.options.glyphs)]]
            })
    }

    private static let columns: [ScreenColumn<DocumentRecord>] = [
        ScreenColumn(.kind, in: .strong),
        ScreenColumn("Notification") { StyledLine(DocumentWords(record: $0, time: $1.time).notifications) },
        ScreenColumn(.told, head: "Document time"),
        ScreenColumn("Received") { StyledLine(DocumentWords(record: $0, time: $1.time).received, .dim) },
        ScreenColumn(.checked) {
            [DocumentWords(record: $0, time: $1.time).check($1.options.glyphs)]
        },
        ScreenColumn(.source) { record, context, columns in
            let environment = DocumentWords(record: record, time: context.time).environment
            let room = columns - (environment.map { DisplayText.columns(of: $0.text) } ?? 0)
            let source = ending(of: record.source, columns: room, glyphs: context.options.glyphs)
            return StyledLine([TextSpan(source, .dim)] + [environment].compactMap { $0 })
        },
    ]

    /// A source says most at its end, where file and line are.
    private static func ending(of source: String, columns: Int, glyphs: Glyphs) -> String {
        var text = DisplayText(source)
        guard text.columns > columns else { return text.text }
        while text.columns >= columns, !text.graphemes.isEmpty {
            text = DisplayText(graphemes: Array(text.graphemes.dropFirst()))
        }
        return glyphs.ellipsis + text.text
    }

    private func widths(_ size: Size) -> [Int] {
        let years = list.rows.flatMap { [$0.documentTime ?? $0.importedAt, $0.receivedAt ?? $0.importedAt] }
        let moment = max(13, years.map { context.time.moment($0).count }.max() ?? 0)
        let kind = min(20, max(4, list.rows.map { DocumentKind.title(of: $0.kind).count }.max() ?? 0))
        let name = nameWidth(size)
        let used = kind + (name > 0 ? name + 2 : 0) + 2 * moment + 11 + 4 * 2 + 3
        return [kind, name, moment, moment, 11, max(6, size.columns - used)]
    }

    /// The names of notifications have a column where there is room for one beside the source.
    private func nameWidth(_ size: Size) -> Int {
        let longest = list.rows.map { $0.notifications.joined(separator: ", ").count }.max() ?? 0
        return size.columns < 110 || longest == 0 ? 0 : min(40, max(12, longest))
    }
}

/// Says what kind of document something is, and how it was checked.
struct DocumentWords {
    let record: DocumentRecord
    let time: TimeText

    var kind: String { DocumentKind.title(of: record.kind) }

    /// The notifications that it carries.
    var notifications: String { record.notifications.joined(separator: ", ") }

    /// How it was checked, with a sign and a scope.
    func check(_ glyphs: Glyphs) -> TextSpan {
        switch record.check {
        case "signed": TextSpan("\(glyphs.good) signed", "status.active")
        case "secret": TextSpan("\(glyphs.good) secret", "status.active")
        case "asked": TextSpan("\(glyphs.good) asked", "status.active")
        case "unchecked": TextSpan("? unchecked", .warning)
        default: TextSpan(CodeText.words(record.check))
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

extension DocumentRecord: Identifiable {}
