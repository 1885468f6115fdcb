/// One drawable unit of text: a base and at most a few marks, one or two columns wide.
///
/// Only `DisplayText` makes graphemes, so a cell can never hold a control byte or a bidi override.
public struct Grapheme: Hashable, Sendable {
    /// The scalars to send to the terminal.
    public let text: String
    /// Its width, 1 or 2.
    public let columns: Int

    /// A grapheme that `DisplayText` found harmless.
    init(text: String, columns: Int) {
        self.text = text
        self.columns = columns
    }

    /// A blank.
    public static let blank = Grapheme(text: " ", columns: 1)
    /// What stands for everything that cannot be drawn.
    public static let replacement = Grapheme(text: "\u{FFFD}", columns: 1)
}
