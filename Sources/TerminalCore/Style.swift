/// How a cell looks: its colours and attributes.
package struct Style: Hashable, Sendable {
    /// The colour of the grapheme.
    package var foreground: Color
    /// The colour behind it.
    package var background: Color
    /// Bold, underline and the like.
    package var attributes: Attributes

    /// A style; without arguments the terminal's own.
    package init(
        foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// The terminal's own look.
    package static let plain = Style()

    /// This style laid over another: where it names no colour, the other's shows; attributes add up.
    package func over(_ base: Style) -> Style {
        Style(
            foreground: foreground == .standard ? base.foreground : foreground,
            background: background == .standard ? base.background : background,
            attributes: attributes.union(base.attributes))
    }

    /// The nearest style that a terminal of this depth shows.
    package func reduced(to depth: ColorDepth) -> Style {
        Style(
            foreground: foreground.reduced(to: depth), background: background.reduced(to: depth),
            attributes: depth == .none ? [] : attributes)
    }
}

/// What something means, as a dotted scope (`status.grace`); a theme says how it looks.
package struct StyleName: Hashable, Sendable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The dotted text.
    package let rawValue: String

    /// A scope by its text.
    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// A scope by its text.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The scope this one falls back to (`status` for `status.grace`); nil at the top.
    package var parent: StyleName? {
        guard let dot = rawValue.lastIndex(of: ".") else { return nil }
        return StyleName(String(rawValue[..<dot]))
    }

    /// The dotted text.
    package var description: String { rawValue }

    /// The order of the texts.
    package static func < (left: StyleName, right: StyleName) -> Bool { left.rawValue < right.rawValue }
}

/// How a grapheme is drawn besides its colours.
package struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt8

    /// Attributes by their bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Heavier or brighter.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter.
    package static let dim = Attributes(rawValue: 2)
    /// Slanted.
    package static let italic = Attributes(rawValue: 4)
    /// With a line below.
    package static let underline = Attributes(rawValue: 8)
    /// Foreground and background exchanged.
    package static let reverse = Attributes(rawValue: 16)
}

/// A colour as a theme names it.
package enum Color: Hashable, Sendable {
    /// What the terminal uses when nobody asks for a colour.
    case standard
    /// A number in the terminal's palette: 0–7 normal, 8–15 bright, 16–255 the fixed cube and greys.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)

    /// The nearest colour that a terminal of this depth shows.
    package func reduced(to depth: ColorDepth) -> Color {
        switch (self, depth) {
        case (.standard, _), (_, .trueColor): self
        case (_, .none), (_, .monochrome): .standard
        case (.rgb(let red, let green, let blue), .indexed256):
            .indexed(Palette256.nearest(red: red, green: green, blue: blue))
        case (.rgb(let red, let green, let blue), .sixteen):
            .indexed(Palette256.nearest(red: red, green: green, blue: blue, among: 16))
        case (.rgb(let red, let green, let blue), .eight):
            .indexed(Palette256.nearest(red: red, green: green, blue: blue, among: 8))
        case (.indexed, .indexed256): self
        case (.indexed(let number), .sixteen):
            number < 16 ? self : Palette256.color(number).reduced(to: depth)
        case (.indexed(let number), .eight):
            number < 16 ? .indexed(number % 8) : Palette256.color(number).reduced(to: depth)
        }
    }
}

/// How many colours a terminal shows.
package enum ColorDepth: Int, CaseIterable, Comparable, Hashable, Sendable {
    /// Neither colours nor attributes.
    case none
    /// Attributes such as bold and reverse only; also what `NO_COLOR` asks for.
    case monochrome
    /// The eight colours of the first terminals.
    case eight
    /// The eight and their bright sisters.
    case sixteen
    /// The palette of 256.
    case indexed256
    /// Red, green and blue, 8 bits each.
    case trueColor

    /// Whether one depth shows fewer colours than another.
    package static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

/// The palette of 256 colours that xterm-like terminals share, and the way from any colour into it.
enum Palette256 {
    /// The first sixteen as xterm shows them; a user may have defined them otherwise.
    private static let basic: [(Int, Int, Int)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
        (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
        (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    /// The six steps of red, green and blue in the cube.
    private static let levels = [0, 95, 135, 175, 215, 255]

    /// The red, green and blue of a palette number.
    static func color(_ number: UInt8) -> Color {
        let (red, green, blue) = components(Int(number))
        return .rgb(UInt8(red), UInt8(green), UInt8(blue))
    }

    /// The nearest entry of the cube or the greys, which no user redefines.
    static func nearest(red: UInt8, green: UInt8, blue: UInt8) -> UInt8 {
        nearest((Int(red), Int(green), Int(blue)), in: 16..<256)
    }

    /// The nearest of the first 8 or 16 entries.
    static func nearest(red: UInt8, green: UInt8, blue: UInt8, among count: Int) -> UInt8 {
        nearest((Int(red), Int(green), Int(blue)), in: 0..<count)
    }

    private static func nearest(_ wanted: (Int, Int, Int), in range: Range<Int>) -> UInt8 {
        var best = (number: range.lowerBound, distance: Int.max)
        for number in range {
            let (red, green, blue) = components(number)
            let (dr, dg, db) = (red - wanted.0, green - wanted.1, blue - wanted.2)
            // Weighted as the eye sees: green most, blue least.
            let distance = 3 * dr * dr + 4 * dg * dg + 2 * db * db
            if distance < best.distance { best = (number, distance) }
        }
        return UInt8(best.number)
    }

    private static func components(_ number: Int) -> (Int, Int, Int) {
        if number < 16 { return basic[number] }
        if number >= 232 {
            let grey = 8 + 10 * (number - 232)
            return (grey, grey, grey)
        }
        let cube = number - 16
        return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }
}
