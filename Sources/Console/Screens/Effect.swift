import Widgets

/// What a screen asks the application to do.
enum Effect: Equatable, Sendable {
    /// Read or write the store, off the main actor; the answer comes back to the screen.
    case ask(StoreRequest)
    /// Open a screen on top of this one.
    case open(Route)
    /// Close this screen.
    case close
    /// Close this screen, and as many as that below it with it, and say what was done.
    case closeSaying(MessageLine, levels: Int = 1)
    /// Keep a search for the arrow that brings it back.
    case remember(String)
    /// Say something on the message line.
    case say(MessageLine)
}
