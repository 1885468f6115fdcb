package import TerminalCore

/// One line of text that a person edits, grapheme by grapheme; only so long that a key costs next to nothing.
///
/// Some fields also take a pasted text that is too long to edit. It is kept as it came, shown by its beginning and its
/// size, and goes as a whole: any key that deletes empties the field, and a character takes its place.
package struct TextField: Hashable, Sendable {
    /// The most characters that are edited.
    package static let limit = 512
    /// The most scalars of them: a character may be followed by any number of marks.
    private static let scalarLimit = 4 * limit

    /// What was typed or pasted.
    package private(set) var text: String
    /// How many characters stand before the cursor; none in a text that is too long to edit.
    package private(set) var cursor: Int
    /// What is shown while nothing was typed.
    package var placeholder: String
    /// Whether the text is too long to be edited, and stands or goes as a whole.
    package private(set) var isWhole = false
    /// Whether the last key or paste was more than fits; what did not fit was left out.
    package private(set) var isFull = false
    /// The longest pasted text that is kept whole, in bytes; 0 for fields that keep what can be edited.
    private let wholeLimit: Int

    /// What stood in it before anybody typed.
    private var original = ""

    /// A field with the cursor at the end of its text.
    ///
    /// - Parameter wholeLimit: how long a pasted text may be, in bytes, to be kept when it is too long to edit.
    package init(_ text: String = "", placeholder: String = "", wholeLimit: Int = 0) {
        self.placeholder = placeholder
        self.wholeLimit = wholeLimit
        (self.text, cursor) = ("", 0)
        paste(text)
        original = self.text
    }

    /// Replaces the text and puts the cursor at its end.
    package mutating func set(_ text: String) {
        self = TextField(text, placeholder: placeholder, wholeLimit: wholeLimit)
    }

    package var isEmpty: Bool { text.isEmpty }

    /// What to say beside a field that was given more than it takes; nil when everything is in.
    package var fullness: String? {
        guard isFull else { return nil }
        let limit = isWhole ? "\(wholeLimit / 1024) KB" : "\(Self.limit) characters"
        return "\(limit) at most: the rest is left out"
    }

    /// Whether it holds words that a person typed or changed, and that would be lost with it.
    package var holdsTypedText: Bool { text != original && !text.allSatisfy(\.isWhitespace) }

    /// Takes a key that edits or moves; false for every other key.
    package mutating func handle(_ key: Key) -> Bool {
        if isWhole { return handleWhole(key) }
        isFull = false
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

    /// Inserts a pasted text; its line breaks become blanks. What is too long is cut, or kept whole where that is asked.
    package mutating func paste(_ pasted: String) {
        isFull = false
        guard wholeLimit > 0, isWhole || !fits(pasted) else { return insert(Self.singleLine(pasted)) }
        let room = wholeLimit - text.utf8.count
        isFull = pasted.utf8.count > room
        text += isFull ? String(decoding: pasted.utf8.prefix(max(0, room)), as: UTF8.self) : pasted
        (cursor, isWhole) = (0, true)
    }

    /// Draws the visible part on the first row, and the cursor when the field has the focus.
    package func draw(in canvas: inout Canvas, theme: Theme, isFocused: Bool) {
        let style = theme.style(isFocused ? .focusedField : .field)
        let columns = canvas.size.columns
        canvas.fill(canvas.bounds.row(0), style: style)
        if isWhole { return drawWhole(in: &canvas, style: style, isFocused: isFocused) }
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
        let room = (Self.limit - text.count, Self.scalarLimit - text.unicodeScalars.count)
        let fitting = Self.beginning(of: inserted, characters: room.0, scalars: room.1)
        isFull = fitting.utf8.count < inserted.utf8.count
        let before = String(text.prefix(cursor)) + fitting
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
        // Only what may fit is looked at, whatever was pasted.
        let beginning = beginning(of: text, characters: limit + 1, scalars: scalarLimit + 1)
        return String(beginning.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }

    private static func beginning(of text: String, characters: Int, scalars: Int) -> String {
        String(String(text.unicodeScalars.prefix(max(0, scalars))).prefix(max(0, characters)))
    }
}

extension TextField {
    /// Whether a text can be edited together with what is there.
    private func fits(_ pasted: String) -> Bool {
        pasted.utf8.count <= 4 * Self.scalarLimit
            && text.count + pasted.count <= Self.limit
            && text.unicodeScalars.count + pasted.unicodeScalars.count <= Self.scalarLimit
    }

    private mutating func handleWhole(_ key: Key) -> Bool {
        switch key {
        case .character(let character): set(String(character))
        case .backspace, .delete, .control("h"), .control("d"), .control("u"), .control("k"), .control("w"):
            set("")
        case .left, .right, .home, .end, .control("b"), .control("f"), .control("a"), .control("e"): break
        default: return false
        }
        return true
    }

    /// The beginning, and at the right how much there is.
    private func drawWhole(in canvas: inout Canvas, style: Style, isFocused: Bool) {
        let beginning = text.unicodeScalars.prefix(4 * canvas.size.columns).drop {
            $0.properties.isWhitespace
        }
        let kilobytes = (text.utf8.count + 1023) / 1024
        let size = DisplayText("  \(kilobytes) KB, pasted")
        let room = canvas.size.columns - size.columns
        let words = beginning.map { $0.properties.isWhitespace ? " " : Character($0) }
        let ellipsis = DisplayText(canvas.glyphs.ellipsis)
        let shown = (DisplayText(String(words)) + ellipsis).truncated(to: max(0, room), ellipsis: ellipsis)
        canvas.draw(shown + size, at: .zero, style: style)
        if isFocused { canvas.placeCursor(at: .zero) }
    }
}
