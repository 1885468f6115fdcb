import CNcurses
import Glibc
import TerminalCore

/// One curses screen on two descriptors: its life, its size, and what it shows. `CursesTerminal` owns it; keys are read
/// by `TerminalInput`.
@MainActor
final class CursesScreen {
    /// The name of the terminal description that is in use instead of the person's own; nil normally.
    let replacementName: String?
    /// The window that covers the screen.
    let window: UnsafeMutablePointer<WINDOW>
    private let screen: OpaquePointer
    private let files: [UnsafeMutablePointer<FILE>]
    private var palette: CursesPalette
    private var shown: CellGrid?

    /// Takes the terminal over; `name` nil means `$TERM`.
    init(input: Int32, output: Int32, name: String?, withoutColor: Bool) throws(CursesError) {
        guard let reading = fdopen(dup(input), "r") else { throw .notATerminal }
        guard let writing = fdopen(dup(output), "w") else {
            fclose(reading)
            throw .notATerminal
        }
        let own = newterm(name, writing, reading)
        guard let screen = own ?? newterm("xterm-256color", writing, reading), let window = cn_stdscr() else {
            fclose(reading)
            fclose(writing)
            throw .unknownTerminal(name: name ?? getenv("TERM").map { String(cString: $0) } ?? "")
        }
        self.screen = screen
        self.window = window
        files = [reading, writing]
        replacementName = own == nil ? "xterm-256color" : nil
        raw()
        noecho()
        nonl()
        keypad(window, true)
        // Input is read elsewhere; curses must not leave a frame half drawn because some is there.
        typeahead(-1)
        leaveok(window, false)
        palette = CursesPalette(withoutColor: withoutColor)
    }

    /// Whether the terminal can write where it is told to; some, as `dumb`, only write on.
    var movesCursor: Bool {
        guard let text = tigetstr("cup") else { return false }
        return Int(bitPattern: text) != -1
    }

    /// How many colours the terminal shows.
    var depth: ColorDepth { palette.depth }

    /// The size that curses draws on.
    var size: Size { Size(columns: Int(getmaxx(window)), rows: Int(getmaxy(window))) }

    /// Takes a new size over and forgets what is shown.
    func resize(to size: Size) {
        resizeterm(Int32(size.rows), Int32(size.columns))
        redrawAll()
    }

    /// Makes the next frame paint every cell.
    func redrawAll() {
        shown = nil
        clearok(window, true)
    }

    /// Draws what differs from the last frame, places the cursor last, and paints once.
    func present(_ grid: CellGrid, cursor: Position?) {
        if shown?.size != grid.size {
            shown = nil
            werase(window)
        }
        for row in 0..<min(grid.size.rows, size.rows) { draw(row: row, of: grid) }
        shown = grid
        if let cursor {
            wmove(window, Int32(cursor.row), Int32(cursor.column))
            curs_set(1)
        } else {
            curs_set(0)
        }
        wnoutrefresh(window)
        doupdate()
    }

    /// Writes an escape sequence that shows nothing; between frames, when curses has nothing left to write.
    func write(_ bytes: [UInt8]) -> Bool {
        fflush(files[1])
        let count = fwrite(bytes, 1, bytes.count, files[1])
        return fflush(files[1]) == 0 && count == bytes.count
    }

    /// Gives the screen to another program for a while.
    func leave() {
        def_prog_mode()
        endwin()
    }

    /// Takes the screen back after `leave`.
    func reenter() {
        reset_prog_mode()
        redrawAll()
    }

    /// Gives the terminal back.
    func close() {
        endwin()
        delscreen(screen)
        for file in files { fclose(file) }
    }

    private func draw(row: Int, of grid: CellGrid) {
        for column in 0..<min(grid.size.columns, size.columns) {
            let cell = grid[column: column, row: row]
            guard !cell.isContinuation, isChanged(cell, column: column, row: row, in: grid) else { continue }
            draw(cell, column: column, row: row)
        }
    }

    /// Whether a cell differs from the last frame; of a wide grapheme also its right half.
    private func isChanged(_ cell: Cell, column: Int, row: Int, in grid: CellGrid) -> Bool {
        guard let shown else { return true }
        if shown[column: column, row: row] != cell { return true }
        return cell.isWide && shown[column: column + 1, row: row] != grid[column: column + 1, row: row]
    }

    /// Every cell is addressed by itself, so that a disagreement about a width cannot spread.
    private func draw(_ cell: Cell, column: Int, row: Int) {
        let look = palette.look(cell.style)
        var pair = look.pair
        var complex = cchar_t()
        var scalars = cell.grapheme.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) }
        scalars.append(0)
        guard setcchar(&complex, scalars, look.attributes, 0, &pair) == OK else { return }
        // The last cell of the screen is drawn, and yet reports ERR.
        mvwadd_wch(window, Int32(row), Int32(column), &complex)
    }
}

/// Turns styles into what curses draws with, for the colours this terminal has.
@MainActor
struct CursesPalette {
    /// How many colours the terminal shows.
    let depth: ColorDepth
    private var known: [Style: (attributes: attr_t, pair: Int32)] = [:]

    /// Starts colours on the current screen; never redefines any of them.
    init(withoutColor: Bool) {
        let hasColors = !withoutColor && has_colors() && start_color() != ERR && use_default_colors() != ERR
        depth = hasColors ? Self.depth(colors: cn_colors()) : Self.depthWithoutColors
    }

    /// The attributes and colour pair of a style.
    mutating func look(_ style: Style) -> (attributes: attr_t, pair: Int32) {
        if let look = known[style] { return look }
        let reduced = style.reduced(to: depth)
        let look = (Self.attributes(reduced.attributes), pair(reduced))
        known[style] = look
        return look
    }

    /// The depth that a number of colours means.
    static func depth(colors: Int32) -> ColorDepth {
        switch colors {
        case (1 << 24)...: .trueColor
        case 256...: .indexed256
        case 16...: .sixteen
        case 8...: .eight
        default: .monochrome
        }
    }

    private static var depthWithoutColors: ColorDepth {
        termattrs() == CN_A_NORMAL ? .none : .monochrome
    }

    /// The colour pair of a style; 0 is the terminal's own colours.
    private func pair(_ style: Style) -> Int32 {
        let (foreground, background) = (number(style.foreground), number(style.background))
        guard depth > .monochrome, (foreground, background) != (-1, -1) else { return 0 }
        return max(0, alloc_pair(foreground, background))
    }

    /// A colour as curses counts it; -1 is the terminal's own (`use_default_colors`).
    private func number(_ color: Color) -> Int32 {
        switch color {
        case .standard: -1
        case .indexed(let number): Int32(number)
        case .rgb(let red, let green, let blue): Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
        }
    }

    private static func attributes(_ wanted: Attributes) -> attr_t {
        let table: [(Attributes, attr_t)] = [
            (.bold, CN_A_BOLD), (.dim, CN_A_DIM), (.italic, CN_A_ITALIC), (.underline, CN_A_UNDERLINE),
            (.reverse, CN_A_REVERSE),
        ]
        return table.reduce(CN_A_NORMAL) { wanted.contains($1.0) ? $0 | $1.1 : $0 }
    }
}
