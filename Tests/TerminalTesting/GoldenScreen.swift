import Foundation
package import TerminalCore
package import Testing

/// Compares frames with the `.screen` files of a folder.
package struct GoldenScreen: Sendable {
    /// The folder of the files.
    package let folder: String

    /// The files in `Screens` beside the test's own source file.
    package init(besides file: String = #filePath) {
        folder = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Screens").path
    }

    /// Fails the test unless the frame equals the file `<name>.screen`.
    ///
    /// With `RECORD_SCREENS=1` a file that differs is rewritten, and the test fails all the same, so that no
    /// recording run passes for a check.
    package func expect(
        _ grid: CellGrid, cursor: Position?, named name: String, theme: String = "default",
        legend: StyleLegend? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let actual = ScreenText(grid, cursor: cursor, theme: theme, legend: legend).text
        let path = "\(folder)/\(name).screen"
        let expected = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
            return record(actual, over: expected, path: path, sourceLocation)
        }
        guard let expected else {
            Issue.record(
                "There is no \(path). Record it with RECORD_SCREENS=1.\n\(actual)",
                sourceLocation: sourceLocation)
            return
        }
        guard expected != actual else { return }
        let difference = ScreenDifference(expected: expected, actual: actual, grid: grid)
        Issue.record(
            "\(name).screen differs.\nexpected:\n\(expected)\nactual:\n\(actual)\n\(difference.summary)",
            sourceLocation: sourceLocation)
    }

    /// Fails the test unless what was drawn equals the file `<name>.screen`.
    package func expect(
        _ canvas: Canvas, named name: String, theme: String = "default", legend: StyleLegend? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(
            canvas.grid, cursor: canvas.cursor, named: name, theme: theme, legend: legend,
            sourceLocation: sourceLocation)
    }

    private func record(_ actual: String, over old: String?, path: String, _ location: SourceLocation) {
        guard actual != old else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(actual.utf8).write(to: URL(fileURLWithPath: path))
            Issue.record(
                "Recorded \(path); it was:\n\(old ?? "missing")\nnow:\n\(actual)", sourceLocation: location)
        } catch {
            Issue.record("Could not record \(path): \(error)", sourceLocation: location)
        }
    }
}

/// A frame as the text of a golden file.
package struct ScreenText: Hashable, Sendable {
    /// The whole text, ending with a line break.
    package let text: String

    /// The text of a frame; with `legend`, also a block that says in which scope every cell was drawn.
    package init(_ grid: CellGrid, cursor: Position?, theme: String, legend: StyleLegend? = nil) {
        let place = cursor.map { "\($0.row),\($0.column)" } ?? "hidden"
        var lines = ["\(grid.size.rows)x\(grid.size.columns)  theme: \(theme)  cursor: \(place)"]
        lines += grid.lines.map { "|\($0)|" }
        if let legend { lines += legend.block(grid) }
        text = lines.joined(separator: "\n") + "\n"
    }
}

/// Names the styles of a frame, one letter for each.
package struct StyleLegend: Hashable, Sendable {
    private static let letters = Array("TskbefghijlmnopqruvwxyzABCDEFGHIJKLMNOPQRSUVWXYZ0123456789")

    private let names: [Style: String]

    /// A legend of named styles; where two scopes look the same, both names are given.
    package init(_ styles: [(name: StyleName, style: Style)]) {
        names = Dictionary(styles.map { ($0.style, $0.name.rawValue) }) { $0 + " or " + $1 }
    }

    /// One line of letters per row, and what the letters mean.
    func block(_ grid: CellGrid) -> [String] {
        var letters: [Style: Character] = [.plain: "."]
        var meanings: [String] = []
        var rows: [String] = []
        for row in 0..<grid.size.rows {
            var line = "|"
            for column in 0..<grid.size.columns {
                let style = grid[column: column, row: row].style
                if letters[style] == nil {
                    let letter = Self.letters[min(meanings.count, Self.letters.count - 1)]
                    letters[style] = letter
                    meanings.append("\(letter) \(names[style] ?? "\(style)")")
                }
                line.append(letters[style] ?? "?")
            }
            rows.append(line + "|")
        }
        return ["--- styles ---"] + rows + meanings
    }
}

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
