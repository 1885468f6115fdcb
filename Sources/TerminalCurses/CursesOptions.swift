/// What a person may choose about the terminal.
public struct CursesOptions: Hashable, Sendable {
    /// Whether colours are left out, as `NO_COLOR` asks.
    public var withoutColor: Bool
    /// Whether mouse presses and the wheel are reported; they take away the terminal's own selection.
    public var mouse: Bool

    /// Options.
    public init(withoutColor: Bool = false, mouse: Bool = false) {
        self.withoutColor = withoutColor
        self.mouse = mouse
    }

    /// The options that an environment asks for.
    public init(environment: [String: String]) {
        self.init(withoutColor: environment["NO_COLOR"]?.isEmpty == false)
    }
}
