import Persistence
import Purchases
import TerminalCore
import Widgets

/// Draws the audit log as a table.
struct AuditView {
    /// The entries.
    let rows: [AuditEntry]
    /// Which entry is selected.
    let cursor: ListCursor<Int64>
    /// Which entries are shown.
    let filter: AuditFilter
    /// Whether there are older entries.
    let hasMore: Bool
    /// Whether the store was read.
    let isLoaded: Bool
    /// What may be known.
    let context: ConsoleContext

    /// How many entries are visible below the heads.
    static func visibleRows(in size: Size) -> Int { max(1, size.rows - 1) }

    /// Draws everything.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        let entries = Dictionary(rows.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
        canvas.draw(heads(size.columns), at: Position(column: 2, row: 0), theme: theme)
        let count = "\(rows.isEmpty ? 0 : cursor.index + 1) of \(rows.count)\(hasMore ? "+" : "")"
        let caption = filter.text.isEmpty ? count : "\(filter.text): \(count)"
        canvas.within(Rectangle(column: 0, row: 0, columns: size.columns - 1, rows: 1)) { line in
            if size.columns >= 100 || !filter.text.isEmpty {
                line.drawTrailing(StyledLine(caption, .dim), row: 0, theme: theme)
            }
        }
        canvas.within(Rectangle(column: 0, row: 1, columns: size.columns, rows: size.rows - 1)) { list in
            let empty =
                !isLoaded
                ? "Reading" : filter.text.isEmpty ? "Nothing was done yet" : "No entry fits the filter"
            cursor.draw(in: &list, theme: theme, rowsPerItem: 1, empty: empty) { id in
                entries[id].map { [line($0, size.columns)] } ?? []
            }
        }
    }

    private func heads(_ columns: Int) -> StyledLine {
        let names: [(String, Int)] = widths(columns).map { ($0.name, $0.width) }
        return StyledLine(
            names.flatMap { name, width in
                [
                    TextSpan(name, .columnHeader),
                    TextSpan(String(repeating: " ", count: max(0, width - name.count) + 2)),
                ]
            })
    }

    private func line(_ row: AuditEntry, _ columns: Int) -> StyledLine {
        StyledLine(
            widths(columns).flatMap { column in
                CellText.fitted(cell(column.name, row), column.scope, to: column.width).spans + [
                    TextSpan("  ")
                ]
            })
    }

    private func cell(_ name: String, _ row: AuditEntry) -> String {
        switch name {
        case "#": "\(row.sequence)"
        case "Time": context.time.moment(row.at)
        case "Agent": row.agent.rawValue
        case "Action": row.action
        case "About": row.subject
        default: row.reason
        }
    }

    private func widths(_ columns: Int) -> [(name: String, width: Int, scope: StyleName?)] {
        let time = max(
            12, [rows.first, rows.last].compactMap { $0 }.map { context.time.moment($0.at).count }.max() ?? 0)
        let digits = max(1, String(rows.first?.sequence ?? 1).count)
        let fixed: [(String, Int, StyleName?)] =
            columns >= 70
            ? [("#", digits, .dim), ("Time", time, nil), ("Agent", 10, .strong), ("Action", 14, nil)]
            : [("Agent", 8, .strong), ("Action", 14, nil)]
        let used = fixed.reduce(3) { $0 + $1.1 + 2 }
        let left = max(4, columns - used)
        let about = left >= 28 ? min(32, left / 2) : left - 2
        let reason = left - about - 4
        return fixed.map { (name: $0.0, width: $0.1, scope: $0.2) } + [
            (name: "About", width: about, scope: nil)
        ]
            + (left >= 28 ? [(name: "Reason", width: reason, scope: .dim)] : [])
    }
}
