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
            if field.handle(key) { problem = field.fullness }
            return .editing
        }
    }

    /// Takes a pasted text.
    mutating func paste(_ text: String) {
        field.paste(text)
        problem = field.fullness
    }

    /// Draws the question over the last rows of the region.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let problem = problem.map {
            StyledLine("\(canvas.glyphs.bad) \($0)", .error).wrapped(to: canvas.size.columns - 2, indent: 2)
        }
        let rows = min(2 + (problem?.count ?? 1), canvas.size.rows)
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
                _ = box.draw(problem, from: 2, until: rows, theme: theme)
            } else {
                box.draw("Enter goes on, Esc leaves", at: Position(column: 1, row: 2), theme: theme, .dim)
            }
        }
    }
}
