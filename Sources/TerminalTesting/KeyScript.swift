public import TerminalCore
public import Testing

/// Keys written as `/yamada<Enter>`; a test fails where a key's name is unknown.
public struct KeyScript: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The keys in order; none when the script was wrong.
    public let keys: [Key]

    /// A script; an unknown name is reported as an issue of the running test.
    public init(_ notation: String, sourceLocation: SourceLocation = #_sourceLocation) {
        if let keys = Key.sequence(notation) {
            self.keys = keys
        } else {
            keys = []
            Issue.record("“\(notation)” names an unknown key", sourceLocation: sourceLocation)
        }
    }

    /// A script.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
