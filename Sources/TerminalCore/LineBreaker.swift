/// Breaks a text into lines of a width: at a blank; where there is none, after a comma or a no-break blank; else within
/// the word. `StyledLine.wrapped` uses it, and so do the tables of `makegood`.
///
/// The blanks at which it is broken end a line as far as they fit, and begin none. Those at the beginning of the text
/// set it in, so that it is not broken there.
package struct LineBreaker: Hashable, Sendable {
    private let columns: Int
    private let indent: Int

    /// A breaker into lines no wider than `columns`, of which all but the first leave `indent` columns free.
    package init(columns: Int, indent: Int = 0) { (self.columns, self.indent) = (columns, indent) }

    /// The lines as places of the graphemes in the text; at least one.
    package func lines(of text: [Grapheme]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        repeat {
            let end = end(of: text, from: start, in: lines.isEmpty ? columns : columns - indent)
            let next = end == text.count ? end : next(in: text, from: start, to: end)
            lines.append(start..<min(next, max(end, start + 1)))
            start = next
        } while start < text.count
        return lines
    }

    /// The place after the last grapheme that fits.
    private func end(of text: [Grapheme], from start: Int, in columns: Int) -> Int {
        var (end, used) = (start, 0)
        while end < text.count, used + text[end].columns <= columns {
            used += text[end].columns
            end += 1
        }
        return end
    }

    /// Where the next line begins; the text from `start` to `end` is what fits into this one.
    private func next(in text: [Grapheme], from start: Int, to end: Int) -> Int {
        let word = text[start...end].firstIndex { $0 != .blank } ?? start
        let blank = text[start...end].lastIndex(of: .blank).flatMap { $0 > word ? $0 : nil }
        // Without a blank to break at, a no-break blank or a comma is better than the middle of a word.
        let joint = text[word..<max(word, end)].lastIndex { $0.text == " " || $0.text == "," }
        let broken = blank ?? joint.map { $0 + 1 } ?? max(end, start + 1)
        return text[broken...].firstIndex { $0 != .blank } ?? text.count
    }
}
