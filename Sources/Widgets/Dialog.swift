public import TerminalCore

/// A question over the screen, answered by a key of its own.
public struct Dialog: Hashable, Sendable {
    /// One answer.
    public struct Answer: Hashable, Sendable, Identifiable {
        /// What it is called in code.
        public let id: String
        /// What it does.
        public let label: String
        /// The key that gives it.
        public let key: Key

        /// An answer.
        public init(_ id: String, _ label: String, key: Key) {
            self.id = id
            self.label = label
            self.key = key
        }
    }

    /// What a key led to.
    public enum Outcome: Hashable, Sendable {
        /// The answer of this id was given.
        case answered(String)
        /// The person wants to go back.
        case cancelled
        /// The question stays open.
        case ignored
    }

    /// The heading.
    public let title: String
    /// What is asked.
    public let lines: [StyledLine]
    /// The answers, beside Escape.
    public let answers: [Answer]
    /// The id of the answer that Enter gives; nil for an act that cannot be undone or changes money or access.
    public let enterAnswer: String?

    /// A question; without `enterAnswer` Enter does nothing, and the frame warns.
    public init(title: String, lines: [StyledLine], answers: [Answer], enterAnswer: String? = nil) {
        self.title = title
        self.lines = lines
        self.answers = answers
        self.enterAnswer = enterAnswer
    }

    /// Takes any key; what answers nothing leaves the question open.
    public func handle(_ key: Key) -> Outcome {
        if key == .escape || key == .control("c") { return .cancelled }
        if key == .enter { return enterAnswer.map { .answered($0) } ?? .ignored }
        guard let answer = answers.first(where: { $0.key == key }) else { return .ignored }
        return .answered(answer.id)
    }

    /// Draws the question in the middle; when there is no room, the text is cut and the answers stay.
    public func draw(in canvas: inout Canvas, theme: Theme) {
        let available = max(1, min(64, canvas.size.columns - 6))
        let body = lines.flatMap { $0.wrapped(to: available) }
        let answers = answerLine.wrapped(to: available)
        let width = (body + answers + [StyledLine(title)]).map(\.columns).max() ?? 0
        let size = Size(columns: min(max(width, 24), available) + 6, rows: body.count + answers.count + 3)
        let isDangerous = enterAnswer == nil
        canvas.within(canvas.bounds.centered(size)) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(
                title: StyledLine(
                    isDangerous ? "\(box.glyphs.alert) \(title)" : title,
                    isDangerous ? .dangerousDialog : .dialogTitle),
                theme: theme, isDangerous ? .dangerousDialog : .focusedBorder)
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
        let all = answers + [Answer("", "back", key: .escape)]
        return StyledLine(
            all.enumerated().flatMap { index, answer in
                [TextSpan((index == 0 ? "" : "   ") + answer.key.label, .key), TextSpan(" " + answer.label)]
            })
    }
}
