/// A screenful of cells in which every wide grapheme has both its halves. `Canvas` fills it, a `Terminal` shows it.
package struct CellGrid: Hashable, Sendable {
    /// Columns and rows.
    package let size: Size
    private var cells: [Cell]

    /// A blank grid.
    package init(size: Size, style: Style = .plain) {
        self.size = size
        cells = Array(repeating: .blank(style), count: size.columns * size.rows)
    }

    /// The whole grid as a rectangle.
    package var bounds: Rectangle { Rectangle(size: size) }

    /// The cell at a position; a blank outside the grid.
    package subscript(position: Position) -> Cell {
        bounds.contains(position) ? cells[index(position)] : .blank()
    }

    /// The cell at a column and row; a blank outside the grid.
    package subscript(column column: Int, row row: Int) -> Cell {
        self[Position(column: column, row: row)]
    }

    /// Places a grapheme; false, with nothing changed, outside the grid or for a wide one in the last column.
    @discardableResult
    package mutating func place(_ grapheme: Grapheme, at position: Position, style: Style) -> Bool {
        guard bounds.contains(position), position.column + grapheme.columns <= size.columns else {
            return false
        }
        let start = index(position)
        for offset in 0..<grapheme.columns {
            separate(Position(column: position.column + offset, row: position.row))
        }
        cells[start] = Cell(grapheme: grapheme, style: style)
        if grapheme.columns == 2 {
            cells[start + 1] = Cell(grapheme: grapheme, style: style, isContinuation: true)
        }
        return true
    }

    /// A row as text, a wide grapheme counted once.
    package func text(row: Int) -> String {
        guard row >= 0, row < size.rows else { return "" }
        return cells[(row * size.columns)..<((row + 1) * size.columns)]
            .filter { !$0.isContinuation }.map(\.grapheme.text).joined()
    }

    /// All rows as text.
    package var lines: [String] { (0..<size.rows).map { text(row: $0) } }

    /// Blanks the other half of a wide grapheme of which one half is about to be overwritten.
    private mutating func separate(_ position: Position) {
        let here = index(position)
        if cells[here].isContinuation {
            cells[here - 1] = .blank(cells[here - 1].style)
        } else if cells[here].isWide {
            cells[here + 1] = .blank(cells[here + 1].style)
        }
    }

    private func index(_ position: Position) -> Int { position.row * size.columns + position.column }
}

/// One place on the screen.
package struct Cell: Hashable, Sendable {
    /// What stands here; in a continuation, the wide grapheme whose right half this is.
    package let grapheme: Grapheme
    package var style: Style
    /// Whether this is the right half of a wide grapheme.
    package let isContinuation: Bool

    /// A cell with a grapheme, or the right half of one.
    init(grapheme: Grapheme, style: Style, isContinuation: Bool = false) {
        self.grapheme = grapheme
        self.style = style
        self.isContinuation = isContinuation
    }

    /// An empty cell in a style.
    package static func blank(_ style: Style = .plain) -> Cell {
        Cell(grapheme: .blank, style: style)
    }

    /// Whether this is the left half of a wide grapheme.
    package var isWide: Bool { grapheme.columns == 2 && !isContinuation }
}

/// One drawable unit of text: a base and at most a few marks, one or two columns wide.
///
/// Only `DisplayText` makes graphemes, so a cell can never hold a control byte or a bidi override.
package struct Grapheme: Hashable, Sendable {
    /// The scalars to send to the terminal.
    package let text: String
    /// Its width, 1 or 2.
    package let columns: Int
    /// Whether it is a blank at which no line is broken; it looks like any other.
    private let isJoint: Bool

    /// A grapheme that `DisplayText` found harmless.
    init(text: String, columns: Int, isJoint: Bool = false) {
        (self.text, self.columns, self.isJoint) = (text, columns, isJoint)
    }

    package static let blank = Grapheme(text: " ", columns: 1)
}
