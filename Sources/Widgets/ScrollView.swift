package import TerminalCore

/// Lines of text that a person scrolls through.
package struct ScrollView: Hashable, Sendable {
    /// The text; lines too wide are wrapped when drawn if `wraps`.
    package var lines: [StyledLine] {
        didSet { offset = min(offset, max(0, lines.count - 1)) }
    }
    /// Whether wide lines are wrapped instead of cut.
    package let wraps: Bool
    /// How far wrapped lines are moved in.
    package let indent: Int
    /// The first visible line, as far as the text reaches.
    package private(set) var offset = 0

    package init(_ lines: [StyledLine], wraps: Bool = true, indent: Int = 0) {
        self.lines = lines
        self.wraps = wraps
        self.indent = indent
    }

    /// Takes a key that moves; `size` is the room it is drawn in. False for every other key.
    package mutating func handle(_ key: Key, in size: Size) -> Bool {
        guard let move = Navigation(key) else { return false }
        let count = max(1, rows(for: size.columns).count - size.rows + 1)
        offset = move.index(from: min(offset, count - 1), count: count, page: size.rows)
        return true
    }

    /// Brings a line to the top, as far as the text reaches; for text that is not wrapped when drawn.
    package mutating func scroll(to line: Int) { offset = max(0, min(line, lines.count - 1)) }

    /// Changes the lines that a room of a size shows of text that is not wrapped, for example to mark words in them.
    package mutating func mark(visible size: Size, _ change: (StyledLine) -> StyledLine) {
        let first = min(offset, max(0, lines.count - size.rows))
        for index in lines.indices.dropFirst(first).prefix(size.rows) { lines[index] = change(lines[index]) }
    }

    /// Draws the visible lines, and on the right edge whether there are more.
    package func draw(in canvas: inout Canvas, theme: Theme, over base: StyleName? = nil) {
        let rows = rows(for: canvas.size.columns)
        let first = min(offset, max(0, rows.count - canvas.size.rows))
        for (row, line) in rows.dropFirst(first).prefix(canvas.size.rows).enumerated() {
            canvas.draw(
                line, at: Position(column: 0, row: row), theme: theme, over: base,
                limit: text(canvas.size.columns))
        }
        canvas.drawEnds(above: first > 0, below: first + canvas.size.rows < rows.count, theme: theme)
    }

    private func rows(for columns: Int) -> [StyledLine] {
        wraps ? lines.flatMap { $0.wrapped(to: text(columns), indent: indent) } : lines
    }

    /// The last columns are kept for the signs that there is more.
    private func text(_ columns: Int) -> Int { max(1, columns - 2) }
}

/// A move through rows, with the keys that mean it everywhere.
package enum Navigation: CaseIterable, Hashable, Sendable {
    case down, up, first, last, halfPageDown, halfPageUp, pageDown, pageUp

    /// The moves as commands, for help and docs.
    package static let commands: [Command] = allCases.map(\.command)

    /// The move that a key means; nil for other keys.
    package init?(_ key: Key) {
        guard let index = Self.commands.firstIndex(where: { $0.keys.contains(key) }) else { return nil }
        self = Self.allCases[index]
    }

    /// The row this move leads to, among `count`, with `page` rows visible.
    package func index(from index: Int, count: Int, page: Int) -> Int {
        let half = max(1, page / 2)
        let target =
            switch self {
            case .down: index + 1
            case .up: index - 1
            case .first: 0
            case .last: count - 1
            case .halfPageDown: index + half
            case .halfPageUp: index - half
            case .pageDown: index + max(1, page)
            case .pageUp: index - max(1, page)
            }
        return max(0, min(count - 1, target))
    }

    private var command: Command {
        let (id, title, keys): (CommandID, String, [Key]) =
            switch self {
            case .down: ("move.down", "One row down", ["j", .down])
            case .up: ("move.up", "One row up", ["k", .up])
            case .first: ("move.first", "To the first row", ["g", .home])
            case .last: ("move.last", "To the last row", ["G", .end])
            case .halfPageDown: ("move.half-page-down", "Half a page down", [.control("d")])
            case .halfPageUp: ("move.half-page-up", "Half a page up", [.control("u")])
            case .pageDown: ("move.page-down", "A page down", [.pageDown, .control("f")])
            case .pageUp: ("move.page-up", "A page up", [.pageUp, .control("b")])
            }
        return Command(id, title, keys: keys, section: "Moving")
    }
}
