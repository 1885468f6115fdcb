public import TerminalCore

/// The line of keys that work here now: as many as fit, the most useful first, never more than eight.
public struct Footer: Hashable, Sendable {
    /// The most hints that are shown.
    public static let maximumHints = 8

    private let commands: [Command]

    /// The footer of a table; what is not possible now or asks for no place is left out.
    public init(_ keys: KeyMap) {
        commands = keys.commands
            .filter { $0.isEnabled && $0.footerPriority != nil && !$0.keys.isEmpty }
            .sorted { ($0.footerPriority ?? 0) < ($1.footerPriority ?? 0) }
    }

    /// Draws the hints on the first row.
    public func draw(in canvas: inout Canvas, theme: Theme) {
        canvas.draw(line(fitting: canvas.size.columns - 2), at: Position(column: 1, row: 0), theme: theme)
    }

    /// The hints that fit a width, in the order of their priority.
    public func line(fitting columns: Int) -> StyledLine {
        var line = StyledLine()
        for command in commands.prefix(Self.maximumHints) {
            guard let key = command.keys.first else { continue }
            let hint: StyledLine = [TextSpan(key.label, .key), TextSpan(" " + command.label, .keyLabel)]
            let longer = line.spans.isEmpty ? hint : line + "  " + hint
            // A shorter hint of less weight may still fit where a longer one did not.
            if longer.columns <= columns { line = longer }
        }
        return line
    }
}
