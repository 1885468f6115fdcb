import Widgets

extension StyledLine {
    /// The line broken into lines no wider than `columns`; a blank at which it is broken begins no line.
    func folded(to columns: Int, indent: Int) -> [StyledLine] {
        wrapped(to: columns, indent: indent).enumerated().map { index, line in
            guard index > 0, line.spans.count > 1, line.spans[1].text == " " else { return line }
            return StyledLine([line.spans[0]] + line.spans.dropFirst(2))
        }
    }
}
