import TerminalCore
import Widgets

/// The menu of what can be copied: a key for each, or arrows and Enter.
struct CopyMenu: Hashable, Sendable {
    /// What a key led to.
    enum Outcome: Hashable, Sendable {
        /// The menu stays open.
        case open
        /// This is to be copied.
        case chosen(CopyItem)
        /// The person wants to go back.
        case cancelled
    }

    /// What can be copied.
    let items: [CopyItem]
    private var cursor = ListCursor<Int>()

    /// A menu of things.
    init(_ items: [CopyItem]) {
        self.items = items
        cursor.update(Array(items.indices))
    }

    /// Takes any key.
    mutating func handle(_ key: Key) -> Outcome {
        if let item = items.first(where: { $0.key == key }) { return .chosen(item) }
        switch key {
        case .escape, .control("c"), "q": return .cancelled
        case .enter: return cursor.selectedID.map { .chosen(items[$0]) } ?? .cancelled
        default:
            _ = cursor.handle(key, page: items.count)
            return .open
        }
    }

    /// Draws the menu in the middle, each thing with the beginning of what it says.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = Size(
            columns: min(72, canvas.size.columns), rows: min(items.count + 4, canvas.size.rows))
        canvas.within(canvas.bounds.centered(size)) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(title: "Copy", trailing: "Esc leaves", theme: theme, .focusedBorder)
            let rows = min(items.count, box.size.rows - 2)
            let first = (box.size.rows - rows) / 2
            let room = Rectangle(column: 1, row: first, columns: box.size.columns - 2, rows: rows)
            box.within(room) { list in
                cursor.draw(in: &list, theme: theme, rowsPerItem: 1, empty: "There is nothing to copy") {
                    [line(items[$0])]
                }
            }
        }
    }

    private func line(_ item: CopyItem) -> StyledLine {
        let head: StyledLine = [TextSpan(item.key.label, .key), TextSpan(" ")]
        let label = CellText.fitted(item.label, to: CopyMenu.labelWidth)
        let text = TextSpan(
            item.refusal.map { "not now: \($0)" } ?? item.text, item.refusal == nil ? .dim : .disabled)
        return head + label + [text]
    }

    private static let labelWidth = 16
}
