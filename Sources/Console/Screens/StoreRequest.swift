import Persistence
import Purchases

/// What is asked of the store, as data.
///
/// Whoever answers switches over every case: a request that nobody answers does not compile.
enum StoreRequest: Equatable, Sendable {
    /// Read something, as of a moment.
    case read(Read, at: Instant)
    /// Change something, at a moment.
    case write(Write, at: Instant)

    /// What can be read.
    enum Read: Equatable, Sendable {
        /// Customers, chains and tickets that fit a text.
        case search(String)
        /// Customers that pass a filter in order, so many from a place on.
        case customers(CustomerFilter, after: String?, count: Int)
        /// The chains that are nobody's, so many from a place on.
        case chainsOfNobody(after: String?, count: Int)
        /// Everything about a customer.
        case customer(AppUserID)
        /// The same for somebody who said why within the last minute, with what is hidden otherwise.
        case revealedCustomer(AppUserID)
        /// Everything about a chain; without an environment that of Production first.
        case chain(OriginalTransactionID, AppStoreEnvironment?)
        /// The documents that speak of a chain, newest first, from a place on.
        case documents(OriginalTransactionID, after: Int64?)
        /// One document with its body.
        case document(Int64)
        /// The audit log, newest first, from a place on.
        case audit(AuditFilter, after: Int64?)
        /// Tickets that pass a filter in the order of their queue, so many from a place on.
        case tickets(TicketFilter, after: String?, count: Int)
        /// Tickets that pass a filter in another order, so many from a place on.
        case sortedTickets(TicketFilter, TicketSort, after: String?, count: Int)
        /// The names that filters may hold.
        case filterNames
        /// The kept views of a list.
        case views(ViewedList)
        /// The incident among young tickets, as a queue sees it.
        case incident(ErrorGroup)
        /// Everything about a ticket.
        case ticket(TicketID)
        /// How many tickets wait in each queue.
        case ticketCounts
        /// Whether a server is there, and how its work goes.
        case serverStanding
        /// What role one has by now.
        case ownRole
        /// What the shop calls products.
        case productNames
        /// What was lost and what became of it, with the incidents, of a period.
        case review(ReviewPeriod)
        /// An incident.
        case incidentPage(IncidentID)
        /// How many losses no ticket stands for.
        case silentLossCount
        /// The losses that no ticket stands for, so many from a place on.
        case silentLosses(after: String?, count: Int)
        /// What was delivered by the app's word alone, so many purchases from a place on.
        case wordDeliveries(after: String?, count: Int)
        /// How many purchases that are.
        case wordDeliveryCount
        /// How much the lists of leads hold.
        case leadListCounts
        /// A list of leads, so many rows from a place on.
        case leadList(LeadList, after: String?, count: Int)
        /// The refunds that customers asked Apple for.
        case refunds(RefundFilter)
        /// One of them, with the answer that stands ready.
        case refund(RefundRequestID)
        /// The same with what a lead chooses.
        case refundPreview(RefundRequestID, ConsumptionChoice)
        /// Where the money of all charges went.
        case balance
        /// What the cursor of a list stands on.
        case beside(Beside)
        /// What a grant would do.
        case grantPreview(GrantRequest)
        /// What attaching a chain would do.
        case attachPreview(AttachRequest)
        /// What having Apple renew a chain later would do.
        case extensionPreview(ChainID, ExtensionWish)
        /// What having Apple renew each chain of an incident later would do.
        case incidentExtensions(IncidentID, ExtensionWish)
        /// Whom having Apple renew a product later for an incident would reach.
        case extensionReach(ProductID, for: IncidentID)
        /// What the policy of grants says.
        case grantPolicy
        /// Where a ticket or a customer stands, and what happened since it was seen.
        case standing(of: TicketID?, customer: AppUserID?, since: Standing.Mark?)
        /// Who may use the store.
        case agents
        /// What agents asked of leads, so many requests from a place on.
        case requests(ApprovalScope, after: String?, count: Int)
        /// One request beside what is known now.
        case request(RequestID)
        /// What making many good would do.
        case batchPreview(BatchWish)
        /// A batch with its members, so many from a place on.
        case batchPage(BatchID, after: String?, count: Int)
        /// Batches, so many from a place on.
        case batches(after: String?, count: Int)
        /// How many requests wait for a lead, and which of one's own were decided since a moment.
        case requestNews(since: Instant)
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
        case startBatch(BatchWish, key: String)
        /// Go on with a batch, or begin to take it back.
        case runBatch(BatchID, BatchAct)
        /// Take a grant back.
        case revoke(GrantID, reason: String, note: String?)
        /// Attach a chain.
        case attach(AttachRequest)
        /// Record an order id on the chain that it paid for.
        case recordOrder(OrderID, of: OriginalTransactionID)
        /// Do something about a customer; what is taken out is copied then.
        case keepCustomer(AppUserID, CustomerAct, copying: CopyItem? = nil)
        /// Erase a person.
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
        case extend(ChainID, ExtensionWish, key: String)
        /// Have Apple renew each chain of an incident later that its rules allow.
        case extendIncident(IncidentID, ExtensionWish)
        /// Have Apple renew later for everybody who has a product; twice under one key is once.
        case extendEverybody(ProductID, ExtensionWish, for: IncidentID, key: String)
        /// Let something that was asked of it be tried no more.
        case cancelAsked(AppStoreRequestID)
        /// Answer Apple about a refund, or leave it unanswered.
        case answerRefund(RefundRequestID, RefundAct)
        /// Shape an incident that was seen at a version.
        case shapeIncident(IncidentID, IncidentAct, version: Int)
    }

