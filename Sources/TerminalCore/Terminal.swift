/// A place to draw cells and read events from: a real terminal (`CursesTerminal`), or one in memory for tests
/// (`TestTerminal`). `ConsoleApplication` runs on it.
@MainActor
package protocol Terminal: AnyObject {
    /// Columns and rows now.
    var size: Size { get }
    /// Everything that happens; for one reader, and finished when the terminal is given back.
    var events: EventQueue { get }

    /// Shows a grid, with the cursor on a position or hidden.
    func present(_ grid: CellGrid, cursor: Position?)
    /// Stops the process as ^Z does; `.resumed` follows when it goes on.
    func suspend()
    /// Asks the terminal to put a text on the person's clipboard; false when it has none or the text is too long.
    @discardableResult
    func copy(_ text: String) -> Bool

    /// Puts an event of the application's own among the others, from any thread.
    nonisolated func post(_ event: Event)
}

extension Terminal {
    /// Shows what was drawn on a canvas.
    package func present(_ canvas: Canvas) {
        present(canvas.grid, cursor: canvas.cursor)
    }
}

/// What reaches an application from its terminal.
package enum Event: Hashable, Sendable {
    /// A key press.
    case key(Key)
    /// A text pasted as a whole, a megabyte at most; never to be taken for commands.
    case paste(String)
    /// Not all of what was pasted came as `paste`, which it follows where there was one.
    case pasteCut(PasteCut)
    /// The terminal now has this size; draw everything.
    case resize(Size)
    /// The process goes on after a stop; draw everything.
    case resumed
    /// Somebody asked the process to end.
    case terminate
    /// The terminal went away.
    case hangup
    /// The application woke itself: something of its own waits to be looked at.
    case wakeup
}

/// Why a pasted text is not whole.
package enum PasteCut: Hashable, Sendable {
    /// It was too long; so many bytes at its end were left out.
    case tooLong(leftOut: Int)
    /// Its end was never marked: what came until then was taken.
    case unfinished
    /// ^C came with it: nothing of it was taken.
    case interrupted
}

/// A key press.
package enum Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// A key that writes a character.
    case character(Character)
    /// Control held with a letter or sign, given in lower case.
    case control(Character)
    /// A function key, from 1.
    case function(Int)
    case enter, escape, tab, backtab, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown

    /// The key that writes this character.
    package init(extendedGraphemeClusterLiteral value: Character) {
        self = .character(value)
    }
}
