import Persistence
import Purchases
import TerminalCore
import Widgets

/// The audit log, newest first.
struct AuditScreen: Screen {
    /// The entries.
    private(set) var rows: [AuditEntry] = []
    /// Which entry is selected.
    private(set) var cursor = ListCursor<Int64>()
    /// Which entries are shown.
    private(set) var filter = AuditFilter()
    /// The question for the filter, while it is asked.
    private(set) var prompt: Prompt?
    private var next: Int64?
    private var isLoaded = false
    private var isLoadingMore = false

    var place: KeyContext { .audit }

    func title(_ context: ConsoleContext) -> String { "Audit" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        isLoadingMore = false
        return [.ask(.audit(after: nil, filter))]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        guard let selected else {
            let all = [CommandID.open, .raw, .subject].map { ($0, "there is no entry") }
            return Dictionary(uniqueKeysWithValues: all)
        }
        return destination(of: selected, context) == nil ? [.subject: AuditText.noSubject] : [:]
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        if var asked = prompt {
            let outcome = asked.handle(key)
            prompt = outcome == .editing ? asked : nil
            guard case .answered(let text) = outcome else { return [] }
            do {
                filter = try AuditFilter(text, at: context.now)
                return reload(context)
            } catch {
                asked.problem = error.description
                prompt = asked
                return []
            }
        }
        guard cursor.handle(key, page: AuditView.visibleRows(in: context.body)) else { return nil }
        guard let next, !isLoadingMore, cursor.index >= rows.count - 50 else { return [] }
        isLoadingMore = true
        return [.ask(.audit(after: next, filter))]
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        switch command {
        case .open:
            return selected.map { [.open(.auditEntry($0, as: .words))] } ?? []
        case .raw:
            return selected.map { [.open(.auditEntry($0, as: .asKept))] } ?? []
        case .subject:
            return selected.flatMap { destination(of: $0, context) }.map { [.open($0)] } ?? []
        case .filter:
            prompt = Prompt(
                "filter", "Filter", text: filter.text, placeholder: ConsoleCommands.auditFilterExample)
        case .back:
            guard !filter.text.isEmpty else { return [.say(MessageLine(.note, "Q leaves Makegood"))] }
            filter = AuditFilter()
            return reload(context)
        default: break
        }
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        guard prompt != nil else { return nil }
        prompt?.paste(text)
        return []
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        isLoadingMore = false
        guard case .audit(let page) = answer, case .audit(let after, let asked) = request, asked == filter
        else { return [] }
        isLoaded = true
        if after == nil {
            // The log only grows at its end: what was read further back still holds.
            let oldest = page.entries.last?.sequence ?? 0
            let kept = page.next == nil ? [] : rows.filter { $0.sequence < oldest }
            next = kept.isEmpty ? page.next : next
            rows = page.entries + kept
        } else {
            next = page.next
            let oldest = rows.last?.sequence ?? .max
            rows += page.entries.filter { $0.sequence < oldest }
        }
        cursor.update(rows.map(\.sequence))
        return []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        AuditView(
            rows: rows, cursor: cursor, filter: filter, hasMore: next != nil, isLoaded: isLoaded,
            context: context
        ).draw(in: &canvas, theme: theme)
        prompt?.draw(in: &canvas, theme: theme)
    }

    /// The selected entry.
    var selected: AuditEntry? { rows.first { $0.sequence == cursor.selectedID } }

    /// The screen of what an entry is about.
    private func destination(of entry: AuditEntry, _ context: ConsoleContext) -> Route? {
        AuditSentence(entry, moment: context.time.moment).destination
    }

    private mutating func reload(_ context: ConsoleContext) -> [Effect] {
        (rows, next, cursor, isLoaded) = ([], nil, ListCursor(), false)
        return load(context)
    }
}
