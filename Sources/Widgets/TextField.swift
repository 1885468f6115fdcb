public import TerminalCore

/// One line of text that a person edits, grapheme by grapheme.
public struct TextField: Hashable, Sendable {
    /// What was typed.
    public private(set) var text: String
    /// How many characters stand before the cursor.
    public private(set) var cursor: Int
    /// What is shown while nothing was typed.
    public var placeholder: String
    /// What stood in it before anybody typed.
    private let original: String

    /// A field with the cursor at the end of its text.
    public init(_ text: String = "", placeholder: String = "") {
        self.text = Self.singleLine(text)
        original = self.text
        cursor = self.text.count
        self.placeholder = placeholder
    }

    /// Replaces the text and puts the cursor at its end.
    public mutating func set(_ text: String) {
        self = TextField(text, placeholder: placeholder)
    }

    /// Whether nothing was typed.
    public var isEmpty: Bool { text.isEmpty }

    /// Whether it holds words that a person typed or changed, and that would be lost with it.
    public var holdsTypedText: Bool { text != original && !text.allSatisfy(\.isWhitespace) }

    /// Takes a key that edits or moves; false for every other key.
    public mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace, .control("h"): delete(cursor - 1..<cursor)
        case .delete, .control("d"): delete(cursor..<cursor + 1)
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .control("u"): delete(0..<cursor)
        case .control("k"): delete(cursor..<text.count)
        case .control("w"): delete(wordStart..<cursor)
        default: return false
        }
        return true
    }

    /// Inserts a pasted text; its line breaks become blanks.
    public mutating func paste(_ pasted: String) {
        insert(Self.singleLine(pasted))
    }

    /// Draws the visible part on the first row, and the cursor when the field has the focus.
    public func draw(in canvas: inout Canvas, theme: Theme, isFocused: Bool) {
        let style = theme.style(isFocused ? .focusedField : .field)
        let columns = canvas.size.columns
        canvas.fill(canvas.bounds.row(0), style: style)
        let before = DisplayText(text.prefix(cursor))
        var hidden = max(0, before.columns - columns + 1)
        var shown = DisplayText(text).graphemes[...]
        var column = before.columns
        while hidden > 0, let first = shown.popFirst() {
            hidden -= first.columns
            column -= first.columns
        }
        // Cut without an ellipsis: what the cursor stands on must be visible.
        let visible = DisplayText(graphemes: Array(shown)).prefix(columns: columns)
        canvas.draw(visible, at: .zero, style: style)
        if isEmpty {
            canvas.draw(
                placeholder, at: .zero,
                style: theme.style(.placeholder, over: isFocused ? .focusedField : .field))
        }
        if isFocused { canvas.placeCursor(at: Position(column: column, row: 0)) }
    }

    private mutating func insert(_ inserted: String) {
        let before = String(text.prefix(cursor)) + inserted
        text = before + text.dropFirst(cursor)
        // A mark joins the character before it, so characters are counted anew.
        cursor = min(before.count, text.count)
    }

    private mutating func delete(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<text.count)
        text = String(text.prefix(range.lowerBound)) + text.dropFirst(range.upperBound)
        cursor = min(range.lowerBound, text.count)
    }

    private var wordStart: Int {
        let before = Array(text.prefix(cursor))
        let word = before.lastIndex { !$0.isWhitespace } ?? 0
        guard let blank = before.prefix(word).lastIndex(where: \.isWhitespace) else { return 0 }
        return blank + 1
    }

    private static func singleLine(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
