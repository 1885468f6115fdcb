import Persistence
import Purchases
import TerminalCore
import Widgets

/// The documents that speak of a chain, the newest taken in first.
struct DocumentsScreen: Screen {
    /// Which chain.
    let chain: OriginalTransactionID
    /// The documents.
    private(set) var rows: [DocumentRecord] = []
    /// Which document is selected.
    private(set) var cursor = ListCursor<Int64>()
    private var sought: Instant?
    private var hasMore = false
    private var isLoaded = false
    private var isLoadingMore = false

    /// The documents of a chain; that of the moment is selected, where one is.
    init(_ chain: OriginalTransactionID, of moment: Instant? = nil) {
        (self.chain, sought) = (chain, moment)
    }

    var place: ConsolePlace { .documents }

    func title(_ context: ConsoleContext) -> String { "Documents" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        isLoadingMore = false
        return [.ask(.documents(chain, after: nil))]
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        if let reason = context.concealment { return [.open: reason] }
        return rows.isEmpty ? [.open: "there is no document"] : [:]
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        guard cursor.handle(key, page: DocumentsView.visibleItems(in: context.body)) else { return nil }
        guard hasMore, !isLoadingMore, let last = rows.last, cursor.index >= rows.count - 50 else {
            return []
        }
        isLoadingMore = true
        return [.ask(.documents(chain, after: last.id))]
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard command == .open, let id = cursor.selectedID else { return [] }
        return [.open(.document(id))]
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        guard case .documents(let page) = answer, case .documents(_, let after) = request else { return [] }
        (isLoaded, isLoadingMore) = (true, false)
        // Documents never go: what was read further back still holds.
        let oldest = page.documents.last?.id ?? 0
        let kept = after == nil ? rows.filter { page.hasMore && $0.id < oldest } : []
        let before = after == nil ? [] : rows.filter { $0.id > page.documents.first?.id ?? 0 }
        rows = before + page.documents + kept
        if kept.isEmpty { hasMore = page.hasMore }
        cursor.update(rows.map(\.id))
        seek()
        return []
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        DocumentsView(
            chain: chain, rows: rows, cursor: cursor, hasMore: hasMore, isLoaded: isLoaded, context: context
        ).draw(in: &canvas, theme: theme)
    }

    /// Selects the document that was asked for, once.
    private mutating func seek() {
        guard let moment = sought, isLoaded else { return }
        sought = nil
        guard let found = rows.first(where: { $0.documentTime == moment }) else { return }
        cursor = ListCursor()
        cursor.update([found.id])
        cursor.update(rows.map(\.id))
    }
}
