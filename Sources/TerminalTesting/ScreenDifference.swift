import TerminalCore

/// Where a frame differs from its golden file.
struct ScreenDifference {
    /// The first five differing cells, one line each.
    let summary: String

    /// Compares the rows of two golden texts; `grid` is what was drawn.
    init(expected: String, actual: String, grid: CellGrid) {
        let wanted = Self.rows(expected)
        let got = Self.rows(actual)
        var lines: [String] = []
        for row in 0..<grid.size.rows where lines.count < 5 {
            guard row < wanted.count else { break }
            for column in 0..<grid.size.columns where lines.count < 5 && wanted[row] != got[row] {
                let cell = grid[column: column, row: row]
                guard !cell.isContinuation else { continue }
                let there = column < wanted[row].count ? wanted[row][column] : ""
                if there != cell.grapheme.text {
                    lines.append(
                        "row \(row), column \(column): expected “\(there)”, got “\(cell.grapheme.text)” in \(cell.style)"
                    )
                }
            }
        }
        summary =
            lines.isEmpty ? "The cells agree; size, cursor or styles differ." : lines.joined(separator: "\n")
    }

    /// The rows between the bars, one text per column, so that wide graphemes count twice.
    private static func rows(_ text: String) -> [[String]] {
        text.split(separator: "\n").prefix { $0 != "--- styles ---" }
            .filter { $0.hasPrefix("|") }
            .map { line in
                DisplayText(line.dropFirst().dropLast()).graphemes.flatMap {
                    $0.columns == 2 ? [$0.text, ""] : [$0.text]
                }
            }
    }
}
