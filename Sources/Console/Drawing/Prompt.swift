import TerminalCore
import Widgets

/// A question for one line of text, asked at the foot of a screen.
struct Prompt: Hashable, Sendable {
    /// What it is asked for.
    let id: String
    /// What is asked.
    let label: String
    /// What is typed.
    var field: TextField
    /// What is wrong with what was typed; nil when nothing is.
    var problem: String?

    /// What a key led to.
    enum Outcome: Hashable, Sendable {
        /// The text was given.
        case answered(String)
        /// The person wants to go back.
        case cancelled
        /// The question stays open.
        case editing
    }

    /// A question.
    init(_ id: String, _ label: String, text: String = "", placeholder: String) {
        (self.id, self.label) = (id, label)
        field = TextField(text, placeholder: placeholder)
    }

    /// Takes any key: Enter answers, Escape leaves, everything else edits.
    mutating func handle(_ key: Key) -> Outcome {
        switch key {
        case .enter: return .answered(field.text)
        case .escape, .control("c"): return .cancelled
        default:
            if field.handle(key) { problem = nil }
            return .editing
        }
    }

    /// Draws the question over the last rows of the region.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let rows = min(3, canvas.size.rows)
        let room = Rectangle(
            column: 0, row: canvas.size.rows - rows, columns: canvas.size.columns, rows: rows)
        canvas.within(room) { box in
            box.fill(style: theme.style(.dialog))
            box.drawRule(row: 0, theme: theme, .focusedBorder)
            let used = box.draw(
                "\(label) ", at: Position(column: 1, row: 1), theme: theme, .fieldLabel,
                limit: box.size.columns / 2)
            let field = Rectangle(
                column: used + 1, row: 1, columns: box.size.columns - used - 2, rows: 1)
            box.within(field) { self.field.draw(in: &$0, theme: theme, isFocused: true) }
            if let problem {
                box.draw(
                    "\(box.glyphs.bad) \(problem)", at: Position(column: 1, row: 2), theme: theme, .error)
            } else {
                box.draw("Enter goes on, Esc leaves", at: Position(column: 1, row: 2), theme: theme, .dim)
            }
        }
    }
}
