import Purchases
import TerminalCore
import Widgets

/// What is looked for: a line that is typed, or a long text that was pasted and is kept beside the line.
struct SearchBox: Hashable, Sendable {
    private var field = TextField(placeholder: "order id, transaction id, UUID, e-mail, customer id or name")
    private var pasted: String?
    /// Which of the last searches is shown, the last one 0; nil for none of them.
    private var recalled: Int?
    /// Whether what is typed next takes the place of the text.
    private(set) var isReplaced = false

    /// A longer text is not shown in the line: editing it there would make no sense.
    private static let longestLine = 200

    /// What is looked for, without blanks around.
    var query: String { pasted ?? SearchBox.trimmed(field.text) }

    /// What was typed, without blanks around; empty for a pasted text.
    var typed: String { pasted == nil ? query : "" }

    /// Whether nothing is looked for.
    var isEmpty: Bool { pasted == nil && field.isEmpty }

    /// Empties it.
    mutating func clear() {
        field.set("")
        (pasted, recalled, isReplaced) = (nil, nil, false)
    }

    /// Makes what is typed next take the place of the text.
    mutating func willBeReplaced() { isReplaced = !isEmpty }

    /// Takes a key that edits or moves; false for every other key.
    mutating func handle(_ key: Key) -> Bool {
        var changed = field
        if pasted != nil || isReplaced {
            switch key {
            case .character, .backspace, .delete, .control("h"), .control("d"), .control("w"), .control("u"),
                .control("k"):
                changed.set("")
            case _ where pasted != nil: return false
            default: break
            }
        }
        guard changed.handle(key) else { return false }
        (field, pasted, recalled, isReplaced) = (changed, nil, nil, false)
        return true
    }

    /// Takes a pasted text: a short line goes to where the cursor is, a longer one takes the place of everything.
    mutating func paste(_ text: String) {
        let isLong = text.utf8.count > SearchBox.longestLine
        if isReplaced || isLong || pasted != nil { clear() }
        let line = isLong ? text : SearchBox.trimmed(text)
        guard isLong || line.contains(where: \.isNewline) else {
            recalled = nil
            return field.paste(text)
        }
        clear()
        pasted = line
    }

    /// Shows the search before the one that is shown, the last one first; false when there is none.
    mutating func recall(_ searches: [String]) -> Bool {
        guard isEmpty || isReplaced || recalled != nil else { return false }
        var next = recalled.map { $0 + 1 } ?? 0
        if next < searches.count, searches[next] == typed { next += 1 }
        guard next < searches.count else { return false }
        clear()
        field.set(searches[next])
        recalled = next
        return true
    }

    /// Draws it, and the cursor when it has the focus.
    func draw(in canvas: inout Canvas, theme: Theme, isFocused: Bool) {
        guard let pasted else {
            field.draw(in: &canvas, theme: theme, isFocused: isFocused)
            guard isReplaced, isFocused else { return }
            canvas.draw(field.text, at: .zero, theme: theme, .selection, limit: canvas.size.columns)
            return
        }
        let size =
            pasted.utf8.count < 10_000 ? "\(pasted.utf8.count) bytes" : "\(pasted.utf8.count / 1000) kB"
        canvas.fill(canvas.bounds.row(0), style: theme.style(isFocused ? .focusedField : .field))
        canvas.draw(
            "[a pasted text of \(size)]", at: .zero, theme: theme, isReplaced ? .selection : .strong,
            limit: canvas.size.columns)
        if isFocused { canvas.placeCursor(at: .zero) }
    }

    private static func trimmed(_ text: String) -> String {
        let rest = text.drop(while: \.isWhitespace)
        return rest.lastIndex { !$0.isWhitespace }.map { String(rest[...$0]) } ?? ""
    }
}
