/// A column of a table.
public struct TableColumn: Hashable, Sendable {
    /// Where a cell's text stands within its column.
    public enum Alignment: Hashable, Sendable {
        /// At the left edge.
        case leading
        /// At the right edge, as numbers do.
        case trailing
    }

    /// The head.
    public let title: String
    /// The width below which the column is no use.
    public let minimum: Int
    /// The width it wants; nil takes a share of whatever is left.
    public let ideal: Int?
    /// When there is no room, the column with the highest number goes first; 0 goes last.
    public let priority: Int
    /// Where the text stands.
    public let alignment: Alignment

    /// A column.
    public init(
        _ title: String, minimum: Int, ideal: Int? = nil, priority: Int = 0, alignment: Alignment = .leading
    ) {
        self.title = title
        self.minimum = max(1, minimum)
        self.ideal = ideal.map { max($0, minimum) }
        self.priority = priority
        self.alignment = alignment
    }
}