    /// Whether it changes the store: such a request is never superseded.
    var isWrite: Bool { if case .write = self { true } else { false } }

    /// Whether its failure is said where its answer would stand, as what a form's deed would do, and not on the message
    /// line.
    var isSaidElsewhere: Bool {
        guard case .read(let read, _) = self else { return false }
        return [.preview, .beside, .ownRole].contains(read.kind)
    }

    /// The ticket that it changes or would change; nil when it changes none.
    var ticket: TicketID? {
        switch self {
        case .read(.grantPreview(let request), _), .write(.grant(let request, _), _): request.ticket
        case .write(.act(_, let id, _, _), _): id
        case .read, .write: nil
        }
    }
}

extension StoreRequest.Read {
    /// Reads of one kind by one screen supersede each other: only the newest is answered.
    enum Kind: Hashable, Sendable, CaseIterable {
        case search, customers, customer, chain, documents, document, audit, tickets, incident, ticket,
            ticketCounts, serverStanding, ownRole, productNames, silentLossCount, silentLosses,
            wordDeliveries,
            wordDeliveryCount,
            balance,
            leadLists, leadList,
            preview,
            grantPolicy, standing, beside, requests, request, requestNews, filterNames, views, batchPage,
            batches, review, incidentPage, refunds, refund
    }

    /// Its kind.
    var kind: Kind {
        switch self {
        case .search: .search
        case .customers, .chainsOfNobody: .customers
        case .customer, .revealedCustomer: .customer
        case .chain: .chain
        case .documents: .documents
        case .document: .document
        case .audit: .audit
        case .tickets, .sortedTickets: .tickets
        case .filterNames: .filterNames
        case .views: .views
        case .incident: .incident
        case .ticket: .ticket
        case .ticketCounts: .ticketCounts
        case .serverStanding: .serverStanding
        case .ownRole: .ownRole
        case .productNames: .productNames
        case .review: .review
        case .incidentPage: .incidentPage
        case .silentLossCount: .silentLossCount
        case .silentLosses: .silentLosses
        case .wordDeliveries: .wordDeliveries
        case .wordDeliveryCount: .wordDeliveryCount
        case .leadListCounts: .leadLists
        case .leadList: .leadList
        case .refunds: .refunds
        case .refund: .refund
        case .refundPreview: .preview
        case .balance: .balance
        case .beside: .beside
        case .grantPreview, .attachPreview, .batchPreview, .extensionPreview, .incidentExtensions,
            .extensionReach:
            .preview
        case .batchPage: .batchPage
        case .batches: .batches
        case .grantPolicy: .grantPolicy
        case .standing: .standing
        case .agents: .preview
        case .requests: .requests
        case .request: .request
        case .requestNews: .requestNews
        }
    }

    /// The text that it searches for; nil when it searches for none.
    var searchText: String? {
        if case .search(let text) = self { text } else { nil }
    }
}
