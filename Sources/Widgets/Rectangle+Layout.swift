public import TerminalCore

extension Rectangle {
    /// The rectangle cut into parts below each other, one per extent.
    public func split(rows extents: [Extent]) -> [Rectangle] {
        var row = minRow
        return Extent.lengths(extents, total: rows).map { length in
            defer { row += length }
            return Rectangle(column: minColumn, row: row, columns: columns, rows: length)
        }
    }

    /// The rectangle cut into parts beside each other, one per extent, with `gap` columns between.
    public func split(columns extents: [Extent], gap: Int = 0) -> [Rectangle] {
        var column = minColumn
        let total = columns - gap * max(0, extents.count - 1)
        return Extent.lengths(extents, total: total).map { length in
            defer { column += length + gap }
            return Rectangle(column: column, row: minRow, columns: length, rows: rows)
        }
    }
}
