/// Where a cell is, counted from the upper left corner, from zero.
package struct Position: Hashable, Sendable {
    /// The column, from the left.
    package var column: Int
    /// The row, from the top.
    package var row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The upper left corner.
    package static let zero = Position(column: 0, row: 0)
}

/// How many columns and rows something has, in cells.
package struct Size: Hashable, Sendable {
    /// The number of columns, never negative.
    package var columns: Int
    /// The number of rows, never negative.
    package var rows: Int

    /// A size; negative numbers become zero.
    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}

/// A block of cells.
package struct Rectangle: Hashable, Sendable {
    /// The upper left corner.
    package var origin: Position
    /// Columns and rows.
    package var size: Size

    /// A rectangle at a corner.
    package init(origin: Position = .zero, size: Size) {
        self.origin = origin
        self.size = size
    }

    /// A rectangle by its numbers.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.init(origin: Position(column: column, row: row), size: Size(columns: columns, rows: rows))
    }

    package var columns: Int { size.columns }
    package var rows: Int { size.rows }
    /// The first column.
    package var minColumn: Int { origin.column }
    /// The column after the last.
    package var maxColumn: Int { origin.column + size.columns }
    /// The first row.
    package var minRow: Int { origin.row }
    /// The row after the last.
    package var maxRow: Int { origin.row + size.rows }

    /// Whether a position lies inside.
    package func contains(_ position: Position) -> Bool {
        position.column >= minColumn && position.column < maxColumn
            && position.row >= minRow && position.row < maxRow
    }

    /// What two rectangles share; empty when they do not meet.
    package func intersection(_ other: Rectangle) -> Rectangle {
        let column = max(minColumn, other.minColumn)
        let row = max(minRow, other.minRow)
        return Rectangle(
            column: column, row: row,
            columns: min(maxColumn, other.maxColumn) - column,
            rows: min(maxRow, other.maxRow) - row)
    }

    /// The rectangle made smaller on every side.
    package func inset(columns: Int = 1, rows: Int = 1) -> Rectangle {
        Rectangle(
            column: minColumn + columns, row: minRow + rows,
            columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
    }

    /// What is left of it below its first rows.
    package func below(_ rows: Int) -> Rectangle {
        Rectangle(column: minColumn, row: minRow + rows, columns: columns, rows: self.rows - rows)
    }

    /// A rectangle of a size in the middle of this one, cut to it.
    package func centered(_ wanted: Size) -> Rectangle {
        let columns = min(wanted.columns, self.columns)
        let rows = min(wanted.rows, self.rows)
        return Rectangle(
            column: minColumn + (self.columns - columns) / 2,
            row: minRow + (self.rows - rows) / 2, columns: columns, rows: rows)
    }

    /// The one row at a distance from the top; empty beyond the last.
    package func row(_ index: Int) -> Rectangle {
        Rectangle(
            column: minColumn, row: minRow + index, columns: columns, rows: index >= 0 && index < rows ? 1 : 0
        )
    }
}
