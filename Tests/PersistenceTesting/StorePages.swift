package import Persistence
package import Purchases

/// The questions that tests ask by the dozen, as functions; their pages are whole.
extension Store {
    /// A question that depends on no moment.
    package func wholePage<Query: StoreQuery>(
        of query: Query, by agent: AgentName? = nil
    ) throws -> Query.Page {
        try wholePage(of: query, by: agent, at: Shop.now)
    }

    package func customerPage(_ id: AppUserID, at now: Instant) throws -> CustomerPage? {
        try wholePage(of: CustomerQuery(id), at: now)
    }

    package func customers(
        _ filter: CustomerFilter = CustomerFilter(), after: String? = nil, limit: Int = 50, at now: Instant
    ) throws -> CustomerListPage {
        try wholePage(of: CustomerListQuery(filter, after: after, limit: limit), at: now)
    }

    package func search(
        _ text: String, reach: SearchReach = .parts, limit: Int = 50, at now: Instant
    ) throws -> SearchResults {
        try wholePage(of: SearchQuery(text, reach: reach, limit: limit), at: now)
    }

    package func chainPage(
        _ id: OriginalTransactionID, in environment: AppStoreEnvironment? = nil, at now: Instant
    ) throws -> ChainPage? {
        try wholePage(of: ChainQuery(id, in: environment), at: now)
    }

    package func documents(
        _ filter: DocumentFilter = DocumentFilter(), after: Int64? = nil, limit: Int = 50
    ) throws -> [DocumentRecord] {
        try wholePage(of: DocumentListQuery(filter, after: after, limit: limit)).documents
    }

    package func document(_ id: Int64) throws -> DocumentRecord? { try wholePage(of: DocumentQuery(id)) }

    package func audit(
        about: String? = nil, by agent: AgentName? = nil, action: String? = nil, since: Instant? = nil,
        after: Int64? = nil, limit: Int = 100
    ) throws -> AuditPage {
        try wholePage(
            of: AuditQuery(
                about: about, by: agent, action: action, since: since, after: after, limit: limit))
    }

    package func tickets(
        _ filter: TicketFilter = TicketFilter(), sortedBy sort: TicketSort? = nil, after: String? = nil,
        limit: Int = 50, by agent: AgentName? = nil, at now: Instant
    ) throws -> TicketListPage {
        try wholePage(
            of: TicketListQuery(filter, sortedBy: sort, after: after, limit: limit), by: agent, at: now)
    }

    package func ticketPage(_ id: TicketID, at now: Instant) throws -> TicketPage? {
        try wholePage(of: TicketQuery(id), at: now)
    }

    package func skips(after: String? = nil, limit: Int = 50) throws -> TicketSkipPage {
        try wholePage(of: TicketSkipsQuery(after: after, limit: limit))
    }

    package func quarantine(after: Int64? = nil, limit: Int = 50) throws -> [QuarantinedDocument] {
        try wholePage(of: QuarantineQuery(after: after, limit: limit))
    }

    package func silentLossCount(at now: Instant) throws -> SilentLossCount {
        try wholePage(of: SilentLossCountQuery(), at: now)
    }

    package func leadList(
        _ list: LeadList, after: String? = nil, limit: Int = 50, at now: Instant
    ) throws -> LeadListPage {
        try wholePage(of: LeadListQuery(list, after: after, limit: limit), at: now)
    }

    package func refunds(
        _ filter: RefundFilter = .open, at now: Instant, limit: Int? = 100
    ) throws -> [RefundTask] {
        try wholePage(of: RefundListQuery(filter, limit: limit), at: now)
    }

    package func balance(
        from: Instant? = nil, until: Instant? = nil, at now: Instant
    ) throws -> Balance {
        try wholePage(of: BalanceQuery(from: from, until: until), at: now)
    }

    package func requestPage(_ id: RequestID, by agent: AgentName, at now: Instant) throws -> ApprovalPage? {
        try wholePage(of: RequestQuery(id), by: agent, at: now)
    }

    package func serverStanding(at now: Instant) throws -> ServerStatus {
        try wholePage(of: ServerStatusQuery(), at: now)
    }
}
