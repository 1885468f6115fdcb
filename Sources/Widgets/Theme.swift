public import TerminalCore

/// Says how every scope looks.
public struct Theme: Hashable, Sendable {
    /// The name people choose it by.
    public let name: String
    private let entries: [StyleName: ThemeEntry]

    /// A theme of entries.
    public init(name: String, entries: [StyleName: ThemeEntry]) {
        self.name = name
        self.entries = entries
    }

    /// How a scope looks: its own entry, else its nearest parent's, and what that leaves open as `text` says.
    public func style(_ scope: StyleName) -> Style {
        let base = entries[.text]?.style ?? .plain
        guard let entry = entry(scope) else { return base }
        return Style(
            foreground: entry.foreground ?? base.foreground, background: entry.background ?? base.background,
            attributes: entry.attributes)
    }

    /// How a scope looks on top of another, for example a status within a selected row.
    public func style(_ scope: StyleName, over base: StyleName?) -> Style {
        guard let base else { return style(scope) }
        return (entry(scope)?.style ?? .plain).over(style(base))
    }

    /// The scopes this theme names itself.
    public var scopes: Set<StyleName> { Set(entries.keys) }

    /// This theme's entries laid over those of the theme it inherits.
    func inheriting(_ parent: Theme) -> Theme {
        Theme(name: name, entries: parent.entries.merging(entries) { _, own in own })
    }

    private func entry(_ scope: StyleName) -> ThemeEntry? {
        var candidate: StyleName? = scope
        while let current = candidate {
            if let entry = entries[current] { return entry }
            candidate = current.parent
        }
        return nil
    }
}
