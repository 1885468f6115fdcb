/// Where a cell is, counted from the upper left corner, from zero.
public struct Position: Hashable, Sendable {
    /// The column, from the left.
    public var column: Int
    /// The row, from the top.
    public var row: Int

    /// A position.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The upper left corner.
    public static let zero = Position(column: 0, row: 0)
}
