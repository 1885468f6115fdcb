import Persistence
import Purchases
import TerminalCore
import Widgets

/// One document: what is known of it, and its body as it is kept, secrets masked.
struct DocumentScreen: Screen {
    /// Which.
    let id: Int64
    /// What was read; nil before the first answer.
    private(set) var reading: Reading<DocumentText>?
    /// Whether there is no such document.
    private(set) var isMissing = false
    /// How far it is scrolled.
    private(set) var view = ScrollView([], wraps: false)
    /// The body at the width that was drawn last.
    private var body = TextRows([], columns: 1)

    /// A document.
    init(_ id: Int64) { self.id = id }

    var place: ConsolePlace { .document }

    func title(_ context: ConsoleContext) -> String { "Document \(id)" }

    /// A document never changes: it is read once.
    mutating func load(_ context: ConsoleContext) -> [Effect] { reading == nil ? [.ask(.document(id))] : [] }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] { [:] }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        guard let reading else { return nil }
        arrange(reading.page, context)
        return view.handle(key, in: context.body) ? [] : nil
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] { [] }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        guard case .document(let text) = answer else { return [] }
        isMissing = text == nil
        guard let text else { return [] }
        reading = Reading(page: text, number: 1)
        arrange(text, context)
        return []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        guard let reading else {
            let text = isMissing ? "The store keeps no document \(id)" : "Reading"
            canvas.draw(text, at: Position(column: 1, row: 0), theme: theme, .dim)
            return
        }
        var shown = self
        if body.columns != DocumentScreen.columns(context) { shown.arrange(reading.page, context) }
        let room = Rectangle(column: 1, row: 0, columns: canvas.size.columns - 1, rows: canvas.size.rows)
        canvas.within(room) { shown.view.draw(in: &$0, theme: theme) }
        canvas.placeCursor(at: Position(column: 1, row: 0))
    }

    /// Cuts the body anew, only when the width has changed.
    private mutating func arrange(_ text: DocumentText, _ context: ConsoleContext) {
        let columns = DocumentScreen.columns(context)
        guard body.columns != columns || view.lines.isEmpty else { return }
        body = TextRows(text.lines, columns: columns)
        let facts = facts(text.record, context).flatMap { $0.wrapped(to: columns, indent: 12) }
        view.lines = facts + [""] + body.rows.map { StyledLine($0) } + ending(text)
    }

    private func ending(_ text: DocumentText) -> [StyledLine] {
        guard text.hiddenBytes > 0 else { return [] }
        let notice = "Cut here, \(text.hiddenBytes) bytes more: makegood documents show \(id) --json has all"
        return ["", StyledLine(notice, .warning)]
    }

    private func facts(_ record: DocumentRecord, _ context: ConsoleContext) -> [StyledLine] {
        let words = DocumentWords(record: record, time: context.time)
        let exact = { (instant: Instant) in "\(TimeText.date(instant)) \(TimeText.exactClock(instant)) UTC" }
        let facts: [(String, [TextSpan])] = [
            ("kind", [TextSpan(words.kind, .strong)] + [words.environment].compactMap { $0 }),
            ("told", [TextSpan(exact(record.documentTime))]),
            ("received", [TextSpan(record.receivedAt.map(exact) ?? "no envelope says when")]),
            ("taken in", [TextSpan(exact(record.importedAt)), TextSpan("  from \(record.source)", .dim)]),
            ("checked", [words.check(context.options.glyphs)]),
            ("chains", [TextSpan(record.chains.map(\.rawValue).joined(separator: ", "))]),
            ("sha-256", [TextSpan(record.sha256, .dim)]),
        ]
        return facts.map { label, value in
            StyledLine([TextSpan(label + String(repeating: " ", count: 10 - label.count), .dim)] + value)
        }
    }

    private static func columns(_ context: ConsoleContext) -> Int { max(1, context.body.columns - 3) }
}
