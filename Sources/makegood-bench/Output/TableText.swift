import Foundation

/// Numbers and aligned rows, as people read them.
enum TableText {
    /// A number with three digits that count.
    static func number(_ value: Double) -> String {
        switch abs(value) {
        case 0: "0"
        case ..<10: String(format: "%.2f", value)
        case ..<100: String(format: "%.1f", value)
        default: String(format: "%.0f", value)
        }
    }

    /// A number, or a dash where there is none.
    static func number(_ value: Double?) -> String { value.map { number($0) } ?? "–" }

    /// Rows as aligned columns, the first and the last to the left.
    static func aligned(_ rows: [[String]]) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return column == 0 || column == count - 1 ? text + blanks : blanks + text
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
