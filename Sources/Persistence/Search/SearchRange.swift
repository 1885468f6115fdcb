/// The range of an index that holds everything beginning with a text.
enum SearchRange {
    /// The first text after all those that begin with a text, as SQLite compares bytes.
    static func end(of start: String) -> String { start + "\u{10FFFF}" }
}
