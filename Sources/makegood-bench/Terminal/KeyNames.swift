/// Keys as a terminal in application mode sends them.
enum KeyNames {
    /// The arrow down.
    static let down = "\u{1B}OB"
    /// The arrow up.
    static let up = "\u{1B}OA"
    /// The arrow to the right.
    static let right = "\u{1B}OC"
    /// The arrow to the left.
    static let left = "\u{1B}OD"
    /// A page down.
    static let pageDown = "\u{1B}[6~"
    /// A page up.
    static let pageUp = "\u{1B}[5~"
    /// The tabulator.
    static let tab = "\t"
    /// The tabulator backwards.
    static let backtab = "\u{1B}[Z"
    /// The function key of the first tab.
    static let f5 = "\u{1B}[15~"
    /// Enter.
    static let enter = "\r"
    /// Escape.
    static let escape = "\u{1B}"
    /// Backspace.
    static let backspace = "\u{7F}"
}
