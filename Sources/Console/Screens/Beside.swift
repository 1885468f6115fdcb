import Persistence
import Purchases

/// What the cursor of a list stands on, shown beside the list where there is width for both.
enum Beside: QuietQuery {
    /// A customer: the verdicts, and what is owed.
    case customer(AppUserID)
    /// A chain that is nobody's.
    case chain(OriginalTransactionID)
    /// A ticket: its facts, its state and what to do next.
    case ticket(TicketID)
    /// An entry of the audit log, which the list has read whole.
    case entry(AuditEntry)
    /// Nothing: the list is empty.
    case nothing

    /// Whether anything has to be read for it.
    var isRead: Bool {
        switch self {
        case .customer, .chain, .ticket: true
        case .entry, .nothing: false
        }
    }

    func page(in reading: StoreReading) throws -> BesidePage {
        switch self {
        case .customer(let id): .customer(try CustomerQuery(id).page(in: reading))
        case .chain(let id): .chain(try ChainQuery(id).page(in: reading))
        case .ticket(let id): .ticket(try TicketQuery(id).page(in: reading))
        case .entry, .nothing: .nothing
        }
    }
}

/// What was read of something beside a list; nil of something that is gone.
enum BesidePage: Sendable {
    case customer(CustomerPage?)
    case chain(ChainPage?)
    case ticket(TicketPage?)
    /// Nothing had to be read.
    case nothing
}

extension Screen {
    /// Nothing is shown beside it, whatever the width.
    var beside: Beside? { nil }
}
