import Foundation
import TerminalCore
import Widgets

/// The search inside what a screen shows: found while typing, walked through with `n` and `N`, ended with Escape.
///
/// It keeps what is typed and where its match is among the texts it was last given; the screen (``PaneSearchable``)
/// selects or scrolls there.
struct PaneSearch: Hashable, Sendable {
    /// What a key led to.
    enum Outcome: Hashable, Sendable {
        /// The key is none of the search's.
        case unused
        /// The search changed: the screen looks for its match anew, from where the search began.
        case changed
        /// The words stand; from now on keys are the screen's again.
        case settled
        case ended
    }

    /// A step to another match.
    enum Step: Hashable, Sendable {
        /// To the first match from the place where the search began.
        case fromStart
        /// To the next match, round and round.
        case next
        /// To the match before, round and round.
        case previous
    }

    private(set) var field = TextField(placeholder: "words to find here")
    /// Whether keys are still typed into it.
    private(set) var isTyping = true
    /// Where the search began: the number of the text that was selected or on top.
    let start: Int
    /// Which match is shown, from 1, and how many there are; both 0 while nothing fits.
    private var match = 0
    private var count = 0
    /// In which direction the last step went round; nil where it did not.
    private var turned: Step?

    /// A search that begins at a text.
    init(from start: Int) { self.start = start }

    /// What is looked for, without blanks around; empty when nothing is.
    var words: String { field.text.trimmingCharacters(in: .whitespaces) }

    /// Takes a key while words are typed: Enter keeps them, Escape ends the search.
    mutating func handle(_ key: Key) -> Outcome {
        guard isTyping else { return .unused }
        switch key {
        case .escape: return .ended
        case .enter:
            isTyping = false
            return words.isEmpty ? .ended : .settled
        default:
            let before = field.text
            guard field.handle(key) else { return .unused }
            return field.text == before ? .settled : .changed
        }
    }

    /// Takes a pasted text; false when nothing is typed any more.
    mutating func paste(_ text: String) -> Bool {
        guard isTyping else { return false }
        field.paste(text)
        return true
    }

    /// The text to go to among many, from the one that is selected or on top; nil when none fits.
    mutating func find(_ step: Step, among texts: some Sequence<String>, from current: Int) -> Int? {
        let matches = texts.enumerated().filter { PaneSearch.range(of: words, in: $0.element) != nil }.map(
            \.offset)
        (match, count, turned) = (0, matches.count, nil)
        guard !matches.isEmpty else { return nil }
        let index =
            switch step {
            case .fromStart: matches.firstIndex { $0 >= start } ?? 0
            case .next: matches.firstIndex { $0 > current } ?? 0
            case .previous: matches.lastIndex { $0 < current } ?? matches.count - 1
            }
        match = index + 1
        if step == .next, matches[index] <= current { turned = .next }
        if step == .previous, matches[index] >= current { turned = .previous }
        return matches[index]
    }

    /// A line in which everything that fits the words is marked.
    func marked(_ line: StyledLine) -> StyledLine {
        guard !words.isEmpty else { return line }
        let text = line.text
        var rest = text[...]
        var found: [Range<Int>] = []
        while let range = PaneSearch.range(of: words, in: rest), !range.isEmpty {
            let first = text.distance(from: text.startIndex, to: range.lowerBound)
            found.append(first..<first + text.distance(from: range.lowerBound, to: range.upperBound))
            rest = rest[range.upperBound...]
        }
        guard !found.isEmpty else { return line }
        var (position, marked) = (0, [TextSpan]())
        for span in line.spans {
            let own = position..<position + span.text.count
            var next = own.lowerBound
            for range in found where range.overlaps(own) {
                let part = range.clamped(to: own)
                marked.append(
                    PaneSearch.part(of: span, from: own.lowerBound, next..<part.lowerBound, scope: span.scope)
                )
                marked.append(PaneSearch.part(of: span, from: own.lowerBound, part, scope: .match))
                next = part.upperBound
            }
            marked.append(
                PaneSearch.part(of: span, from: own.lowerBound, next..<own.upperBound, scope: span.scope))
            position = own.upperBound
        }
        return StyledLine(marked.filter { !$0.text.isEmpty })
    }

    /// Draws what is typed and where its match is over the last row of the region.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let room = canvas.bounds.row(canvas.size.rows - 1)
        canvas.within(room) { line in
            line.fill(style: theme.style(.dialog))
            let standing = StyledLine(caption, count == 0 && !words.isEmpty ? .warning : .dim)
            let end = line.within(Rectangle(column: 0, row: 0, columns: line.size.columns - 1, rows: 1)) {
                $0.drawTrailing(standing, row: 0, theme: theme)
            }
            let used = line.draw("/ ", at: Position(column: 1, row: 0), theme: theme, .key)
            let field = Rectangle(
                column: used + 1, row: 0, columns: max(1, end - used - 2), rows: 1)
            if isTyping {
                line.within(field) { self.field.draw(in: &$0, theme: theme, isFocused: true) }
            } else {
                line.draw(
                    words, at: Position(column: used + 1, row: 0), theme: theme, .strong, limit: field.columns
                )
            }
        }
    }

    /// Which match of how many is shown; the footer says the keys.
    private var caption: String {
        if words.isEmpty { return "" }
        guard count > 0 else { return "nothing here fits" }
        let turn = turned.map { $0 == .next ? "from the top again: " : "from the end again: " } ?? ""
        return "\(turn)\(match) of \(count)"
    }

    private static func part(
        of span: TextSpan, from start: Int, _ range: Range<Int>, scope: StyleName?
    ) -> TextSpan {
        let text = span.text.dropFirst(range.lowerBound - start).prefix(range.count)
        return TextSpan(String(text), scope)
    }

    /// Where words stand in a text, case and accents aside.
    private static func range(of words: String, in text: some StringProtocol) -> Range<String.Index>? {
        guard !words.isEmpty else { return nil }
        // Nearly every line of a large document is ASCII and does not fit: bytes say so a hundred times faster.
        if words.utf8.allSatisfy({ $0 < 0x80 }), text.utf8.allSatisfy({ $0 < 0x80 }),
            !mayFit(words.utf8, text.utf8)
        {
            return nil
        }
        return text.range(of: words, options: [.caseInsensitive, .diacriticInsensitive])
    }

    /// Whether bytes stand in others, the case of letters aside.
    private static func mayFit(
        _ words: some Collection<UInt8>, _ text: some Collection<UInt8>
    ) -> Bool {
        let lower = { (byte: UInt8) in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        guard let first = words.first.map(lower) else { return true }
        var start = text.startIndex
        while let found = text[start...].firstIndex(where: { lower($0) == first }) {
            if text[found...].count < words.count { return false }
            if zip(words, text[found...]).allSatisfy({ lower($0) == lower($1) }) { return true }
            start = text.index(after: found)
        }
        return false
    }
}

extension [StyledLine] {
    /// The lines with everything marked that a search fits, where there is one.
    func marked(by search: PaneSearch?) -> [StyledLine] { search.map { map($0.marked) } ?? self }
}
