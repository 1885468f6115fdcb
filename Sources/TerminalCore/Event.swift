/// What reaches an application from its terminal.
public enum Event: Hashable, Sendable {
    /// A key press.
    case key(Key)
    /// A text pasted as a whole; never to be taken for commands.
    case paste(String)
    /// An act of the mouse.
    case mouse(MouseEvent)
    /// The terminal now has this size; draw everything.
    case resize(Size)
    /// The process goes on after a stop; draw everything.
    case resumed
    /// Somebody asked the process to end.
    case terminate
    /// The terminal went away.
    case hangup
    /// The application woke itself: something of its own waits to be looked at.
    case wakeup
}
