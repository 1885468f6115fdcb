public import TerminalCore

/// One line of text whose parts mean different things.
public struct StyledLine: Hashable, Sendable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
    /// The parts from left to right.
    public var spans: [TextSpan]

    /// A line of parts.
    public init(_ spans: [TextSpan] = []) {
        self.spans = spans
    }

    /// A line of one part.
    public init(_ text: String, _ scope: StyleName? = nil) {
        spans = [TextSpan(text, scope)]
    }

    /// A line of one part without a scope of its own.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// A line of parts.
    public init(arrayLiteral elements: TextSpan...) {
        self.init(elements)
    }

    /// The whole text.
    public var text: String { spans.map(\.text).joined() }

    /// The width when drawn.
    public var columns: Int { spans.reduce(0) { $0 + DisplayText.columns(of: $1.text) } }

    /// One line after the other.
    public static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        StyledLine(left.spans + right.spans)
    }

    /// The line broken into lines no wider than `columns`, later ones moved in by `indent` columns; a blank at
    /// which it is broken begins no line.
    public func wrapped(to columns: Int, indent: Int = 0) -> [StyledLine] {
        guard columns > indent, self.columns > columns else { return [self] }
        var lines: [StyledLine] = []
        var line = StyledLine()
        var used = 0
        for word in words {
            let width = DisplayText.columns(of: word.text)
            // The blank at which a line is broken ends it unseen and begins no other.
            let beginsLine = !lines.isEmpty && used == indent
            if word.text == " ", beginsLine || used >= columns { continue }
            if used + width > columns, used > indent || lines.isEmpty && used > 0 {
                lines.append(line)
                line = StyledLine(String(repeating: " ", count: indent))
                used = indent
            }
            for (index, piece) in DisplayText(word.text).wrapped(to: columns - used).enumerated() {
                if index > 0 {
                    lines.append(line)
                    line = StyledLine(String(repeating: " ", count: indent))
                    used = indent
                }
                line.spans.append(TextSpan(piece.text, word.scope))
                used += piece.columns
            }
        }
        if !line.spans.isEmpty { lines.append(line) }
        return lines
    }

    /// The words, each with the blanks that follow it.
    private var words: [TextSpan] {
        spans.flatMap { span in
            span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated().flatMap { part in
                part.offset == 0
                    ? [TextSpan(String(part.element), span.scope)]
                    : [TextSpan(" ", span.scope), TextSpan(String(part.element), span.scope)]
            }
        }
        .filter { !$0.text.isEmpty }
    }
}
