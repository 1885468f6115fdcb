public import TerminalCore

/// Lines of text that a person scrolls through.
public struct ScrollView: Hashable, Sendable {
    /// The text; lines too wide are wrapped when drawn if `wraps`.
    public var lines: [StyledLine] {
        didSet { offset = min(offset, max(0, lines.count - 1)) }
    }
    /// Whether wide lines are wrapped instead of cut.
    public let wraps: Bool
    /// How far wrapped lines are moved in.
    public let indent: Int
    /// The first visible line, as far as the text reaches.
    public private(set) var offset = 0

    /// A view of lines.
    public init(_ lines: [StyledLine], wraps: Bool = true, indent: Int = 0) {
        self.lines = lines
        self.wraps = wraps
        self.indent = indent
    }

    /// Takes a key that moves; `size` is the room it is drawn in. False for every other key.
    public mutating func handle(_ key: Key, in size: Size) -> Bool {
        guard let move = Navigation(key) else { return false }
        let count = max(1, rows(for: size.columns).count - size.rows + 1)
        offset = move.index(from: min(offset, count - 1), count: count, page: size.rows)
        return true
    }

    /// Brings a line to the top, as far as the text reaches; for text that is not wrapped when drawn.
    public mutating func scroll(to line: Int) { offset = max(0, min(line, lines.count - 1)) }

    /// Changes the lines that a room of a size shows of text that is not wrapped, for example to mark words in them.
    public mutating func mark(visible size: Size, _ change: (StyledLine) -> StyledLine) {
        let first = min(offset, max(0, lines.count - size.rows))
        for index in lines.indices.dropFirst(first).prefix(size.rows) { lines[index] = change(lines[index]) }
    }

    /// Draws the visible lines, and on the right edge whether there are more.
    public func draw(in canvas: inout Canvas, theme: Theme, over base: StyleName? = nil) {
        let rows = rows(for: canvas.size.columns)
        let first = min(offset, max(0, rows.count - canvas.size.rows))
        for (row, line) in rows.dropFirst(first).prefix(canvas.size.rows).enumerated() {
            canvas.draw(
                line, at: Position(column: 0, row: row), theme: theme, over: base,
                limit: text(canvas.size.columns))
        }
        let edge = canvas.size.columns - 1
        if first > 0 {
            canvas.draw(canvas.glyphs.less, at: Position(column: edge, row: 0), theme: theme, .dim)
        }
        if first + canvas.size.rows < rows.count {
            canvas.draw(
                canvas.glyphs.more, at: Position(column: edge, row: canvas.size.rows - 1), theme: theme, .dim)
        }
    }

    private func rows(for columns: Int) -> [StyledLine] {
        wraps ? lines.flatMap { $0.wrapped(to: text(columns), indent: indent) } : lines
    }

    /// The last columns are kept for the signs that there is more.
    private func text(_ columns: Int) -> Int { max(1, columns - 2) }
}

/// A move through rows, with the keys that mean it everywhere.
public enum Navigation: CaseIterable, Hashable, Sendable {
    /// One row down.
    case down
    /// One row up.
    case up
    /// To the first row.
    case first
    /// To the last row.
    case last
    /// Half a page down.
    case halfPageDown
    /// Half a page up.
    case halfPageUp
    /// A page down.
    case pageDown
    /// A page up.
    case pageUp

    /// The moves as commands, for help and docs.
    public static let commands: [Command] = allCases.map { move in
        Command(move.id, move.title, keys: move.keys, section: "Moving")
    }

    /// The move that a key means; nil for other keys.
    public init?(_ key: Key) {
        guard let move = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
        self = move
    }

    /// The row this move leads to, among `count`, with `page` rows visible.
    public func index(from index: Int, count: Int, page: Int) -> Int {
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

    private var keys: [Key] {
        switch self {
        case .down: ["j", .down]
        case .up: ["k", .up]
        case .first: ["g", .home]
        case .last: ["G", .end]
        case .halfPageDown: [.control("d")]
        case .halfPageUp: [.control("u")]
        case .pageDown: [.pageDown, .control("f")]
        case .pageUp: [.pageUp, .control("b")]
        }
    }

    private var id: CommandID {
        switch self {
        case .down: "move.down"
        case .up: "move.up"
        case .first: "move.first"
        case .last: "move.last"
        case .halfPageDown: "move.half-page-down"
        case .halfPageUp: "move.half-page-up"
        case .pageDown: "move.page-down"
        case .pageUp: "move.page-up"
        }
    }

    private var title: String {
        switch self {
        case .down: "One row down"
        case .up: "One row up"
        case .first: "To the first row"
        case .last: "To the last row"
        case .halfPageDown: "Half a page down"
        case .halfPageUp: "Half a page up"
        case .pageDown: "A page down"
        case .pageUp: "A page up"
        }
    }
}
