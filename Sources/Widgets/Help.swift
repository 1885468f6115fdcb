package import TerminalCore

/// A text over everything, scrolled like a page: the help, or the messages.
///
/// Help, footer and docs/keys.md stand in one file, because all three are made of the commands of a ``KeyMap``.
package struct TextPanel: Hashable, Sendable {
    private let title: String
    private var view: ScrollView

    /// A panel of lines, of which those that go on are moved in.
    package init(_ title: String, _ lines: [StyledLine], indent: Int) {
        (self.title, view) = (title, ScrollView(lines, indent: indent))
    }

    /// Every command of a place with its keys; those not possible now with the reason.
    package static func help(_ keys: KeyMap) -> TextPanel {
        let shown = keys.commands.map { DisplayText.columns(of: $0.keyLabels) }.max() ?? 0
        let width = min(18, shown)
        let sections = keys.sections.map { section in
            [StyledLine(section.title, .title)] + section.commands.map { line($0, keyWidth: width) }
        }
        return TextPanel("Help", Array(sections.joined(separator: [""])), indent: width + 4)
    }

    /// Takes a key that scrolls; `size` is the whole room it is drawn in. False for every other key.
    package mutating func handle(_ key: Key, in size: Size) -> Bool {
        view.handle(key, in: Rectangle(size: size).inset(columns: 2).size)
    }

    /// Draws the panel over everything.
    package func draw(in canvas: inout Canvas, theme: Theme) {
        canvas.fill(style: theme.style(.text))
        canvas.drawBox(title: StyledLine(title), trailing: "Esc closes", theme: theme, .focusedBorder)
        canvas.within(canvas.bounds.inset(columns: 2)) { view.draw(in: &$0, theme: theme) }
    }

    private static func line(_ command: Command, keyWidth: Int) -> StyledLine {
        let gap = max(2, keyWidth + 2 - DisplayText.columns(of: command.keyLabels))
        let keys = TextSpan("  " + command.keyLabels + String(repeating: " ", count: gap), .key)
        guard let reason = command.disabledReason else { return [keys, TextSpan(command.title)] }
        return [keys, TextSpan(command.title, .disabled), TextSpan("  (not now: \(reason))", .disabled)]
    }
}

/// The line of keys that work here now: as many as fit, the most useful first, never more than eight.
package struct Footer: Hashable, Sendable {
    /// The most hints that are shown.
    package static let maximumHints = 8

    private let commands: [Command]

    /// The footer of a table; what is not possible now or asks for no place is left out.
    package init(_ keys: KeyMap) {
        commands = keys.commands
            .filter { $0.isEnabled && $0.footerPriority != nil && !$0.keys.isEmpty }
            .sorted { ($0.footerPriority ?? 0) < ($1.footerPriority ?? 0) }
    }

    /// Draws the hints on the first row.
    package func draw(in canvas: inout Canvas, theme: Theme) {
        canvas.draw(line(fitting: canvas.size.columns - 2), at: Position(column: 1, row: 0), theme: theme)
    }

    /// The hints that fit a width, in the order of their priority.
    package func line(fitting columns: Int) -> StyledLine {
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

/// The documentation of keys, made from the same tables as everything else.
package enum KeyReference {
    /// Markdown with one table per section of each place.
    package static func markdown(title: String, introduction: String, places: [(name: String, keys: KeyMap)])
        -> String
    {
        var lines = ["# \(title)", "", introduction, ""]
        for place in places {
            lines += ["## \(place.name)", ""]
            for section in place.keys.sections {
                lines += ["### \(section.title)", "", "| keys | what | command |", "| --- | --- | --- |"]
                lines += section.commands.map(row)
                lines.append("")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ command: Command) -> String {
        let keys = command.keys.map { "`\($0.label)`" }.joined(separator: " ")
        return "| \(escaped(keys)) | \(escaped(command.title)) | `\(command.id)` |"
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
