/// How a cell looks: its colours and attributes.
public struct Style: Hashable, Sendable {
    /// The colour of the grapheme.
    public var foreground: Color
    /// The colour behind it.
    public var background: Color
    /// Bold, underline and the like.
    public var attributes: Attributes

    /// A style; without arguments the terminal's own.
    public init(
        foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own look.
    public static let plain = Style()

    /// This style laid over another: where it names no colour, the other's shows; attributes add up.
    public func over(_ base: Style) -> Style {
        Style(
            foreground: foreground == .standard ? base.foreground : foreground,
            background: background == .standard ? base.background : background,
            attributes: attributes.union(base.attributes))
    }

    /// The nearest style that a terminal of this depth shows.
    public func reduced(to depth: ColorDepth) -> Style {
        Style(
            foreground: foreground.reduced(to: depth), background: background.reduced(to: depth),
            attributes: depth == .none ? [] : attributes)
    }
}
