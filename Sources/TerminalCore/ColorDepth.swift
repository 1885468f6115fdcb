/// How many colours a terminal shows.
public enum ColorDepth: Int, CaseIterable, Comparable, Hashable, Sendable {
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
    public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}
