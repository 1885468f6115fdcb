package import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The audit log, newest first.
struct AuditScreen: PaneSearchable, ListScreen, Filtered {
    /// The entries.
    var list = PagedList<AuditEntry, Int64>()
    /// Which entries are shown.
    private(set) var filter = AuditFilter()
    var prompt: Prompt?
    /// The search in the list; nil while there is none.
    var search: PaneSearch?
    var names = FilterNames()

    var isTyping: Bool { prompt != nil || search?.isTyping == true }

    func commands(_ context: ConsoleContext) -> Commands {
        prompt == nil ? searching(Self.commands + Self.viewing) : Self.answering
    }

    var awaited: Awaited? { list.isLoaded || prompt != nil || search != nil ? nil : .page }

    func title(_ context: ConsoleContext) -> String { "Audit" }

    var beside: Beside? { list.selected.map { .entry($0) } ?? .nothing }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        filterKey(key, in: context) ?? searchKey(key, in: context) ?? move(key, in: context)
    }

    mutating func back(_ context: ConsoleContext) -> [Effect] {
        guard !filter.text.isEmpty else { return [.say(MessageLine(.note, "Q leaves Makegood"))] }
        _ = narrow(to: "", in: context)
        return load(context)
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        guard prompt != nil else { return searchPaste(text, in: context) }
        prompt?.paste(text)
        return []
    }

    mutating func receive(
        _ page: AuditPage, to question: AuditQuery, in context: ConsoleContext
    ) -> [Effect] {
        list.failed()
        guard question == self.question(after: question.after, limit: question.limit) else { return [] }
        list.takeGrowing(page.entries, after: question.after, next: page.next)
        return []
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if let found = answer.page(of: FilterNamesQuery.self) { take(found) }
        return []
    }

    func question(after sequence: Int64?, limit: Int) -> AuditQuery {
        AuditQuery(
            about: filter.about, by: filter.agent, action: filter.action, since: filter.since,
            after: sequence, limit: limit)
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        drawSearching(in: &canvas, theme: theme) {
            drawHead(in: &$0, theme: theme, context: context)
            drawRows(in: &$0, theme: theme, context: context, search: search)
            view(context).drawSelected(in: &$0, theme: theme)
        }
        prompt?.draw(in: &canvas, theme: theme)
    }

    func head(in size: Size, _ context: ConsoleContext) -> StyledLine { view(context).head(in: size) }

    func corner(in size: Size, _ context: ConsoleContext) -> String {
        list.isLoaded ? list.standing() : ""
    }

    func room(in size: Size, _ context: ConsoleContext) -> Rectangle { view(context).listRoom(in: size) }

    func layout(in size: Size, _ context: ConsoleContext) -> RowLayout<AuditEntry> {
        view(context).layout(in: size)
    }

    func empty(_ context: ConsoleContext) -> String {
        filter.text.isEmpty ? "Nothing was done yet" : "No entry fits the filter"
    }

    private func view(_ context: ConsoleContext) -> AuditView {
        AuditView(list: list, filter: filter, context: context)
    }

    static let filterExample = "agent:ana action:grant about:u_1042 since:yesterday"

    var filterText: String { filter.text }

    var filterWords: [FilterWord] { FilterWord.ofAudit(names) }

    mutating func narrow(to text: String, in context: ConsoleContext) -> String? {
        do { filter = try AuditFilter(text, at: context.now) } catch { return error.part }
        list.clear()
        return nil
    }
}

extension AuditScreen {
    /// What can be done with the log and its selected entry.
    static let commands: Commands = Binding.section(
        "Audit",
        [
            onSelected("open", "Show the selected entry", keys: [.enter], label: "open", footer: 1) {
                entry, _ in
                [.open(.auditEntry(entry, as: .words))]
            },
            filtering(footer: 2),
            onSelected(
                "audit.subject", "Go to the customer, chain or ticket that it is about", keys: ["p"],
                label: "go to", footer: 3,
                unless: { destination(of: $0, in: $1) == nil ? AuditText.noSubject : nil }
            ) { destination(of: $0, in: $1).map { [.open($0)] } ?? [] },
            onSelected(
                "raw", "Show the selected entry as it is kept", keys: ["o"], label: "raw", footer: 4
            ) { entry, _ in [.open(.auditEntry(entry, as: .asKept))] },
        ])

    static let nothing = "there is no entry"

    private static func destination(of entry: AuditEntry, in context: ConsoleContext) -> Route? {
        AuditSentence(entry, for: context.reader).destination
    }
}

/// Draws the audit log: a sentence for each entry, and the selected one whole where the list has to cut it.
struct AuditView {
    let list: PagedList<AuditEntry, Int64>
    /// Which entries are shown.
    let filter: AuditFilter
    /// Who looks, in which role, and when.
    let context: ConsoleContext

