/// A colour as a theme names it.
public enum Color: Hashable, Sendable {
    /// What the terminal uses when nobody asks for a colour.
    case standard
    /// A number in the terminal's palette: 0–7 normal, 8–15 bright, 16–255 the fixed cube and greys.
    case indexed(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)

    /// The nearest colour that a terminal of this depth shows.
    public func reduced(to depth: ColorDepth) -> Color {
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
