public import TerminalCore

/// Every command of a place with its keys; those not possible now with the reason.
public struct HelpPanel: Hashable, Sendable {
    private var view: ScrollView

    /// The help of a table.
    public init(_ keys: KeyMap) {
        let shown = keys.commands.map { DisplayText.columns(of: $0.keyLabels) }.max() ?? 0
        let width = min(18, shown)
        var lines: [StyledLine] = []
        for section in keys.sections {
            if !lines.isEmpty { lines.append("") }
            lines.append(StyledLine(section.title, .title))
            lines += section.commands.map { Self.line($0, keyWidth: width) }
        }
        view = ScrollView(lines, indent: width + 4)
    }

    /// Takes a key that scrolls; `size` is the whole room it is drawn in. False for every other key.
    public mutating func handle(_ key: Key, in size: Size) -> Bool {
        view.handle(key, in: Rectangle(size: size).inset(columns: 2).size)
    }

    /// Draws the panel over everything.
    public func draw(in canvas: inout Canvas, theme: Theme) {
        canvas.fill(style: theme.style(.text))
        canvas.drawBox(title: StyledLine("Help"), trailing: "Esc closes", theme: theme, .focusedBorder)
        canvas.within(canvas.bounds.inset(columns: 2)) { view.draw(in: &$0, theme: theme) }
    }

    private static func line(_ command: Command, keyWidth: Int) -> StyledLine {
        let gap = max(2, keyWidth + 2 - DisplayText.columns(of: command.keyLabels))
        let keys = TextSpan("  " + command.keyLabels + String(repeating: " ", count: gap), .key)
        guard let reason = command.disabledReason else { return [keys, TextSpan(command.title)] }
        return [keys, TextSpan(command.title, .disabled), TextSpan("  (not now: \(reason))", .disabled)]
    }
}
