/// A key press.
public enum Key: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    /// A key that writes a character.
    case character(Character)
    /// Control held with a letter or sign, given in lower case.
    case control(Character)
    /// A function key, from 1.
    case function(Int)
    /// The key that ends a line.
    case enter
    /// Escape.
    case escape
    /// Tab.
    case tab
    /// Shift and Tab.
    case backtab
    /// The key that deletes backwards.
    case backspace
    /// The key that deletes forwards.
    case delete
    /// Insert.
    case insert
    /// Arrow up.
    case up
    /// Arrow down.
    case down
    /// Arrow left.
    case left
    /// Arrow right.
    case right
    /// To the beginning.
    case home
    /// To the end.
    case end
    /// A page up.
    case pageUp
    /// A page down.
    case pageDown

    /// The key that writes this character.
    public init(extendedGraphemeClusterLiteral value: Character) {
        self = .character(value)
    }
}
