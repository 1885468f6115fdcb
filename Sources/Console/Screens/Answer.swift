import Persistence
import Purchases
import Widgets
import Wording

/// What the store answered to a ``StoreRequest``; `StoreGateway` makes it.
enum Answer: Sendable {
    /// The page that answers a question, with the question: an ``Answered``.
    case page(any Sendable)
    /// An incident after something was done with it; nil when there is none of that name.
    case incidentPage(IncidentPage?)
    /// What opening tickets for silent losses did.
    case silentLossesOpened(SilentLossOutcome)
    /// What taking tickets back did.
    case ticketsWithdrawn(WithdrawalOutcome)
    /// The path of the file into which something was taken out.
    case written(String)
    /// Something that is asked of the App Store, as it is after a write.
    case asked(AskedRow)
    /// What was asked of the App Store for an incident.
    case extended(IncidentExtensionAnswer)
    /// A refund after something was done with it; nil when there is none of that number.
    case refund(RefundPage?)
    case granted(GrantOutcome)
    /// What was to be done is a lead's to decide, and waits for one.
    case filed(ApprovalRequest)
    /// What cancelling a grant did.
    case cancelled(RevocationOutcome)
    /// What an act on a request did.
    case decided(ApprovalAnswer)
    /// A batch after something was done with it.
    case batch(Batch)
    case revoked(RevocationOutcome)
    case attached(Attachment)
    /// The ticket after something was done to it; nil when none waits that could be claimed next.
    case worked(TicketPage?)
    case erased(ErasureOutcome)
    case done
    /// It failed, and how to say it.
    case failed(StoreFailure)
}

/// A question and the page that answers it.
struct Answered<Query: StoreQuery>: Sendable {
    /// What was asked.
    let query: Query
    let page: Query.Page
}

extension Answer {
    /// The page that answers a question.
    static func page<Query: StoreQuery>(_ page: Query.Page, of query: Query) -> Answer {
        .page(Answered(query: query, page: page))
    }

    /// The page that answers a question of some kind; nil for an answer to anything else.
    func page<Query: StoreQuery>(of kind: Query.Type) -> Query.Page? { answered(kind)?.page }

    /// A question of some kind and the page that answers it; nil for an answer to anything else.
    func answered<Query: StoreQuery>(_ kind: Query.Type) -> Answered<Query>? {
        guard case .page(let answered) = self else { return nil }
        return answered as? Answered<Query>
    }
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
        MessageLine(.warning, "\(Counting.capitalized(text(context))): \(nothing)")
    }
}
