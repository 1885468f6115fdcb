public import TerminalCore

/// What one scope of a theme says; what it leaves out comes from the scope's parent.
public struct ThemeEntry: Hashable, Sendable {
    /// The colour of the text, if the scope names one.
    public var foreground: Color?
    /// The colour behind it, if the scope names one.
    public var background: Color?
    /// The attributes that the scope turns on.
    public var attributes: Attributes

    /// An entry.
    public init(foreground: Color? = nil, background: Color? = nil, attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The entry as a style.
    var style: Style {
        Style(
            foreground: foreground ?? .standard, background: background ?? .standard, attributes: attributes)
    }
}
