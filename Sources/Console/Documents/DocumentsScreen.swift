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
    private var sought: Int64?
    private var hasMore = false
    private var isLoaded = false
    private var isLoadingMore = false

    /// The documents of a chain; one of them is selected, where it is named.
    init(_ chain: OriginalTransactionID, selecting document: Int64? = nil) {
        (self.chain, sought) = (chain, document)
    }

    var place: KeyContext { .documents }

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
        return seek()
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        DocumentsView(
            chain: chain, rows: rows, cursor: cursor, hasMore: hasMore, isLoaded: isLoaded, context: context
        ).draw(in: &canvas, theme: theme)
    }

    /// Selects the document that was asked for, once; as long as it is further back, reads on.
    private mutating func seek() -> [Effect] {
        guard let document = sought else { return [] }
        if hasMore, let last = rows.last, document < last.id {
            isLoadingMore = true
            return [.ask(.documents(chain, after: last.id))]
        }
        sought = nil
        guard rows.contains(where: { $0.id == document }) else { return [] }
        cursor = ListCursor()
        cursor.update([document])
        cursor.update(rows.map(\.id))
        return []
    }
}
