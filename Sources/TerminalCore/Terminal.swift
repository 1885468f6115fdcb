/// A place to draw cells and read events from.
@MainActor
public protocol Terminal: AnyObject {
    /// Columns and rows now.
    var size: Size { get }
    /// How many colours it shows.
    var depth: ColorDepth { get }
    /// Everything that happens; for one reader, and finished by `close()`.
    var events: EventQueue { get }

    /// Shows a grid, with the cursor on a position or hidden.
    func present(_ grid: CellGrid, cursor: Position?)
    /// Stops the process as ^Z does; `.resumed` follows when it goes on.
    func suspend()
    /// Leaves the screen to another program while `work` runs, and takes it back.
    func yieldScreen(to work: () throws -> Void) rethrows
    /// Asks the terminal to put a text on the person's clipboard; false when it has none or the text is too long.
    @discardableResult
    func copy(_ text: String) -> Bool
    /// Gives the terminal back; more calls do nothing.
    func close()

    /// Puts an event of the application's own among the others, from any thread.
    nonisolated func post(_ event: Event)
}

extension Terminal {
    /// Shows what was drawn on a canvas.
    public func present(_ canvas: Canvas) {
        present(canvas.grid, cursor: canvas.cursor)
    }
}
