/// What reaches an application from its terminal.
public enum Event: Hashable, Sendable {
    /// A key press.
    case key(Key)
    /// A text pasted as a whole, a megabyte at most; never to be taken for commands.
    case paste(String)
    /// Not all of what was pasted came as `paste`, which it follows where there was one.
    case pasteCut(PasteCut)
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

/// Why a pasted text is not whole.
public enum PasteCut: Hashable, Sendable {
    /// It was too long; so many bytes at its end were left out.
    case tooLong(leftOut: Int)
    /// Its end was never marked: what came until then was taken.
    case unfinished
    /// ^C came with it: nothing of it was taken.
    case interrupted
}
