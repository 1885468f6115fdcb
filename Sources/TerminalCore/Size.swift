/// How many columns and rows something has, in cells.
public struct Size: Hashable, Sendable {
    /// The number of columns, never negative.
    public var columns: Int
    /// The number of rows, never negative.
    public var rows: Int

    /// A size; negative numbers become zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// Whether it holds no cell.
    public var isEmpty: Bool { columns == 0 || rows == 0 }
}
