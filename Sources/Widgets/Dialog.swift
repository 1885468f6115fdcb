package import TerminalCore

/// A question over the screen before something is done that matters.
///
/// It is answered by a key of its own, never by the one that led here: Enter and Escape both go back, so that keys
/// typed out of habit do nothing.
package struct Dialog: Hashable, Sendable {
    /// One answer.
    package struct Answer: Hashable, Sendable, Identifiable {
        /// What it is called in code.
        package let id: String
        package let label: String
        /// The key that gives it.
        package let key: Key

        package init(_ id: String, _ label: String, key: Key) {
            self.id = id
            self.label = label
            self.key = key
        }
    }

    /// What a key led to.
    package enum Outcome: Hashable, Sendable {
        /// The answer of this id was given.
        case answered(String)
        /// The person wants to go back.
        case cancelled
        /// The question stays open.
        case ignored
    }

    /// The key that answers yes to every question of doing something.
    package static let yes: Key = "y"

    /// The heading.
    package let title: String
    /// What is asked.
    package let lines: [StyledLine]
    /// The answers, beside going back.
    package let answers: [Answer]

    package init(title: String, lines: [StyledLine], answers: [Answer]) {
        self.title = title
        self.lines = lines
        self.answers = answers
    }

    /// Takes any key; what answers nothing leaves the question open.
    package func handle(_ key: Key) -> Outcome {
        if [.escape, .enter, .control("c")].contains(key) { return .cancelled }
        guard let answer = answers.first(where: { $0.key == key }) else { return .ignored }
        return .answered(answer.id)
    }

    /// Draws the question in the middle; when there is no room, the text is cut and the answers stay.
    package func draw(in canvas: inout Canvas, theme: Theme) {
        let available = max(1, min(64, canvas.size.columns - 6))
        let body = lines.flatMap { $0.wrapped(to: available) }
        let answers = answerLine.wrapped(to: available)
        let width = (body + answers + [StyledLine("  \(title)")]).map(\.columns).max() ?? 0
        let size = Size(columns: min(max(width, 24), available) + 6, rows: body.count + answers.count + 3)
        canvas.within(canvas.bounds.centered(size)) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(
                title: StyledLine("\(box.glyphs.alert) \(title)", .dangerousDialog), theme: theme,
                .dangerousDialog)
            box.within(box.bounds.inset(columns: 3)) { inner in
                let first = max(0, inner.size.rows - answers.count)
                // The blank line above the answers is the first to go.
                for (row, line) in body.prefix(first).enumerated() {
                    inner.draw(line, at: Position(column: 0, row: row), theme: theme, over: .dialog)
                }
                for (row, line) in answers.enumerated() {
                    inner.draw(line, at: Position(column: 0, row: first + row), theme: theme, over: .dialog)
                }
                inner.placeCursor(at: Position(column: 0, row: first))
            }
        }
    }

    private var answerLine: StyledLine {
        let all = answers + [Answer("", "back", key: .enter)]
        return StyledLine(
            all.enumerated().flatMap { index, answer in
                [TextSpan((index == 0 ? "" : "   ") + answer.key.label, .key), TextSpan(" " + answer.label)]
            })
    }
}
