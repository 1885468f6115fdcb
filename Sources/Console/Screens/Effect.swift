import Persistence
import Purchases
import Widgets

/// What a screen asks the application to do.
enum Effect: Equatable, Sendable {
    /// Read or write the store, off the main actor; the answer comes back to the screen.
    case ask(StoreRequest)
    /// Open a screen on top of this one.
    case open(Destination)
    /// Close this screen.
    case close
    /// Close this screen and tell the one below it what was done.
    case closeSaying(MessageLine)
    /// Say something on the message line.
    case say(MessageLine)
}

/// A screen that can be opened.
enum Destination: Equatable, Sendable {
    /// A customer, as of a moment or now.
    case customer(AppUserID, asOf: Instant?)
    /// A chain, as of a moment or now.
    case chain(OriginalTransactionID, asOf: Instant?)
    /// The form that makes good.
    case makeGood(MakeGoodSubject)
    /// The form that attaches a chain.
    case attach(OriginalTransactionID)
    /// The form that takes a grant back.
    case revoke(Grant)
    /// The form that writes a note.
    case note(AppUserID)
    /// One entry of the audit log.
    case auditEntry(AuditEntry)
}
