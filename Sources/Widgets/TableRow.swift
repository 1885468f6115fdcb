public import TerminalCore

/// A row of a table, known by its id.
public struct TableRow<ID: Hashable & Sendable>: Hashable, Sendable, Identifiable {
    /// What the row stands for; the selection follows it.
    public let id: ID
    /// One line per column, in the columns' order.
    public let cells: [StyledLine]
    /// The scope of the whole row; nil for ordinary text.
    public let scope: StyleName?

    /// A row.
    public init(_ id: ID, _ cells: [StyledLine], scope: StyleName? = nil) {
        self.id = id
        self.cells = cells
        self.scope = scope
    }
}
