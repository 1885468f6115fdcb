import TerminalCore
import Widgets

/// Lines with a label before the first, as verdicts and tickets explain themselves.
enum LabelledText {
    private static let width = 11

    /// A line under a label, no wider than `columns`; where there is little room the label gives way.
    static func lines(_ label: String, _ line: StyledLine, columns: Int) -> [StyledLine] {
        let indent = columns < 60 ? 2 : width
        let prefix = columns < 60 ? "" : label
        let gap = String(repeating: " ", count: indent - 2 - min(indent - 2, prefix.count))
        return (StyledLine([TextSpan("  \(prefix)\(gap)", .dim)]) + line).wrapped(to: columns, indent: indent)
    }
}
