import TerminalCore
import Testing

/// Where texts are broken into lines.
@Suite struct LineBreakerTests {
    /// A text, how wide its lines may be, how much all but the first leave free, and its lines.
    typealias Example = (text: String, columns: Int, indent: Int, lines: [String])

    static let examples: [Example] = [
        ("one two three", 7, 0, ["one two", "three"]), ("one two three", 9, 2, ["one two ", "three"]),
        ("one two   three", 7, 0, ["one two", "three"]), ("one   two", 5, 0, ["one  ", "two"]),
        ("abcdefgh ij", 5, 0, ["abcde", "fgh ", "ij"]), ("abcdefgh", 5, 2, ["abcde", "fgh"]),
        ("see abcdefgh", 5, 0, ["see ", "abcde", "fgh"]),
        ("  abcdefgh", 5, 0, ["  abc", "defgh"]), ("  one two", 7, 0, ["  one ", "two"]),
        ("a,b,c,d", 4, 0, ["a,b,", "c,d"]), ("one,two three", 8, 0, ["one,two ", "three"]),
        ("1\u{A0}234\u{A0}567 customers", 9, 0, ["1 234 567", "customers"]),
        ("about 1\u{A0}234 of them", 9, 0, ["about ", "1 234 of ", "them"]),
        ("山田太郎", 5, 0, ["山田", "太郎"]), ("山田", 1, 0, ["山", "田"]),
        ("", 5, 0, [""]), ("    ", 2, 0, ["  "]), ("word  ", 4, 0, ["word"]), ("word", 80, 0, ["word"]),
    ]

    @Test(arguments: examples.indices) func breaks(example: Int) {
        let (text, columns, indent, lines) = Self.examples[example]
        let graphemes = DisplayText(text).graphemes
        let found = LineBreaker(columns: columns, indent: indent).lines(of: graphemes)
        #expect(found.map { graphemes[$0].map(\.text).joined() } == lines)
    }
}
