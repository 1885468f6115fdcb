import Persistence
import Purchases
import Wording

/// A screen that can be opened; `Routing.swift` in `Console/Application` makes it. Below stand the values that routes
/// hand to the forms they open.
enum Route: Equatable, Sendable {
    /// A search over the screen in front.
    case search
    /// A customer, as of a moment or now.
    case customer(AppUserID, asOf: Instant?)
    /// A chain, as of a moment or now; without an environment that of Production first.
    case chain(OriginalTransactionID, AppStoreEnvironment?, asOf: Instant?)
    /// The documents that speak of a chain, one of them selected.
    case documents(OriginalTransactionID, selecting: Int64?)
    case document(Int64)
    /// One entry of a customer's timeline.
    case event(TimelineEvent)
    /// The form that makes good.
    case makeGood(MakeGoodSubject)
    /// The form that attaches a chain.
    case attach(ChainID)
    /// The form that records an order id on a chain.
    case recordOrder(order: OrderID?, chain: OriginalTransactionID?)
    /// The form that takes a grant back.
    case revoke(Grant)
    /// A request beside what is known now.
    case request(RequestID)
    /// The form that decides a request, or takes one's own back.
    case decide(DecisionSubject)
    /// The form that asks why personal data of a customer is looked at.
    case reveal(AppUserID)
    /// The form that erases a person.
    case erase(AppUserID)
    /// The form that writes a note, or says why a ticket is taken up again.
    case note(NoteSubject)
    case ticket(TicketID)
    /// One entry of a ticket's timeline.
    case ticketEntry(TicketEvent)
    /// What making many good would do, before it is done.
    case batchPreview(BatchSubject)
    /// The form that makes all of them good.
    case batchForm(BatchOffer)
    /// A batch: how far it is, and everybody in it.
    case batch(BatchID)
    /// The same, which carries it out as soon as it is open.
    case batchAtWork(BatchID)
    case batches
    /// Tickets that pass a filter, one queue of them.
    case tickets(TicketsFilter, ErrorGroup)
    /// The charges that no app reported as delivered.
    case silentLosses
    case incident(IncidentID)
    /// The form that has Apple renew a chain later, with the period that it lost, if one was.
    case extend(ChainID, lost: TimeLength?)
    /// The form that has Apple renew later for an incident.
    case extendIncident(IncidentExtensionSubject)
    /// The form that shapes an incident: names, merges, splits, closes or reopens it.
    case shapeIncident(IncidentSubject)
    /// What was delivered by the app's word alone.
    case unconfirmedDeliveries
    /// The lists of leads, with how much each holds.
    case leadLists
    case leadList(LeadList)
    /// The refunds that customers asked Apple for.
    case refunds
    case refund(RefundRequestID)
    /// The form that answers Apple about one, or leaves it unanswered.
    case answerRefund(RefundSubject)
    /// The form that notes whether a customer agrees that Apple is told; `isGiven` is what was noted before.
    case consent(AppUserID, isGiven: Bool)
    /// Where the money of all charges went.
    case balance
    /// How the server stands, and what it does.
    case server
    /// A form around a ticket: hand over, contacted, wait, link, skip.
    case act(TicketActSubject)
    /// The form that resolves a ticket.
    case resolve(ResolveSubject)
    /// The form that opens a ticket for a customer.
    case openTicket(AppUserID)
    /// One entry of the audit log.
    case auditEntry(AuditEntry, as: AuditEntryForm)
    /// The entry of the audit log at a place, which is read first.
    case entry(Int64)
}

/// Whom the form makes good, what can be given, and the losses that it may be for.
struct MakeGoodSubject: Hashable, Sendable {
    /// A purchase that was paid and not delivered, as the form offers to make it good.
    struct Loss: Hashable, Sendable {
        let owed: OwedPurchase
        /// The reason that the form proposes.
        let reason: String
        /// Who else works on the ticket; nil for nobody.
        var holder: AgentName?

        var ticket: TicketID { owed.ticket }
    }

    let customer: AppUserID
    /// How the customer is called on the screen.
    let name: String
    /// The entitlements that can be given without a ticket, the likeliest first; empty where only the ticket's may.
    var entitlements: [EntitlementID] = []
    /// The losses that a grant can make good, the first of which is proposed.
    var losses: [Loss] = []
    /// How many screens are done with when it is given: the form, and what was opened only to come here.
    var levels = 1
    /// The reason that the form proposes where no ticket is chosen.
    var reason = "goodwill"

    /// Whether it was opened to make one ticket good and nothing else.
    var isForTicketOnly: Bool { entitlements.isEmpty }
}

extension MakeGoodSubject {
    /// From so many tickets of one cause on, `outage` is the reason that is proposed.
    private static let outage = 5

