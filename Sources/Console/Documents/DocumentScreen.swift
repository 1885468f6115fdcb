import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One document: what is known of it, and what it says, secrets masked.
struct DocumentScreen: PaneSearchable, SubjectScreen {
    typealias Question = DocumentTextQuery

    let id: Int64
    var reading = Reading<DocumentText>()
    /// Whether the body is shown as it is kept though its signed parts are decoded.
    private(set) var isAsKept = false
    /// How far it is scrolled.
    private(set) var view = ScrollView([], wraps: false)
    var search: PaneSearch?
    /// The text at the width that was drawn last.
    private var body = TextRows([], columns: 1)

    init(_ id: Int64) { self.id = id }

    func commands(_ context: ConsoleContext) -> Commands { searching(Self.commands) }

    func title(_ context: ConsoleContext) -> String { "Document \(id)" }

    var question: Question { Question(id) }

    var absence: String { "The store keeps no document \(id)" }

    /// A document never changes: it is read once.
    mutating func load(_ context: ConsoleContext) -> [Effect] {
        page == nil ? [.ask(.read(question, at: context.now))] : []
    }

    /// How a document can be looked at.
    static let commands: Commands = Binding.section(
        "Document",
        [
            Binding(
                "raw", "Signed parts decoded, or the body as it is kept", keys: ["o"],
                label: "decoded/as kept", footer: 1,
                unless: { screen, _ in
                    screen.page?.decoded == nil
                        ? "nothing in it is signed: it is shown as it is kept" : nil
                }
            ) { $0.turn($1) }
        ])

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard page != nil else { return nil }
        arrange(context)
        if let effects = searchKey(key, in: context) { return effects }
        return view.handle(key, in: bodySize(context.body)) ? [] : nil
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        searchPaste(text, in: context)
    }

    var isSearchable: Bool { page != nil }

    var searchPosition: Int { view.offset }

    func searchTexts(_ context: ConsoleContext) -> [String] { view.lines.map(\.text) }

    mutating func show(match index: Int) { view.scroll(to: index) }

    /// Shows the other form of the text.
    private mutating func turn(_ context: ConsoleContext) -> [Effect] {
        isAsKept.toggle()
        view = ScrollView([], wraps: false)
        arrange(context)
        return []
    }

    mutating func show(_ page: DocumentText, after before: DocumentText?, in context: ConsoleContext) {
        arrange(context)
    }

    func draw(_ page: DocumentText, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        var shown = self
        if body.columns != DocumentScreen.columns(context) { shown.arrange(context) }
        // Only what is seen is marked: a document may have tens of thousands of lines.
        if let search { shown.view.mark(visible: bodySize(canvas.size), search.marked) }
        drawSearching(in: &canvas, theme: theme) { $0.draw(shown.view.lines, in: shown.view, theme: theme) }
    }

    /// Cuts the text anew, only when the width has changed.
    mutating func arrange(_ context: ConsoleContext) {
        let columns = DocumentScreen.columns(context)
        guard let text = page, body.columns != columns || view.lines.isEmpty else { return }
        let part = isAsKept ? text.body : text.decoded ?? text.body
        body = TextRows(part.lines, columns: columns)
        let facts = DocumentFacts(record: text.record, context: context).lines.flatMap {
            $0.wrapped(to: columns, indent: DocumentFacts.indent)
        }
        view.lines = facts + heading(text) + body.rows.map { StyledLine($0) } + ending(part)
    }

    /// Says which text it is, where there are two.
    private func heading(_ text: DocumentText) -> [StyledLine] {
        guard text.decoded != nil else { return [""] }
        return ["", StyledLine(isAsKept ? "Body as it is kept" : "Signed parts, decoded", .title)]
    }

    private func ending(_ part: DocumentText.Part) -> [StyledLine] {
        guard part.hiddenBytes > 0 else { return [] }
        let notice = "Cut here, \(part.hiddenBytes) bytes more: makegood documents show \(id) --json has all"
        return ["", StyledLine(notice, .warning)]
    }

    private static func columns(_ context: ConsoleContext) -> Int { max(1, context.body.columns - 3) }
}

/// Says what is known of a document, a line for each fact.
struct DocumentFacts {
    /// How far the facts stand behind their labels.
    static let indent = 10

    let record: DocumentRecord
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    private var words: DocumentWords { DocumentWords(record: record, time: context.time) }

    /// The facts under their labels.
    var lines: [StyledLine] {
        (origin + times).map { .fact($0, $1, labelColumns: DocumentFacts.indent) }
    }

    /// Whether it answers that all is well, which needs no more words.
    private var isFine: Bool { record.answerCode == 0 }

    private var origin: [(String, [TextSpan])] {
        let meaning = record.meaning.map { CodeText(meaning: $0) }
        let facts: [(String, [TextSpan])?] = [
            ("kind", [TextSpan(words.kind, .strong)] + [words.environment].compactMap { $0 }),
            record.notifications.isEmpty ? nil : ("carries", [TextSpan(words.notifications)]),
            meaning.map { ("answers", isFine ? [TextSpan($0.brief)] : $0.sentence.spans) },
            isFine ? nil : meaning.map { ("", [TextSpan($0.meaning.advice, .dim)]) },
        ]
        return facts.compactMap { $0 }
    }

    private var times: [(String, [TextSpan])] {
        let chains = record.chains.map(\.rawValue).joined(separator: ", ")
        return [
            ("told", [TextSpan(record.documentTime.map(TimeText.exact) ?? "it does not say when")]),
            ("received", [TextSpan(record.receivedAt.map(TimeText.exact) ?? "no envelope says when")]),
            (
                "taken in",
                [TextSpan(TimeText.exact(record.importedAt)), TextSpan("  from \(record.source)", .dim)]
            ),
            ("checked", [words.check(context.options.glyphs)]),
            ("chains", [TextSpan(chains.isEmpty ? "none" : chains)]),
            ("sha-256", [TextSpan(record.sha256, .dim)]),
        ]
    }
}

/// Long plain text cut into rows of a width, fast enough for megabytes.
struct TextRows: Equatable, Sendable {
    let columns: Int
    let rows: [String]

    /// Cuts lines anywhere, as machines' text has no better places; later rows are not moved in.
    init(_ lines: [String], columns: Int) {
        self.columns = max(1, columns)
        rows = lines.flatMap { [columns = max(1, columns)] in TextRows.cut($0, to: columns) }
    }

    private static func cut(_ line: String, to columns: Int) -> [String] {
        let bytes = Array(line.utf8)
        // Nearly all text is printable ASCII: one byte, one column.
        guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
            return StyledLine(line).wrapped(to: columns).map(\.text)
        }
        guard bytes.count > columns else { return [line] }
        return stride(from: 0, to: bytes.count, by: columns).map { start in
            String(decoding: bytes[start..<min(start + columns, bytes.count)], as: UTF8.self)
        }
    }
}
