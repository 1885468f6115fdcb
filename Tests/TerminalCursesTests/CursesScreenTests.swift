import CNcurses
import CTerminal
import Glibc
import TerminalCore
import Testing

@testable import TerminalCurses

/// What curses keeps of a frame, read back cell by cell; no terminal is needed.
@Suite(.serialized) @MainActor struct CursesScreenTests {
    @Test func everyCellArrives() throws {
        try onScreen { screen in
            var canvas = Canvas(size: screen.size)
            let bold = Style(foreground: .rgb(255, 0, 0), attributes: .bold)
            canvas.draw("山田 太郎 · Zoë · José · 👍🏽 · דוד", at: .zero, style: .plain)
            canvas.draw("NO ACCESS", at: Position(column: 3, row: 4), style: bold)
            canvas.draw("e\u{301}\u{1B}[2J🇯🇵", at: Position(column: 0, row: 23), style: .plain)
            canvas.draw("x", at: Position(column: 79, row: 23), style: .plain)
            screen.present(canvas.grid, cursor: Position(column: 3, row: 4))
            expect(screen, shows: canvas.grid)
            #expect(read(screen, column: 3, row: 4).attributes & CN_A_BOLD != 0)
            #expect(read(screen, column: 3, row: 4).pair > 0)
            #expect(getcurx(screen.window) == 3 && getcury(screen.window) == 4)
        }
    }

    @Test func overwritingHalfAWideCellLeavesNoGhost() throws {
        try onScreen { screen in
            var canvas = Canvas(size: screen.size)
            canvas.draw("山田太郎", at: .zero, style: .plain)
            screen.present(canvas.grid, cursor: nil)
            canvas.draw("x", at: Position(column: 1, row: 0), style: .plain)
            canvas.draw("y", at: Position(column: 4, row: 0), style: .plain)
            screen.present(canvas.grid, cursor: nil)
            expect(screen, shows: canvas.grid)
            canvas.draw("山", at: Position(column: 1, row: 0), style: .plain)
            screen.present(canvas.grid, cursor: nil)
            expect(screen, shows: canvas.grid)
        }
    }

    @Test func aNewSizeIsDrawnInFull() throws {
        try onScreen { screen in
            screen.present(Canvas(size: screen.size).grid, cursor: nil)
            screen.resize(to: Size(columns: 40, rows: 10))
            var canvas = Canvas(size: screen.size)
            canvas.fill(with: "#", style: .plain)
            screen.present(canvas.grid, cursor: nil)
            #expect(screen.size == Size(columns: 40, rows: 10))
            expect(screen, shows: canvas.grid)
        }
    }

    @Test func anUnknownTerminalIsDrawnAsXterm() throws {
        try onScreen(name: "no-such-terminal") { #expect($0.replacementName == "xterm-256color") }
        try onScreen { #expect($0.replacementName == nil) }
    }

    @Test func depthFollowsTheTerminalAndThePerson() throws {
        try onScreen { #expect($0.depth == .indexed256) }
        try onScreen(withoutColor: true) { #expect($0.depth == .monochrome) }
        try onScreen(name: "linux") { #expect($0.depth == .eight) }
        try onScreen(name: "vt100") { #expect($0.depth == .monochrome) }
        try onScreen(name: "dumb") { #expect($0.depth == .none) }
        #expect(CursesPalette.depth(colors: 1 << 24) == .trueColor)
        #expect(CursesPalette.depth(colors: 16) == .sixteen)
    }

    @Test func aSequenceFollowsTheFrameWhole() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let sequence = try #require(Clipboard.sequence("u_1042"))
        var read: [UInt8] = []
        try onScreen(output: ends[1]) { screen in
            var canvas = Canvas(size: screen.size)
            canvas.draw("frame", at: .zero, style: .plain)
            screen.present(canvas.grid, cursor: nil)
            let isWritten = screen.write(sequence)
            #expect(isWritten)
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(ends[0], &bytes, bytes.count)
            read = Array(bytes.prefix(max(0, count)))
        }
        #expect(read.suffix(sequence.count) == sequence[...])
        #expect(String(decoding: read, as: UTF8.self).contains("frame"))
    }

    private func onScreen(
        name: String = "xterm-256color", withoutColor: Bool = false, output: Int32? = nil,
        _ body: (CursesScreen) throws -> Void
    ) throws {
        let locale = try #require(ct_use_utf8_on_this_thread())
        defer { ct_restore_thread_locale(locale) }
        let device = open("/dev/null", O_RDWR)
        defer { close(device) }
        let screen = try CursesScreen(
            input: device, output: output ?? device, name: name, withoutColor: withoutColor)
        defer { screen.close() }
        if screen.size != Size(columns: 80, rows: 24) { screen.resize(to: Size(columns: 80, rows: 24)) }
        try body(screen)
    }

    private func expect(_ screen: CursesScreen, shows grid: CellGrid) {
        for row in 0..<grid.size.rows {
            for column in 0..<grid.size.columns {
                let cell = grid[column: column, row: row]
                guard !cell.isContinuation else { continue }
                let text = read(screen, column: column, row: row).text
                #expect(text == cell.grapheme.text, "row \(row), column \(column)")
            }
        }
    }

    private func read(_ screen: CursesScreen, column: Int, row: Int) -> (
        text: String, attributes: attr_t, pair: Int32
    ) {
        var complex = cchar_t()
        mvwin_wch(screen.window, Int32(row), Int32(column), &complex)
        var scalars = [wchar_t](repeating: 0, count: Int(CCHARW_MAX) + 1)
        var attributes: attr_t = 0
        var short: Int16 = 0
        var pair: Int32 = 0
        getcchar(&complex, &scalars, &attributes, &short, &pair)
        var text = String.UnicodeScalarView()
        for value in scalars.prefix(while: { $0 != 0 }) {
            text.append(Unicode.Scalar(UInt32(bitPattern: value)) ?? "\u{FFFD}")
        }
        // Reading moves the cursor of the window.
        return (String(text), attributes, pair)
    }
}
