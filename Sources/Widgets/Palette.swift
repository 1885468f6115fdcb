package import TerminalCore

/// A list of all commands of a place, filtered while typing.
package struct Palette: Hashable, Sendable {
    /// What a key led to.
    package enum Outcome: Hashable, Sendable {
        /// The palette took the key and stays open.
        case handled
        /// Nothing fits what was typed, so that nothing can be chosen; it stays open.
        case nothing
        /// A possible command was chosen.
        case chosen(CommandID)
        /// A command was chosen that is not possible now, and why.
        case refused(reason: String)
        /// The person wants to go back.
        case cancelled
    }

    private let commands: [Command]
    private var query = TextField(placeholder: "Type to find a command")
    private var selected = 0

    /// A palette over a table.
    package init(_ keys: KeyMap) {
        commands = keys.commands
    }

    /// The commands that match what was typed, the better matches first.
    package var matches: [Command] {
        let ranked = commands.enumerated().compactMap { index, command in
            SubsequenceMatch(query.text, in: command.title).map { (command, $0.penalty, index) }
        }
        return ranked.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
    }

    /// The command that Enter would choose.
    package var selection: Command? {
        let matches = matches
        return matches.isEmpty ? nil : matches[min(selected, matches.count - 1)]
    }

    /// Takes any key: arrows choose, Enter runs, Escape leaves, everything else edits the query.
    package mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .escape, .control("c"): return .cancelled
        case .enter: return outcomeOfSelection
        case .down, .control("n"), .tab: move(by: 1)
        case .up, .control("p"), .backtab: move(by: -1)
        case .pageDown: move(by: 10)
        case .pageUp: move(by: -10)
        default: if query.handle(key) { selected = 0 }
        }
        return .handled
    }

    /// Takes a pasted text into the query.
    package mutating func paste(_ text: String) {
        query.paste(text)
        selected = 0
    }

    /// Draws the palette in the upper middle, over what is there.
    package func draw(in canvas: inout Canvas, theme: Theme) {
        let matches = matches
        let size = Size(
            columns: min(96, canvas.size.columns), rows: min(max(5, matches.count + 4), canvas.size.rows))
        var box = canvas.bounds.centered(size)
        box.origin.row = min(box.origin.row, max(0, canvas.size.rows / 8))
        canvas.within(box) { panel in
            panel.fill(style: theme.style(.dialog))
            panel.drawBox(
                title: "Commands", trailing: StyledLine("\(matches.count)"), theme: theme, .focusedBorder)
            panel.within(panel.bounds.inset(columns: 2)) { inner in
                inner.within(Rectangle(column: 2, row: 0, columns: inner.size.columns - 2, rows: 1)) {
                    query.draw(in: &$0, theme: theme, isFocused: true)
                }
                inner.draw(">", at: .zero, theme: theme, .key)
                // What has no room in its row stands whole below all of them.
                let whole = selectionWhole(columns: inner.size.columns)
                let rows = max(1, inner.size.rows - 2 - whole.count)
                inner.within(Rectangle(column: 0, row: 2, columns: inner.size.columns, rows: rows)) {
                    drawMatches(matches, in: &$0, theme: theme)
                }
                for (row, line) in whole.enumerated() {
                    inner.draw(line, at: Position(column: 2, row: 2 + rows + row), theme: theme)
                }
            }
        }
    }

    private func drawMatches(_ matches: [Command], in canvas: inout Canvas, theme: Theme) {
        guard !matches.isEmpty else {
            canvas.draw("Nothing fits: try another word, or Esc", at: .zero, theme: theme, .dim)
            return
        }
        let selected = min(selected, matches.count - 1)
        let first = max(0, selected - canvas.size.rows + 1)
        for (row, command) in matches.dropFirst(first).prefix(canvas.size.rows).enumerated() {
            let base: StyleName? = first + row == selected ? .selection : nil
            canvas.fill(canvas.bounds.row(row), style: theme.style(base ?? .dialog))
            let pointer = first + row == selected ? canvas.glyphs.pointer : " "
            canvas.within(canvas.bounds.row(row)) { line in
                let keys = StyledLine(command.keyLabels, .key)
                line.draw(
                    Self.line(command, pointer: pointer), at: .zero, theme: theme, over: base,
                    limit: line.size.columns - keys.columns - 1)
                line.drawTrailing(keys, row: 0, theme: theme, over: base)
            }
        }
    }

    /// The selected command and why it is not possible, where its row is too short for that.
    private func selectionWhole(columns: Int) -> [StyledLine] {
        guard let command = selection else { return [] }
        let line = Self.line(command, pointer: " ")
        let room = columns - StyledLine(command.keyLabels, .key).columns - 1
        guard line.columns > room else { return [] }
        return StyledLine(Array(line.spans.dropFirst())).wrapped(to: columns - 2)
    }

    private static func line(_ command: Command, pointer: String) -> StyledLine {
        guard let reason = command.disabledReason else {
            return [TextSpan(pointer + " "), TextSpan(command.title)]
        }
        return [
            TextSpan(pointer + " "), TextSpan(command.title, .disabled),
            TextSpan(" (not now: \(reason))", .disabled),
        ]
    }

    private mutating func move(by distance: Int) {
        selected = max(0, min(matches.count - 1, selected + distance))
    }

    private var outcomeOfSelection: Outcome {
        guard let command = selection else { return .nothing }
        if let reason = command.disabledReason { return .refused(reason: reason) }
        return .chosen(command.id)
    }
}

/// Whether the letters of a query appear in a text in their order, and how well.
struct SubsequenceMatch: Hashable, Sendable {
    /// How bad the match is: zero for a text that begins with the query, more for gaps and a later start.
    let penalty: Int

    /// A match, case ignored; nil when a letter is missing. An empty query matches everything.
    init?(_ query: String, in text: String) {
        let wanted = Array(query.lowercased().filter { !$0.isWhitespace })
        let letters = Array(text.lowercased())
        var penalty = 0
        var next = 0
        var previous: Int?
        for (index, letter) in letters.enumerated() where next < wanted.count && letter == wanted[next] {
            let isWordStart = index == 0 || letters[index - 1].isWhitespace
            let gap = previous.map { index - $0 - 1 } ?? index
            // A jump to the start of a later word is how people abbreviate: it costs little.
            penalty += gap == 0 ? 0 : isWordStart ? 1 : 2 + gap
            previous = index
            next += 1
        }
        guard next == wanted.count else { return nil }
        self.penalty = penalty
    }
}
