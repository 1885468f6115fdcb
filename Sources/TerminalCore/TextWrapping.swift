extension DisplayText {
    /// A text broken into lines no wider than `limit`, at blanks where possible and at its own line breaks.
    public static func wrapped(_ text: some StringProtocol, to limit: Int) -> [DisplayText] {
        guard limit > 0 else { return [] }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
            DisplayText(String(line.map { $0 == "\t" ? " " : $0 })).wrapped(to: limit)
        }
    }

    /// This one line broken into lines no wider than `limit`.
    public func wrapped(to limit: Int) -> [DisplayText] {
        guard limit > 0, columns > limit else { return [self] }
        var lines: [DisplayText] = []
        var line: [Grapheme] = []
        var used = 0
        for grapheme in graphemes where grapheme.columns <= limit {
            if used + grapheme.columns > limit {
                let carried = Self.breakLine(&line, before: grapheme)
                lines.append(DisplayText(graphemes: line))
                line = carried
                used = line.reduce(0) { $0 + $1.columns }
                if grapheme == .blank { continue }
            }
            line.append(grapheme)
            used += grapheme.columns
        }
        if !line.isEmpty { lines.append(DisplayText(graphemes: line)) }
        return lines
    }

    /// Cuts the line at its last blank and returns what goes to the next one.
    private static func breakLine(_ line: inout [Grapheme], before next: Grapheme) -> [Grapheme] {
        guard next != .blank, let blank = line.lastIndex(of: .blank), blank > 0 else { return [] }
        let carried = Array(line[(blank + 1)...])
        line.removeSubrange(blank...)
        return carried
    }
}
