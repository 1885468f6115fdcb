public import TerminalCore

/// Names the styles of a frame, one letter for each.
public struct StyleLegend: Hashable, Sendable {
    private static let letters = Array("TskbefghijlmnopqruvwxyzABCDEFGHIJKLMNOPQRSUVWXYZ0123456789")

    private let names: [Style: String]

    /// A legend of named styles; where two scopes look the same, both names are given.
    public init(_ styles: [(name: StyleName, style: Style)]) {
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
