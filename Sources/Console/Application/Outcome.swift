/// What the state of the console asks the world to do.
enum Outcome: Equatable, Sendable {
    /// Ask the store, on behalf of a screen.
    case ask(StoreRequest, layer: Int)
    /// Put a text on the person's clipboard.
    case copy(String)
    /// Stop the process as ^Z does.
    case suspend
    /// End.
    case quit
}
