/// What the disk or the system did not do with a file. Its code is `unavailable`.
package enum DiskTrouble: Hashable, Sendable {
    /// It cannot be read.
    case unreadable
    /// A read failed halfway.
    case readFailed
    /// It or its folder cannot be written.
    case unwritable
    /// A read or a write failed.
    case inputOutput
    /// A change was not confirmed: it may be there or not.
    case unconfirmed
    /// The folder cannot be made.
    case folderNotMade
    /// No file can be made beside that place.
    case draftNotMade
    /// What stands there cannot be replaced.
    case notReplaced
    /// What was written did not reach the disk.
    case notWrittenOut
    /// What was to be taken out could not be written, and why, as the end of a sentence.
    case exportNotWritten(why: String)
    /// The lock file cannot be opened.
    case lockNotOpened
    /// The lock file comes and goes.
    case lockVanishes
    /// The system gives no locks on it.
    case locksRefused
}
