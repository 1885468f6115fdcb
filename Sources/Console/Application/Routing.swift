import Purchases
import TerminalCore
import Widgets

/// The tabs, with the screen at the bottom of each. Below them: the screen that each ``Route`` opens.
enum ConsoleTab: String, CaseIterable, Hashable, Sendable {
    /// Customers, chains and making good.
    case customers = "Customers"
    /// Failed purchases in three queues.
    case tickets = "Tickets"
    /// Where the money went, and making it good for everyone at once.
    case review = "Review"
    /// What agents ask of leads.
    case approvals = "Approvals"
    case audit = "Audit"

    /// The digit that shows it.
    var digit: Int {
        switch self {
        case .customers: 1
        case .tickets: 2
        case .review: 3
        case .approvals: 4
        case .audit: 5
        }
    }

    /// The function key that shows it, also where digits are text: four after the digit.
    var key: Key { .function(digit + 4) }

    /// The command that shows it.
    var command: CommandID {
        switch self {
        case .customers: "tab.customers"
        case .tickets: "tab.tickets"
        case .review: "tab.review"
        case .approvals: "tab.approvals"
        case .audit: "tab.audit"
        }
    }

    /// The screen at the bottom of the tab.
    func root() -> any Screen {
        switch self {
        case .customers: CustomersScreen()
        case .tickets: TicketsScreen()
        case .review: ReviewScreen()
        case .approvals: ApprovalsScreen()
        case .audit: AuditScreen()
        }
    }
}

extension Route {
    /// The screen that is opened; the form of a grant gets an id of its own, so that sending it twice grants once.
    func screen(_ context: ConsoleContext, newID: () -> String) -> any Screen {
        switch self {
        case .search: CustomersScreen(.search)
        case .recordOrder(let order, let chain): FormScreen(OrderForm(order: order, chain: chain))
        case .customer(let id, let asOf): CustomerScreen(id, asOf: asOf)
        case .chain(let id, let environment, let asOf): ChainScreen(id, environment, asOf: asOf)
        case .documents(let chain, let document): DocumentsScreen(chain, selecting: document)
        case .document(let id): DocumentScreen(id)
        case .event(let event): EventScreen(event)
        case .makeGood(let subject): FormScreen(MakeGoodForm(subject, key: newID(), in: context))
        case .attach(let chain): FormScreen(AttachForm(chain))
        case .revoke(let grant): FormScreen(RevokeForm(grant))
        case .reveal(let customer): FormScreen(RevealForm(customer: customer))
        case .erase(let customer): FormScreen(EraseForm(customer: customer))
        case .note(let subject): FormScreen(NoteForm(subject))
        case .request(let id): ApprovalScreen(id)
        case .decide(let subject): FormScreen(DecisionForm(subject))
        case .ticket(let id): TicketScreen(id)
        case .ticketEntry(let event): TicketEntryScreen(event)
        case .tickets(let query, let queue): TicketsScreen(query, queue: queue)
        case .batchPreview(let subject): BatchPreviewScreen(subject)
        case .batchForm(let offer): FormScreen(BatchForm(offer, key: newID()))
        case .batch(let id): BatchScreen(id)
        case .batchAtWork(let id): BatchScreen(id, isAtWork: true)
        case .batches: BatchesScreen()
        case .unconfirmedDeliveries: UnconfirmedDeliveriesScreen()
        case .refunds: RefundsScreen()
        case .refund(let id): RefundScreen(id)
        case .answerRefund(let subject): FormScreen(RefundForm(subject))
        case .consent(let customer, let isGiven): FormScreen(ConsentForm(customer, isGiven: isGiven))
        case .balance: BalanceScreen()
        case .server: ServerScreen()
        case .silentLosses: SilentLossesScreen()
        case .leadLists: LeadListsScreen()
        case .leadList(let list): LeadListScreen(list)
        case .incident(let id): IncidentScreen(id)
        case .extend(let chain, let lost): FormScreen(ExtendForm(chain, lost: lost, key: newID()))
        case .extendIncident(let subject): FormScreen(ExtendIncidentForm(subject, key: newID()))
        case .shapeIncident(let subject): FormScreen(IncidentForm(subject, at: context.now))
        case .act(let subject): FormScreen(TicketWorkForm(subject, in: context))
        case .resolve(let subject): FormScreen(ResolveForm(subject, role: context.role))
        case .openTicket(let customer): FormScreen(OpenTicketForm(customer))
        case .auditEntry(let row, let form): AuditEntryScreen(row, as: form)
        case .entry(let sequence): AuditEntryScreen(reading: sequence)
        }
    }
}

/// A screen of a stack, with the number by which answers find it.
struct ScreenLayer: Sendable {
    /// The number; never used again for another screen.
    let id: Int
    var screen: any Screen
    /// What was opened here; nil at the bottom of a tab.
    var route: Route?
}
