import Persistence
import Purchases
import Widgets
import Wording

/// What the store answered.
enum Answer: Sendable {
    /// What fits a text.
    case search(SearchResults)
    /// A page of customers; with the first one, how many chains are nobody's, where that is shown beside it.
    case customers(CustomerListPage, ofNobody: CappedCount?)
    /// A page of the chains that are nobody's.
    case chainsOfNobody(ChainListPage)
    /// A customer; nil when there is none of that name.
    case customer(CustomerPage?)
    /// A chain; nil when there is none of that name.
    case chain(ChainPage?)
    /// Documents that speak of a chain, a page of them.
    case documents(DocumentsPage)
    /// A document, ready to be read; nil when there is none of that number.
    case document(DocumentText?)
    /// A page of the audit log.
    case audit(AuditPage)
    /// A page of tickets.
    case tickets(TicketListPage)
    /// The names that filters may hold.
    case filterNames(FilterNames)
    /// The kept views of a list.
    case views([SavedView])
    /// The incident of a queue; nil when there is none.
    case incident(Incident?)
    /// What was lost, and the incidents.
    case review(ReviewPage)
    /// An incident, also as it is after a write; nil when there is none of that name.
    case incidentPage(IncidentPage?)
    /// A ticket; nil when there is none of that name.
    case ticket(TicketPage?)
    /// How many tickets wait in each queue.
    case ticketCounts(TicketCounts)
    /// Whether a server is there, and how its work goes.
    case serverStanding(ServerStanding)
    /// What role one has by now.
    case ownRole(Role)
    /// What the shop calls products.
    case productNames(ProductNames)
    /// How many losses no ticket stands for.
    case silentLossCount(SilentLossCount)
    /// A page of losses that no ticket stands for.
    case silentLosses(SilentLossPage)
    /// What opening tickets for silent losses did.
    case silentLossesOpened(SilentLossOutcome)
    /// What taking tickets back did.
    case ticketsWithdrawn(WithdrawalOutcome)
    /// How much the lists of leads hold.
    case leadListCounts(LeadListCounts)
    /// A page of a list of leads.
    case leadList(LeadListPage)
    /// The file that what was taken out is in.
    case written(String)
    /// A page of purchases that were delivered by the app's word alone.
    case wordDeliveries(WordDeliveryPage)
    /// How many purchases those are.
    case wordDeliveryCount(CappedCount)
    /// Something that is asked of the App Store, as it is after a write.
    case asked(AskedRow)
    /// What having Apple renew a chain later would do.
    case extensionPreview(ExtensionPreview)
    /// What having Apple renew each chain of an incident later would do.
    case incidentExtensions(IncidentExtensionPreview)
    /// Whom having Apple renew a product later would reach.
    case extensionReach(MassExtensionReach)
    /// What was asked of the App Store for an incident.
    case extended(IncidentExtensionAnswer)
    /// The refunds that customers asked Apple for.
    case refunds([RefundTask])
    /// One of them, also as it is after a write; nil when there is none of that number.
    case refund(RefundPage?)
    /// Where the money of all charges went.
    case balance(Balance)
    /// What the cursor of a list stands on.
    case beside(BesidePage)
    /// What a grant would do.
    case grantPreview(GrantOutcome)
    /// What attaching would do: access of both customers, before and after.
    case attachPreview(Attachment)
    /// What the policy of grants says.
    case grantPolicy(GrantPolicy)
    /// Where a ticket or a customer stands.
    case standing(Standing)
    /// Who may use the store.
    case agents([AgentRecord])
    /// What a grant did.
    case granted(GrantOutcome)
    /// What was to be done is a lead's to decide, and waits for one.
    case filed(ApprovalRequest)
    /// What cancelling a grant did.
    case cancelled(RevocationOutcome)
    /// A page of requests.
    case requests(ApprovalListPage)
    /// A request beside what is known now; nil when there is none of that number.
    case request(ApprovalPage?)
    /// How many requests wait for a lead, and what became of one's own.
    case requestNews(RequestNews)
    /// What an act on a request did.
    case decided(ApprovalAnswer)
    /// What making many good would do.
    case batchPreview(BatchPreview)
    /// A batch with some of its members; nil when there is none of that number.
    case batchPage(BatchPage?)
    /// A page of batches; with the first one, how many may be carried on.
    case batches([Batch], unfinished: CappedCount?)
    /// A batch after something was done with it.
    case batch(Batch)
    /// What taking a grant back did.
    case revoked(RevocationOutcome)
    /// What attaching did.
    case attached(Attachment)
    /// The ticket after something was done to it; nil when none waits that could be claimed next.
    case worked(TicketPage?)
    /// What an erasure did.
    case erased(ErasureOutcome)
    /// Done.
    case done
    /// It failed, and how to say it.
    case failed(StoreFailure)
}

