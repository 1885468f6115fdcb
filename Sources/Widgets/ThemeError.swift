/// Why a theme cannot be used, and what to do about it.
public struct ThemeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, or the name of a theme that is compiled in.
    public let file: String
    /// The line, from 1, when it is known.
    public let line: Int?
    /// What is wrong.
    public let problem: String
    /// What to do.
    public let remedy: String

    /// An error in a theme.
    public init(file: String, line: Int? = nil, problem: String, remedy: String) {
        self.file = file
        self.line = line
        self.problem = problem
        self.remedy = remedy
    }

    /// The error in one sentence: where, and what is wrong there.
    public var place: String { "\(line.map { "\(file):\($0)" } ?? file): \(problem)" }

    /// The error in one sentence and what to do in another.
    public var description: String { "\(place). \(remedy)." }
}
