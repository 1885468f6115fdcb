/// Why the console cannot take over a terminal, and what to do about it.
public enum CursesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Input or output is a file or a pipe.
    case notATerminal
    /// Neither the terminal's own description nor that of xterm-256color is installed.
    case unknownTerminal(name: String)
    /// The terminal cannot write where it is told to.
    case cannotMove(name: String)

    /// The error in one sentence and what to do in another.
    public var description: String {
        switch self {
        case .notATerminal:
            "The console needs a terminal, and this is a file or a pipe. Use the commands with --json instead."
        case .unknownTerminal(let name):
            "There is no description of the terminal “\(name)”. Install ncurses-term, or set TERM=xterm-256color."
        case .cannotMove(let name):
            "The terminal “\(name)” cannot place text on its screen. Use another one, or the commands with --json."
        }
    }
}
