import Persistence
import Purchases

/// What is asked of the store, as data. Screens ask it by an ``Effect``; `StoreGateway` carries it out and gives an
/// ``Answer``.
enum StoreRequest: Equatable, Sendable {
    /// Read something, as of a moment.
    case read(any StoreQuery, at: Instant)
    /// Change something, at a moment.
    case write(Write, at: Instant)

    static func == (left: StoreRequest, right: StoreRequest) -> Bool {
        switch (left, right) {
        case (.read(let one, let at), .read(let other, let then)): one.isEqual(to: other) && at == then
        case (.write(let one, let at), .write(let other, let then)): one == other && at == then
        case (.read, .write), (.write, .read): false
        }
    }

    /// What can be changed.
    enum Write: Equatable, Sendable {
        /// Make good; twice under one key is once.
        case grant(GrantRequest, key: String)
        /// Take back what was given a moment ago.
        case cancel(GrantID)
        /// Decide what was asked for, or take it back.
        case decideRequest(RequestID, RequestAct)
        /// Plan to make many good; twice under one key is once.
        case startBatch(BatchRequest, key: String)
        /// Go on with a batch, or begin to take it back.
        case runBatch(BatchID, BatchAct)
        case revoke(GrantID, reason: String, note: String?)
        case attach(AttachRequest)
        /// Record an order id on the chain that it paid for.
        case recordOrder(OrderID, of: OriginalTransactionID)
        /// Do something about a customer; `copying` goes to the clipboard once that is noted.
        case keepCustomer(AppUserID, CustomerAct, copying: CopyItem? = nil)
        case erase(ErasureRequest)
        /// Do something to a ticket, with the helpdesk's case, and the version at which it was seen.
        case act(TicketAct, on: TicketID, reference: String? = nil, version: Int? = nil)
        /// Claim the ticket that is next in queue order.
        case claimNext
        /// Keep a view for oneself.
        case keepView(SavedView)
        /// Share a view with everybody.
        case shareView(SavedView)
        /// Drop a view: one's own, or for everybody a shared one.
        case dropView(SavedView)
        /// Open a ticket for what a customer told.
        case openTicket(OpenTicketRequest)
        /// Open a ticket for a charge that no app reported as delivered.
        case openSilentLoss(TransactionID)
        /// Open a ticket for each of many such charges.
        case openSilentLosses([TransactionID])
        /// Take back tickets that were opened a moment ago.
        case withdrawTickets([TicketID])
        /// Write everything about a ticket to a file of the user's own, noted in the audit log first.
        case exportEvidence(TicketID)
        /// Ask the App Store for something, about something.
        case ask(AppStoreRequest.Kind, about: String)
        /// Have Apple renew a chain later; twice under one key is once.
        case extend(ChainID, ExtensionTerms, key: String)
        /// Have Apple renew each chain of an incident later that its rules allow.
        case extendIncident(IncidentID, ExtensionTerms)
        /// Have Apple renew later for everybody who has a product; twice under one key is once.
        case extendEverybody(ProductID, ExtensionTerms, for: IncidentID, key: String)
        /// Try a request to the App Store no more.
        case cancelAsked(AppStoreRequestID)
        /// Answer Apple about a refund, or leave it unanswered.
        case answerRefund(RefundRequestID, RefundAct)
        /// Shape an incident that was seen at a version.
        case shapeIncident(IncidentID, IncidentAct, version: Int)
    }

    /// Whether it changes the store: such a request is never superseded.
    var isWrite: Bool { if case .write = self { true } else { false } }

    /// Whether its failure is said where its answer would stand, for example below the fields of a form, and not on the
    /// message line.
    var isSaidElsewhere: Bool {
        guard case .read(let query, _) = self else { return false }
        return query is any QuietQuery
    }

    /// The ticket that it changes or would change; nil when it changes none.
    var ticket: TicketID? {
        switch self {
        case .read(let query, _): (query as? GrantPreviewQuery)?.request.ticket
        case .write(.grant(let request, _), _): request.ticket
        case .write(.act(_, let id, _, _), _): id
        case .write: nil
        }
    }
}

/// A question whose failure is said where its answer would stand.
protocol QuietQuery: StoreQuery {}

extension OwnRoleQuery: QuietQuery {}

/// A question of a form: what sending it would do, or what it offers. A newer one of any kind supersedes it.
protocol PreviewQuery: QuietQuery {}

extension AgentListQuery: PreviewQuery {}
extension AttachPreviewQuery: PreviewQuery {}
extension BatchPreviewQuery: PreviewQuery {}
extension ExtensionPreviewQuery: PreviewQuery {}
extension GrantPreviewQuery: PreviewQuery {}
extension IncidentExtensionPreviewQuery: PreviewQuery {}
extension MassExtensionReachQuery: PreviewQuery {}
extension RefundPreviewQuery: PreviewQuery {}

extension StoreQuery {
    /// Whether another asks the same.
    func isEqual(to other: any StoreQuery) -> Bool { AnyHashable(self) == AnyHashable(other) }

    /// Questions of one slot by one screen supersede each other: only the newest is answered.
    var slot: ObjectIdentifier {
        self is any PreviewQuery
            ? ObjectIdentifier((any PreviewQuery).self) : ObjectIdentifier(Self.self)
    }

    /// The text that it searches for; nil when it searches for none.
    var searchText: String? { (self as? SearchQuery)?.text }
}

/// A question whose type does not matter, equal to one that asks the same.
struct AnyQuery: Equatable, Sendable {
    private let query: any StoreQuery

    /// The question.
    init(_ query: any StoreQuery) { self.query = query }

    static func == (left: AnyQuery, right: AnyQuery) -> Bool { left.query.isEqual(to: right.query) }
}
