public import TerminalCore

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
