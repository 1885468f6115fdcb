import Persistence
import Purchases

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