    /// Whom a ticket makes good; nil while nobody knows.
    init?(_ page: TicketPage, in context: ConsoleContext) {
        guard let customer = page.ticket.customer else { return nil }
        let name = page.customer?.values.name?.text ?? ""
        let isOutage = page.similar.count.counted >= MakeGoodSubject.outage
        self.init(
            customer: customer, name: name.isEmpty ? customer.rawValue : name,
            losses: [
                Loss(
                    owed: page.owed, reason: isOutage ? "outage" : page.owed.reasonCode,
                    holder: page.ticket.claimedBy.flatMap { $0 == context.agent ? nil : $0 })
            ])
    }

    /// The customer of a page: what is owed comes first, then what the customer lacks, then the rest of the catalogue.
    init(_ page: CustomerPage, in context: ConsoleContext) {
        let verdicts = page.verdicts
        let lacking = verdicts.filter { !$0.isEntitled }.map(\.entitlement)
        let held = verdicts.filter(\.isEntitled).map(\.entitlement)
        let offered = Set(page.access.rules.catalog.products.values.flatMap(\.entitlements))
        let holders = Dictionary(page.tickets.map { ($0.id, $0.claimedBy) }, uniquingKeysWith: { $1 })
        let name = page.customer.values.name?.text ?? ""
        self.init(
            customer: page.customer.id, name: name.isEmpty ? page.customer.id.rawValue : name,
            entitlements: lacking + held + offered.subtracting(lacking + held).sorted(),
            losses: page.access.facts.owed.filter { !$0.entitlements.isEmpty }.map { owed in
                let holder = holders[owed.ticket] ?? nil
                return Loss(
                    owed: owed, reason: owed.reasonCode, holder: holder == context.agent ? nil : holder)
            }, reason: verdicts.first { !$0.isEntitled }?.reasonCode ?? "goodwill")
    }
}

extension EntitlementAccess {
    /// The reason of a grant for which there is no ticket: a billing error only where the access ended by one.
    fileprivate var reasonCode: String {
        let isBilling = because.contains { reason in
            switch reason.fact {
            case .inBillingRetry, .inGracePeriod, .expired(_, .billingError?, _): true
            default: false
            }
        }
        return isBilling ? "billing_error" : "goodwill"
    }
}

extension OwedPurchase {
    /// The reason of a grant that makes it good.
    fileprivate var reasonCode: String { cause == .late ? "late" : "not_delivered" }
}

/// A request to decide, as it was seen.
struct DecisionSubject: Hashable, Sendable {
    /// What becomes of it.
    enum Decision: Hashable, Sendable {
        case approve, decline
        /// Who asked takes it back.
        case withdraw
    }

    /// What becomes of it.
    let decision: Decision
    let page: ApprovalPage
    /// How the customer is called on the screen.
    let name: String
}

/// A refund to answer or to leave out, as it was seen.
struct RefundSubject: Equatable, Sendable {
    /// What becomes of it.
    enum Work: Hashable, Sendable {
        /// Apple is told.
        case answer
        /// It is not.
        case skip
    }

    let page: RefundPage
    /// What becomes of it.
    let work: Work
}

/// What a note is about.
enum NoteSubject: Hashable, Sendable {
    case customer(AppUserID)
    case ticket(TicketID)
    /// A resolved ticket: why it is taken up again.
    case reopening(TicketID)

    /// What the form is called.
    var title: String {
        if case .reopening = self { "Reopen" } else { "Note" }
    }

    /// What stands before the name of what it is about.
    var words: String {
        if case .reopening = self { "Reopen " } else { "Note on " }
    }

    /// The name of what it is about.
    var name: String {
        switch self {
        case .customer(let id): id.rawValue
        case .ticket(let id), .reopening(let id): "ticket \(id)"
        }
    }

    /// What keeps the note.
    ///
    /// A ticket's is kept only while the ticket has the version that was seen.
    func write(_ text: String, reference: String?, version: Int?) -> StoreRequest.Write {
        switch self {
        case .customer(let id): .keepCustomer(id, .note(text, reference: reference))
        case .ticket(let id): .act(.note(text), on: id, reference: reference, version: version)
        case .reopening(let id): .act(.reopen(note: text), on: id, reference: reference, version: version)
        }
    }
}

/// A ticket to end, and what its advice says.
struct ResolveSubject: Hashable, Sendable {
    /// The ticket as it was seen.
    let ticket: Ticket
    /// How it ends when its advice is followed; nil when the advice is to wait, to look or to ask.
    let expectedEnd: TicketResolution?
    /// Whom making it good serves; nil where no grant can.
    let makeGood: MakeGoodSubject?
    /// What the facts show of how it may end.
    var facts = EndingFacts()
    /// Who may say how it ended where no fact shows it.
    var rule = EndingRule()
}

/// How an entry of the audit log is shown.
enum AuditEntryForm: Hashable, Sendable {
    /// As a sentence, with when, who and why.
    case words
    /// With its details as they are kept, every figure as the hash was made from it.
    case asKept
}
