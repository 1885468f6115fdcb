/// What the mouse did, when the person turned it on.
public struct MouseEvent: Hashable, Sendable {
    /// The kinds of acts that are reported.
    public enum Action: Hashable, Sendable {
        /// The left button was pressed.
        case press
        /// The wheel turned up.
        case wheelUp
        /// The wheel turned down.
        case wheelDown
    }

    /// What happened.
    public let action: Action
    /// The cell it happened on.
    public let position: Position

    /// An act of the mouse on a cell.
    public init(_ action: Action, at position: Position) {
        self.action = action
        self.position = position
    }
}
