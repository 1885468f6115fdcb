import TerminalCore

/// Makes text from outside safe to print: no control byte of it reaches the terminal.
enum Printable {
    /// A line as it may be printed.
    static func line(_ text: String) -> String { DisplayText(text).text }
}
