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
    ///
    /// A base that names both its colours keeps them: only then is the text on it sure to be legible.
    public func style(_ scope: StyleName, over base: StyleName?) -> Style {
        guard let base else { return style(scope) }
        let lower = style(base)
        guard scope != .text, let entry = entry(scope, below: .text) else { return lower }
        if let under = self.entry(base), under.foreground != nil, under.background != nil {
            return Style(attributes: entry.attributes).over(lower)
        }
        return entry.style.over(lower)
    }

    /// The scopes this theme names itself.
    public var scopes: Set<StyleName> { Set(entries.keys) }

    /// This theme's entries laid over those of the theme it inherits.
    func inheriting(_ parent: Theme) -> Theme {
        Theme(name: name, entries: parent.entries.merging(entries) { _, own in own })
    }

    /// The scope's own entry or its nearest parent's, looked for up to `top` but not there.
    private func entry(_ scope: StyleName, below top: StyleName? = nil) -> ThemeEntry? {
        var candidate: StyleName? = scope
        while let current = candidate, current != top {
            if let entry = entries[current] { return entry }
            candidate = current.parent
        }
        return nil
    }
}