    /// How the entries are laid out.
    func layout(in size: Size) -> RowLayout<AuditEntry> {
        let (moment, number) = (momentWidth, numberWidth)
        let isTall = AuditView.isTwoLines(size)
        return RowLayout(
            list.rows, columns: size.columns - 3, isPlain: context.isPlain, rowsPerItem: isTall ? 2 : 1,
            cells: { [StyledLine(head(of: $0), .dim), sentence($0)] },
            lines: { entry in
                let sentence = sentence(entry)
                guard !isTall else {
                    return [StyledLine(head(of: entry), .dim), StyledLine("  ") + sentence]
                }
                let place = CellText.fitted("\(entry.sequence)", .dim, to: number) + "  "
                let time = CellText.fitted(context.time.moment(entry.at), .dim, to: moment) + "  "
                return [(isNumbered(size) ? place : StyledLine()) + time + sentence]
            })
    }

    private func head(of entry: AuditEntry) -> String {
        "\(context.time.moment(entry.at)) \(context.options.glyphs.bullet) entry \(entry.sequence)"
    }

    /// Where there is little width an entry has a line for its time and one for its sentence.
    private static func isTwoLines(_ size: Size) -> Bool { size.columns < 60 && size.rows > 3 }

    /// Where there is height the selected sentence stands whole below the list, unless every row stands whole in it.
    private func selectedRows(_ size: Size) -> Int {
        size.rows < 14 || context.isPlain ? 0 : size.columns < 140 ? 3 : 2
    }

    /// Where the entries stand.
    func listRoom(in size: Size) -> Rectangle {
        Rectangle(column: 0, row: 1, columns: size.columns, rows: size.rows - 1 - selectedRows(size))
    }

    /// The filter, or the heads of the columns, which begin where the entries do.
    func head(in size: Size) -> StyledLine {
        guard filter.text.isEmpty else {
            return [
                TextSpan("Filter ", .fieldLabel), TextSpan(filter.text, .strong),
                TextSpan("  Esc clears it", .dim),
            ]
        }
        guard !list.rows.isEmpty, !AuditView.isTwoLines(size), !context.isPlain else { return [] }
        let names = isNumbered(size) ? [("#", numberWidth), ("Time", momentWidth)] : [("Time", momentWidth)]
        let heads = names.flatMap { name, width in
            [TextSpan(name, .columnHeader), TextSpan(String(repeating: " ", count: width - name.count + 2))]
        }
        return StyledLine([" "] + heads + [TextSpan("What was done", .columnHeader)])
    }

    /// The entry's sentence, who did it before what was done.
    private func sentence(_ entry: AuditEntry) -> StyledLine {
        let text = AuditSentence(entry, for: context.reader).text
        let who = entry.agent.rawValue
        guard text.hasPrefix(who) else { return StyledLine(text) }
        return [TextSpan(who, .strong), TextSpan(String(text.dropFirst(who.count)))]
    }

    /// Draws the selected entry, whole.
    func drawSelected(in canvas: inout Canvas, theme: Theme) {
        let rows = selectedRows(canvas.size)
        guard rows > 0, let entry = list.selected else { return }
        let first = canvas.size.rows - rows
        canvas.within(canvas.bounds.row(first)) { $0.drawRule(row: 0, theme: theme) }
        let whole = sentence(entry).wrapped(to: canvas.size.columns - 2, indent: 2)
        _ = canvas.draw(whole, from: first + 1, until: canvas.size.rows, theme: theme)
    }

    private func isNumbered(_ size: Size) -> Bool { size.columns >= 90 }

    /// The width of the longest time: the newest and the oldest entry may need their years.
    private var momentWidth: Int {
        max(
            12,
            [list.rows.first, list.rows.last].compactMap { $0 }.map { context.time.moment($0.at).count }.max()
                ?? 0)
    }

    private var numberWidth: Int { max(1, String(list.rows.first?.sequence ?? 1).count) }
}

extension AuditScreen {
    var isSearchable: Bool { prompt == nil }

    func searchTexts(_ context: ConsoleContext) -> [String] {
        list.rows.map { "\($0.sequence) \(AuditSentence($0, for: context.reader).text)" }
    }
}

extension AuditScreen: LookedAt {
    var look: ListLook {
        var look = ListLook(.audit)
        look.query = filter.text
        (look.selected, look.rows) = (list.selected.map { String($0.sequence) }, list.rows.count)
        return look
    }

    mutating func take(_ look: ListLook, in context: ConsoleContext) -> String? {
        var complaint: String?
        do { filter = try AuditFilter(look.query, at: context.now) } catch { complaint = error.description }
        list.restore(look.selected.flatMap { Int64($0) }, rows: look.rows)
        return complaint
    }
}

extension AuditEntry: Identifiable {
    /// An entry is known by its place.
    package var id: Int64 { sequence }
}
