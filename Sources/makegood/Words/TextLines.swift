import TerminalCore

/// Breaks text into lines of a width.
enum TextLines {
    /// The lines, broken at blanks, else after commas, else where it must be; at least one.
    ///
    /// All but the first are set in by `indentation`.
    static func broken(_ text: String, at width: Int, indentation: Int = 0) -> [String] {
        let width = max(2 + indentation, width)
        let blanks = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var rest = DisplayText(text).graphemes[...]
        while true {
            let isFirst = lines.isEmpty
            let fitting = count(of: rest, fitting: isFirst ? width : width - indentation)
            let taken = fitting == rest.count ? fitting : lineBreak(in: rest, atMost: fitting)
            lines.append((isFirst ? "" : blanks) + trimmed(rest.prefix(taken)))
            rest = rest.dropFirst(taken).drop { $0.text == " " }
            if rest.isEmpty { return lines }
        }
    }

    private static func count(of graphemes: ArraySlice<Grapheme>, fitting width: Int) -> Int {
        var used = 0
        let fitting = graphemes.prefix { grapheme in
            used += grapheme.columns
            return used <= width
        }
        return fitting.count
    }

    /// How many graphemes the next line takes, of those that fit.
    private static func lineBreak(in rest: ArraySlice<Grapheme>, atMost fitting: Int) -> Int {
        let line = rest.prefix(fitting + 1)
        let isBlank: (Grapheme) -> Bool = { $0.text == " " }
        let begins = line.firstIndex { !isBlank($0) } ?? line.startIndex
        if let blank = line.lastIndex(where: isBlank), blank > begins { return blank - line.startIndex }
        if let comma = line.dropLast().lastIndex(where: { $0.text == "," }) {
            return comma - line.startIndex + 1
        }
        return max(1, fitting)
    }

    private static func trimmed(_ graphemes: ArraySlice<Grapheme>) -> String {
        let text = graphemes.map(\.text).joined()
        return text.lastIndex { $0 != " " }.map { String(text[...$0]) } ?? ""
    }
}
