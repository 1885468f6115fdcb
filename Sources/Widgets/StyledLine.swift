package import TerminalCore

/// One line of text whose parts mean different things.
package struct StyledLine: Hashable, Sendable, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral {
    /// The parts from left to right.
    package var spans: [TextSpan]

    /// A line of parts.
    package init(_ spans: [TextSpan] = []) {
        self.spans = spans
    }

    /// A line of one part.
    package init(_ text: String, _ scope: StyleName? = nil) {
        spans = [TextSpan(text, scope)]
    }

    /// A line of one part without a scope of its own.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    package init(arrayLiteral elements: TextSpan...) {
        self.init(elements)
    }

    /// The whole text.
    package var text: String { spans.map(\.text).joined() }

    /// The width when drawn.
    package var columns: Int { spans.reduce(0) { $0 + DisplayText.columns(of: $1.text) } }

    /// One line after the other.
    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        StyledLine(left.spans + right.spans)
    }

    /// The line broken into lines no wider than `columns`, later ones moved in by `indent` columns.
    package func wrapped(to columns: Int, indent: Int = 0) -> [StyledLine] {
        guard columns > indent, self.columns > columns else { return [self] }
        let texts = spans.map { DisplayText($0.text) }
        let margin = indent == 0 ? [] : [TextSpan(String(repeating: " ", count: indent))]
        let lines = LineBreaker(columns: columns, indent: indent).lines(of: texts.flatMap(\.graphemes))
        return lines.enumerated().map { number, line in
            StyledLine((number == 0 ? [] : margin) + parts(line, of: texts))
        }
    }

    /// What stands at some places of the spans' texts.
    private func parts(_ places: Range<Int>, of texts: [DisplayText]) -> [TextSpan] {
        var start = 0
        return zip(spans, texts).compactMap { span, text in
            let own = places.clamped(to: start..<start + text.graphemes.count)
            let part = text.graphemes[own.lowerBound - start..<own.upperBound - start]
            start += text.graphemes.count
            return part.isEmpty ? nil : TextSpan(part.map(\.text).joined(), span.scope)
        }
    }
}

/// A piece of text and the scope it is drawn in; nil draws it as its surroundings.
package struct TextSpan: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// Any text; drawing makes it drawable.
    package var text: String
    /// What the text means.
    package var scope: StyleName?

    package init(_ text: String, _ scope: StyleName? = nil) {
        self.text = text
        self.scope = scope
    }

    /// A piece of text without a scope of its own.
    package init(stringLiteral value: String) {
        self.init(value)
    }
}

extension Canvas {
    /// Draws a line of parts, each in its scope over `base`, and returns how many columns it took.
    @discardableResult
    package mutating func draw(
        _ line: StyledLine, at position: Position, theme: Theme, over base: StyleName? = nil,
        limit: Int? = nil
    ) -> Int {
        let room = min(limit ?? Int.max, size.columns - position.column)
        var used = 0
        let texts = line.spans.map { DisplayText($0.text) }
        var remaining = texts.reduce(0) { $0 + $1.columns }
        for (span, text) in zip(line.spans, texts) where used < room {
            let style = span.scope.map { theme.style($0, over: base) } ?? theme.style(base ?? .text)
            // A part that ends exactly at the edge still needs an ellipsis when more parts follow.
            let cut = used + text.columns == room && remaining > text.columns
            let shown =
                cut ? (text + " ").truncated(to: room - used, ellipsis: DisplayText(glyphs.ellipsis)) : text
            used += draw(
                shown, at: Position(column: position.column + used, row: position.row), style: style,
                limit: room - used)
            remaining -= text.columns
        }
        return used
    }

    /// Draws a text in a scope and returns how many columns it took.
    @discardableResult
    package mutating func draw(
        _ text: String, at position: Position, theme: Theme, _ scope: StyleName = .text, limit: Int? = nil
    ) -> Int {
        draw(text, at: position, style: theme.style(scope), limit: limit)
    }

    /// Draws a line that ends at the region's right edge and returns its first column.
    @discardableResult
    package mutating func drawTrailing(
        _ line: StyledLine, row: Int, theme: Theme, over base: StyleName? = nil
    ) -> Int {
        let column = max(0, size.columns - line.columns)
        draw(line, at: Position(column: column, row: row), theme: theme, over: base)
        return column
    }

    /// Draws a line from edge to edge.
    package mutating func drawRule(row: Int, theme: Theme, _ scope: StyleName = .border) {
        fill(bounds.row(row), with: glyphs.horizontal, style: theme.style(scope))
    }

    /// Draws at the right edge that more stands above the first row, and below the last.
    package mutating func drawEnds(above: Bool, below: Bool, theme: Theme) {
        let (edge, last) = (size.columns - 1, size.rows - 1)
        if above { draw(glyphs.less, at: Position(column: edge, row: 0), theme: theme, .dim) }
        if below { draw(glyphs.more, at: Position(column: edge, row: last), theme: theme, .dim) }
    }

    /// Draws a frame along the edges of a part of the region, with titles in its upper line.
    package mutating func drawBox(
        _ part: Rectangle? = nil, title: StyledLine = StyledLine(), trailing: StyledLine = StyledLine(),
        theme: Theme, _ scope: StyleName = .border
    ) {
        within(part ?? bounds) { box in
            let size = box.size
            guard size.columns >= 2, size.rows >= 2 else { return }
            let style = theme.style(scope)
            let (right, bottom) = (size.columns - 1, size.rows - 1)
            box.fill(box.bounds.row(0), with: box.glyphs.horizontal, style: style)
            box.fill(box.bounds.row(bottom), with: box.glyphs.horizontal, style: style)
            for row in 0..<size.rows {
                let (first, last) =
                    row == 0
                    ? (box.glyphs.topLeft, box.glyphs.topRight)
                    : row == bottom
                        ? (box.glyphs.bottomLeft, box.glyphs.bottomRight)
                        : (box.glyphs.vertical, box.glyphs.vertical)
                box.draw(first, at: Position(column: 0, row: row), style: style)
                box.draw(last, at: Position(column: right, row: row), style: style)
            }
            box.drawTitles(title, trailing: trailing, theme: theme)
        }
    }

    private mutating func drawTitles(_ title: StyledLine, trailing: StyledLine, theme: Theme) {
        let room = size.columns - 6
        guard room > 0 else { return }
        if !title.spans.isEmpty {
            let used = draw(title, at: Position(column: 3, row: 0), theme: theme, over: .title, limit: room)
            draw(" ", at: Position(column: 2, row: 0), theme: theme)
            draw(" ", at: Position(column: 3 + used, row: 0), theme: theme)
        }
        let width = trailing.columns
        if width > 0, title.columns + width + 8 <= size.columns {
            let text = StyledLine(" ") + trailing + StyledLine(" ")
            draw(text, at: Position(column: size.columns - width - 4, row: 0), theme: theme)
        }
    }
}
