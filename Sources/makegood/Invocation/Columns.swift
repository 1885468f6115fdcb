import TerminalCore

/// Lines up columns of text by the width that a terminal gives it.
enum Columns {
    /// The rows as lines, every column as wide as its widest cell.
    static func lines(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.count > column ? DisplayText.columns(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let isLast = column == row.count - 1
                let padding = isLast ? 0 : widths[column] - DisplayText.columns(of: cell)
                return DisplayText(cell).text + String(repeating: " ", count: max(0, padding))
            }
            let line = cells.joined(separator: "  ")
            return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
        }
    }
}
