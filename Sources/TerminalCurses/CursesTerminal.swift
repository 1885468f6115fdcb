import CTerminal
import Dispatch
import Glibc
package import TerminalCore

/// The terminal that the process was started on, by way of curses: `CursesScreen` draws, `TerminalInput` reads. One
/// at a time.
@MainActor
package final class CursesTerminal: Terminal {
    /// What is written to give the terminal back: paste and keypad modes off, cursor on, first screen.
    private static let resetting = "\u{1B}[?2004l\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
    /// How long the process may take to end after a signal asked it to, in milliseconds; then it is ended.
    private static let grace: Int32 = 700

    /// Columns and rows now.
    package private(set) var size: Size
    /// How many colours the terminal shows.
    package var depth: ColorDepth { screen.depth }
    /// Everything that happens; for one reader, and finished by `close()`.
    package nonisolated let events = EventQueue()
    /// A sentence for the message line when the terminal's own description is missing; nil normally.
    package let notice: String?

    private let screen: CursesScreen
    private let input: TerminalInput
    private var sources: [any DispatchSourceProtocol] = []
    private var isOpen = true

    /// Takes the terminal over; `ct_set_utf8_locale` and `forgetPinnedSize` come first.
    package init(_ options: CursesOptions = CursesOptions()) throws(CursesError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .notATerminal }
        _ = ct_guard_terminal(STDOUT_FILENO, Self.resetting)
        do {
            screen = try CursesScreen(
                input: STDIN_FILENO, output: STDOUT_FILENO, name: nil, withoutColor: options.withoutColor)
        } catch {
            ct_release_terminal()
            throw error
        }
        guard screen.movesCursor else {
            screen.close()
            ct_release_terminal()
            throw .cannotMove(name: getenv("TERM").map { String(cString: $0) } ?? "")
        }
        let decoder = InputDecoder(sequences: .ofTerminal(), escapeDelay: options.escapeDelay)
        input = TerminalInput(STDIN_FILENO, decoder, deliver: events.post)
        size = screen.size
        notice = screen.replacementName.map { "This terminal's description is missing; using \($0)." }
        setBracketedPaste(true)
        listen()
    }

    /// Removes `LINES` and `COLUMNS`, which would pin the size; to be called before any thread starts.
    package static func forgetPinnedSize() {
        unsetenv("LINES")
        unsetenv("COLUMNS")
    }

    /// Shows a grid, with the cursor on a position or hidden.
    package func present(_ grid: CellGrid, cursor: Position?) {
        guard isOpen else { return }
        screen.present(grid, cursor: cursor)
    }

    /// Stops the process as ^Z does; `.resumed` follows when it goes on.
    package func suspend() {
        guard isOpen else { return }
        setBracketedPaste(false)
        screen.leave()
        ct_stop_process()
        resume()
    }

    /// Asks the terminal to put a text on the person's clipboard; false when it has none or the text is too long.
    @discardableResult
    package func copy(_ text: String) -> Bool {
        // The kernel's console knows no such sequence and would show it.
        let isKernelConsole = getenv("TERM").map { String(cString: $0).hasPrefix("linux") } ?? false
        guard isOpen, !isKernelConsole, let bytes = Clipboard.sequence(text) else { return false }
        return screen.write(bytes)
    }

    /// Gives the terminal back; more calls do nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        for source in sources { source.cancel() }
        sources.removeAll()
        input.close()
        setBracketedPaste(false)
        screen.close()
        ct_release_terminal()
        ct_restore_signal(SIGTSTP)
        ct_stop_hearing_endings()
        events.finish()
    }

    /// Puts an event of the application's own among the others, from any thread.
    package nonisolated func post(_ event: Event) {
        events.post(event)
    }

    private func listen() {
        // Left to curses, these would end the process before the store is closed.
        input.hearEndings(from: ct_hear_endings(Self.grace))
        // Left to curses, this would stop it while another thread draws: the main actor of an asynchronous `main`
        // does not stay on the main thread.
        ct_ignore_signal(SIGTSTP)
        on(SIGWINCH) { $0.takeSizeOver() }
        on(SIGTSTP) { $0.suspend() }
        on(SIGCONT) { $0.resume() }
    }

    private func on(_ number: Int32, _ act: @escaping @MainActor @Sendable (CursesTerminal) -> Void) {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated { if let self, self.isOpen { act(self) } }
        }
        source.resume()
        sources.append(source)
    }

    private func takeSizeOver() {
        var (columns, rows): (Int32, Int32) = (0, 0)
        if ct_window_size(STDOUT_FILENO, &columns, &rows) {
            screen.resize(to: Size(columns: Int(columns), rows: Int(rows)))
        }
        if size != screen.size {
            size = screen.size
            post(.resize(size))
        }
    }

    private func resume() {
        screen.reenter()
        setBracketedPaste(true)
        takeSizeOver()
        post(.resumed)
    }

    private func setBracketedPaste(_ isOn: Bool) {
        let bytes = Array("\u{1B}[?2004\(isOn ? "h" : "l")".utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

/// What a person may choose about the terminal.
package struct CursesOptions: Hashable, Sendable {
    /// Whether colours are left out, as `NO_COLOR` asks.
    package var withoutColor: Bool
    /// How long a lone Escape waits for the rest of a key's sequence, in milliseconds.
    package var escapeDelay: Int

    package init(withoutColor: Bool = false, escapeDelay: Int = 25) {
        self.withoutColor = withoutColor
        self.escapeDelay = escapeDelay
    }

    /// The options that an environment asks for; `ESCDELAY` as every curses program reads it.
    package init(environment: [String: String]) {
        let delay = environment["ESCDELAY"].flatMap { Int($0) }.map { min(max(0, $0), 5000) }
        self.init(withoutColor: environment["NO_COLOR"]?.isEmpty == false, escapeDelay: delay ?? 25)
    }
}

/// Why the console cannot take over a terminal, and what to do about it.
package enum CursesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Input or output is a file or a pipe.
    case notATerminal
    /// Neither the terminal's own description nor that of xterm-256color is installed.
    case unknownTerminal(name: String)
    /// The terminal cannot write where it is told to.
    case cannotMove(name: String)

    /// What is the matter, as a part of a sentence.
    package var problem: String {
        switch self {
        case .notATerminal: "this is a file or a pipe, not a terminal"
        case .unknownTerminal(let name): "there is no description of the terminal “\(name)”"
        case .cannotMove(let name): "the terminal “\(name)” cannot place text on its screen"
        }
    }

    /// What to do, as a part of a sentence.
    package var remedy: String {
        switch self {
        case .notATerminal: "start it in a terminal"
        case .unknownTerminal: "install ncurses-term, or set TERM=xterm-256color"
        case .cannotMove: "use another terminal, or set TERM to what this one is"
        }
    }

    /// The error and what to do.
    package var description: String { "\(problem): \(remedy)" }
}
