import TerminalCore

/// How `CustomerView` and `TicketView` share out the width of their page: where there is room the timeline stands
/// beside the other panes, so that nobody has to turn to it.
struct PageColumns {
    /// The room for everything else, from the page's corner on.
    let main: Size
    /// The room for the timeline; nil where it is one of the panes.
    let timeline: Rectangle?

    /// The narrowest page with a timeline beside the rest, and the most columns that the rest gets.
    private static let (wide, widest) = (140, 120)

    /// The columns of a page, the timeline below its first rows.
    init(of size: Size, below rows: Int, isPlain: Bool) {
        guard size.columns >= Self.wide, size.rows > rows + 6, !isPlain else {
            (main, timeline) = (size, nil)
            return
        }
        let columns = min(Self.widest, size.columns * 55 / 100)
        main = Size(columns: columns, rows: size.rows)
        timeline = Rectangle(
            column: columns, row: rows, columns: size.columns - columns, rows: size.rows - rows)
    }
}
