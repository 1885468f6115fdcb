/// What a person may choose about the terminal.
public struct CursesOptions: Hashable, Sendable {
    /// Whether colours are left out, as `NO_COLOR` asks.
    public var withoutColor: Bool
    /// How long a lone Escape waits for the rest of a key's sequence, in milliseconds.
    public var escapeDelay: Int

    /// Options.
    public init(withoutColor: Bool = false, escapeDelay: Int = 25) {
        self.withoutColor = withoutColor
        self.escapeDelay = escapeDelay
    }

    /// The options that an environment asks for; `ESCDELAY` as every curses program reads it.
    public init(environment: [String: String]) {
        let delay = environment["ESCDELAY"].flatMap { Int($0) }.map { min(max(0, $0), 5000) }
        self.init(withoutColor: environment["NO_COLOR"]?.isEmpty == false, escapeDelay: delay ?? 25)
    }
}
