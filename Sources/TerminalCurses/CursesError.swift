/// Why the console cannot take over a terminal, and what to do about it.
public enum CursesError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Input or output is a file or a pipe.
    case notATerminal
    /// Neither the terminal's own description nor that of xterm-256color is installed.
    case unknownTerminal(name: String)
    /// The terminal cannot write where it is told to.
    case cannotMove(name: String)

    /// What is the matter, as a part of a sentence.
    public var problem: String {
        switch self {
        case .notATerminal: "this is a file or a pipe, not a terminal"
        case .unknownTerminal(let name): "there is no description of the terminal “\(name)”"
        case .cannotMove(let name): "the terminal “\(name)” cannot place text on its screen"
        }
    }

    /// What to do, as a part of a sentence.
    public var remedy: String {
        switch self {
        case .notATerminal: "start it in a terminal"
        case .unknownTerminal: "install ncurses-term, or set TERM=xterm-256color"
        case .cannotMove: "use another terminal, or set TERM to what this one is"
        }
    }

    /// The error and what to do.
    public var description: String { "\(problem): \(remedy)" }
}
