import TerminalCore
import Widgets

/// Makes a line exactly as wide as a column: cut with an ellipsis, or filled with blanks.
enum CellText {
    /// The line at a width.
    static func fitted(_ line: StyledLine, to width: Int) -> StyledLine {
        var left = width
        var spans: [TextSpan] = []
        let total = line.columns
        for span in line.spans {
            let text = DisplayText(span.text)
            let cut = total > width && text.columns >= left
            let shown = cut ? (text + " ").truncated(to: left) : text
            spans.append(TextSpan(shown.text, span.scope))
            left -= shown.columns
            if cut { break }
        }
        return StyledLine(spans + [TextSpan(String(repeating: " ", count: max(0, left)))])
    }

    /// A text at a width, in a scope.
    static func fitted(_ text: String, _ scope: StyleName? = nil, to width: Int) -> StyledLine {
        fitted(StyledLine(text, scope), to: width)
    }
}
