import Persistence
import Purchases
import Widgets

/// What the store answered.
enum Answer: Sendable {
    /// Customers and chains that fit a text.
    case matches(SearchFindings)
    /// A page of customers.
    case people(CustomersPage)
    /// A customer; nil when there is none of that name.
    case customer(CustomerPage?)
    /// A chain; nil when there is none of that name.
    case chain(ChainPage?)
    /// Documents that speak of a chain, a page of them.
    case documents(DocumentsPage)
    /// A document, ready to be read; nil when there is none of that number.
    case document(DocumentText?)
    /// Personal data whose taking out is noted, what it is and what it says.
    case revealed(String, text: String)
    /// A page of the audit log.
    case audit(AuditPage)
    /// A page of tickets.
    case tickets(TicketListPage)
    /// The incident of a queue; nil when there is none.
    case incident(Incident?)
    /// A ticket; nil when there is none of that name.
    case ticket(TicketPage?)
    /// How many tickets wait in each queue.
    case ticketCounts(TicketCounts)
    /// How many losses no ticket stands for.
    case silentLossCount(SilentLossCount)
    /// A page of losses that no ticket stands for.
    case silentLosses(SilentLossPage)
    /// A page of purchases that were delivered by the app's word alone.
    case wordDeliveries(WordDeliveryPage)
    /// How many purchases those are.
    case wordDeliveryCount(CappedCount)
    /// The ticket after something was done to it, and how to say that; nil when there was none to do it to.
    case worked(TicketPage?, String)
    /// What a grant would do, and what the policy says.
    case preview(GrantOutcome, GrantPolicy)
    /// What a grant did.
    case granted(GrantOutcome)
    /// What attaching would do, or did: access of both customers, before and after.
    case attach(Attachment)
    /// Done, and how to say it.
    case done(String)
    /// It failed, and how to say it.
    case failed(StoreFailure)
}

extension Answer {
    /// What a write did, in words, for when its form was left meanwhile; nil for everything else.
    var news: String? {
        switch self {
        case .granted(let outcome): "Granted: \(outcome.grant.customer) has \(outcome.grant.entitlement)"
        case .attach(let attachment): "Attached: chain \(attachment.chain.original) is \(attachment.to)'s now"
        case .done(let text), .worked(_, let text): text
        default: nil
        }
    }
}

/// Why the store did not do what it was asked.
struct StoreFailure: Equatable, Sendable {
    /// What happened and what to do, in words.
    let text: String
    /// Whether rules refused it; nothing is broken then.
    let isRefusal: Bool
    /// Whether somebody else was faster.
    var isConflict = false

    /// What somebody else did first, and that therefore nothing was done.
    func tooLate(_ nothing: String, _ context: ConsoleContext) -> MessageLine {
        let what = context.time.humanized(text)
        return MessageLine(.warning, "\(what.prefix(1).uppercased())\(what.dropFirst()): \(nothing)")
    }
}

/// Something read from the store; two readings are equal when they are the same reading.
struct Reading<Page: Sendable>: Equatable, Sendable {
    /// What was read.
    let page: Page
    /// Which reading of its screen it is.
    let number: Int

    /// Compares the readings' numbers: pages themselves are large and come from one place.
    static func == (left: Reading, right: Reading) -> Bool { left.number == right.number }
}