extension StoreRequest {
    /// What a write did, in one sentence; nil for a read, for what failed and for what is said where it happens.
    func news(_ answer: Answer) -> String? {
        guard case .write(let write, let now) = self else { return nil }
        let reader = Reader.person(at: now)
        return switch (write, answer) {
        case (_, .granted(let outcome)):
            "Granted: \(outcome.grant.customer) has \(outcome.grant.entitlement)"
        case (_, .filed(let request)):
            request.state == .open
                ? "Asked a lead: request \(request.id), \(reader.words(of: request.wish))"
                : "Request \(request.id) was \(request.state.rawValue)"
        case (_, .cancelled(let outcome)):
            "Cancelled: grant \(outcome.grant.id) of \(outcome.grant.entitlement) to \(outcome.grant.customer)"
                + (outcome.grant.ticket.map { "; ticket \($0) is back in its queue" } ?? "")
        case (_, .decided(let answer)): reader.news(of: answer)
        case (.startBatch, .batch(let batch)):
            batch.state == .waiting
                ? "Asked a second lead: request \(batch.request?.rawValue ?? ""), batch \(batch.id)"
                : "Batch \(batch.id) is planned"
        case (_, .revoked(let outcome)):
            "Taken back: \(outcome.grant.entitlement) of \(outcome.grant.customer); "
                + (outcome.after.isEntitled ? "access goes on through something else" : "access has ended")
        case (_, .attached(let attachment)):
            "Attached: chain \(attachment.chain.original) is \(attachment.to)'s now"
        case (.shapeIncident(_, let act, _), .incidentPage(.some(let page))):
            reader.news(of: act, on: page.incident)
        case (.extendIncident, .extended(let answer)):
            "Asked: \(Counting.of(answer.asked.count, "chain")) of incident \(answer.preview.incident) renew later as soon as Apple answers"
        case (.recordOrder(let order, let chain), .done):
            "Recorded: order id \(order) is found and leads to chain \(chain)"
        case (.keepView(let view), .done): "Kept under \(view.position): v \(view.position) shows it"
        case (.shareView(let view), .done): "Shared under \(view.position) with everybody"
        case (.dropView(let view), .done): "View \(view.position) is deleted"
        case (.keepCustomer(let id, let act, _), .done): reader.news(of: act, on: id)
        case (_, .erased(let outcome)):
            outcome.isSwept
                ? "The person behind \(outcome.customer) is erased"
                : "Erased, but the -wal still holds some of it: others read all the time, erase once more"
        case (.claimNext, .worked(nil)): "No ticket to work: each has an agent or waits"
        case (.claimNext, .worked(.some(let page))): reader.news(of: .claim, on: page.ticket)
        case (.act(let act, _, _, _), .worked(.some(let page))):
            Reader.person(at: page.at).news(of: act, on: page.ticket)
        case (.openTicket, .worked(.some(let page))), (.openSilentLoss, .worked(.some(let page))):
            "Ticket \(page.ticket.id) is open: \(page.ticket.title.lowercased())"
        case (_, .ticketsWithdrawn(let outcome)):
            Reader.withdrawn(outcome)
        case (.ask, .asked(let row)):
            "Asked: \(AskedText(row).what); the answer comes by itself when the server has it"
        case (.cancelAsked, .asked(let row)): "Cancelled: \(AskedText(row).what)"
        case (.answerRefund(let id, let act), .refund): reader.news(of: act, on: id)
        case (.exportEvidence(let id), .written(let path)): "Everything about ticket \(id) is in \(path)"
        default: nil
        }
    }
}

/// Why the store did not do what it was asked.
struct StoreFailure: Equatable, Sendable {
    /// What went wrong.
    let error: StoreError
    /// Whether somebody else was faster.
    var isConflict = false

    /// Whether rules refused it; nothing is broken then.
    var isRefusal: Bool { [.refused, .usage, .conflict, .notFound].contains(error.code) }

    /// What happened, and what to do unless the screen behind the message shows it.
    func text(_ context: ConsoleContext) -> String {
        let text = ErrorText.console(error, at: context.now)
        return isConflict ? text.what : text.line
    }

    /// What somebody else did first, and that therefore nothing was done.
    func tooLate(_ nothing: String, in context: ConsoleContext) -> MessageLine {
        let what = text(context)
        return MessageLine(.warning, "\(what.prefix(1).uppercased())\(what.dropFirst()): \(nothing)")
    }
}

/// Something read from the store; two are equal when they are of the same reading.
struct Loaded<Page: Sendable>: Equatable, Sendable {
    /// What was read.
    let page: Page
    /// Which reading of its screen it is.
    let number: Int

    /// Compares the readings' numbers: pages themselves are large and come from one place.
    static func == (left: Loaded, right: Loaded) -> Bool { left.number == right.number }
}
