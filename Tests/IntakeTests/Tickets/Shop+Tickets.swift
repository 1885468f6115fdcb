import Intake
import Purchases

@testable import Persistence

extension Shop {
    /// An agent who is not the lead.
    static let agent = AgentName("ana")
    /// A moment at which every made-up charge is still inside its period.
    static let soon = ReportedAttempt.moment(24 * 5)

    /// A shop in which an agent works.
    static func staffed() throws -> Shop {
        let shop = try Shop()
        try shop.store.addAgent(agent, role: .agent, by: lead, at: now)
        return shop
    }

    /// Brings an attempt's report.
    @discardableResult func bring(_ attempt: ReportedAttempt, at now: Instant = now) throws -> ImportReport {
        try bring(attempt.text, at: now)
    }

    /// Every ticket, those in queues first.
    func tickets(_ filter: TicketFilter = TicketFilter()) throws -> [Ticket] {
        try store.tickets(filter, limit: 1000, at: Self.now).tickets
    }

    /// The tickets that are in queues.
    var queue: [Ticket] {
        get throws { try tickets().filter(\.isUnresolved) }
    }

    /// The page of a ticket that is there.
    func page(_ id: TicketID = "1", at now: Instant = now) throws -> TicketPage {
        guard let page = try store.ticketPage(id, at: now) else { throw StoreError.unknownTicket(id) }
        return page
    }

    /// How many alarms were raised.
    var alarms: Int {
        get throws { try store.number("SELECT count(*) FROM alarms") }
    }

    /// Makes a ticket good, with a week of premium unless told otherwise.
    @discardableResult func makeGood(
        _ ticket: TicketID = "1", customer: String = "u_1", _ term: GrantRequest.Term? = nil,
        of entitlement: EntitlementID = "premium", by agent: AgentName = lead
    ) throws -> Grant {
        let week = CalendarPeriod(days: 7).map(GrantRequest.Term.period) ?? .lifetime
        let request = GrantRequest(
            customer: AppUserID(customer), entitlement: entitlement, term: term ?? week,
            reason: "not_delivered", ticket: ticket, evenIfNothingIsGained: true)
        return try store.grant(request, by: agent, at: Self.now).grant
    }
}

extension ImportReport {
    /// How many tickets it opened, moved and resolved.
    var ticketCounts: [Int] { [openedTickets, movedTickets, resolvedTickets] }
}
