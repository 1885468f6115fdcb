/// What kind of program has a store open: the log says it of what a program does by itself.
package enum ProgramKind: String, Hashable, Sendable, CaseIterable {
    /// A console, at which somebody sits.
    case console
    /// One command of the command line.
    case command
    case server
}
