import CNcurses
import TerminalCore

/// Turns styles into what curses draws with, for the colours this terminal has.
@MainActor
struct CursesPalette {
    /// How many colours the terminal shows.
    let depth: ColorDepth
    private var known: [Style: (attributes: attr_t, pair: Int32)] = [:]

    /// Starts colours on the current screen; never redefines any of them.
    init(withoutColor: Bool) {
        let hasColors = !withoutColor && has_colors() && start_color() != ERR && use_default_colors() != ERR
        depth = hasColors ? Self.depth(colors: cn_colors()) : Self.depthWithoutColors
    }

    /// The attributes and colour pair of a style.
    mutating func look(_ style: Style) -> (attributes: attr_t, pair: Int32) {
        if let look = known[style] { return look }
        let reduced = style.reduced(to: depth)
        let look = (Self.attributes(reduced.attributes), pair(reduced))
        known[style] = look
        return look
    }

    /// The depth that a number of colours means.
    static func depth(colors: Int32) -> ColorDepth {
        switch colors {
        case (1 << 24)...: .trueColor
        case 256...: .indexed256
        case 16...: .sixteen
        case 8...: .eight
        default: .monochrome
        }
    }

    private static var depthWithoutColors: ColorDepth {
        termattrs() == CN_A_NORMAL ? .none : .monochrome
    }

    private func pair(_ style: Style) -> Int32 {
        let (foreground, background) = (number(style.foreground), number(style.background))
        guard depth > .monochrome, (foreground, background) != (-1, -1) else { return 0 }
        return max(0, alloc_pair(foreground, background))
    }

    private func number(_ color: Color) -> Int32 {
        switch color {
        case .standard: -1
        case .indexed(let number): Int32(number)
        case .rgb(let red, let green, let blue): Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
        }
    }

    private static func attributes(_ wanted: Attributes) -> attr_t {
        let table: [(Attributes, attr_t)] = [
            (.bold, CN_A_BOLD), (.dim, CN_A_DIM), (.italic, CN_A_ITALIC), (.underline, CN_A_UNDERLINE),
            (.reverse, CN_A_REVERSE),
        ]
        return table.reduce(CN_A_NORMAL) { wanted.contains($1.0) ? $0 | $1.1 : $0 }
    }
}
