import FileStore
package import Persistence
package import Purchases

/// A store of its own, its people and catalogue, and how documents come in.
package struct Shop: Sendable {
    /// The lead who brings everything unless told otherwise.
    package static let lead = AgentName("lena")
    /// An agent who is not the lead.
    package static let agent = AgentName("ana")
    /// The present of these examples, long after every made-up charge.
    package static let now = Instant(milliseconds: 1_700_000_000_000)
    /// A moment at which every made-up charge is still inside its period.
    package static let soon = ReportedAttempt.moment(24 * 5)

    package let store: Store

    /// A practice store in memory, of every environment's documents, with a small catalogue.
    package init(catalog: Bool = true, practice: Bool = true) throws {
        store = try Store.inMemory(practice: practice, by: Self.lead, at: Self.now)
        if catalog { try store.replaceCatalog(with: Self.catalog, by: Self.lead, at: Self.now) }
    }

    /// A shop with a store that is there already.
    package init(_ store: Store) { self.store = store }

    /// A shop in which an agent works.
    package static func staffed() throws -> Shop {
        let shop = try Shop()
        try shop.store.addAgent(agent, role: .agent, by: lead, at: now)
        return shop
    }

    /// What the shop sells: two lengths of one subscription, a pass of a week, and something for good.
    package static let catalog = Catalog([
        product("tea.monthly", .autoRenewable, ["premium"], group: "g1"),
        product("tea.yearly", .autoRenewable, ["premium", "extra"], group: "g1"),
        product("week_pass", .nonRenewing, ["premium"], period: CalendarPeriod(days: 7)),
        product("forever", .nonConsumable, ["pro"]),
    ])

    /// A product of a catalogue, without prices.
    package static func product(
        _ id: String, _ kind: ProductKind, _ entitlements: [String], period: CalendarPeriod? = nil,
        group: String? = nil
    ) -> Product {
        Product(
            id: ProductID(id), kind: kind, entitlements: entitlements.map { EntitlementID($0) },
            period: period, group: group.map { SubscriptionGroupID($0) }, level: nil, prices: [:])
    }
}

/// How documents come in.
extension Shop {
    /// Brings items as one import.
    @discardableResult package func bring(
        _ items: [ImportItem], by agent: AgentName = lead, at now: Instant = now
    ) throws -> ImportReport {
        let sources = [ImportSource(name: "papers", sha256: "5ba1")]
        return try store.importDocuments(ImportFeed(items, sources: sources), by: agent, at: now)
    }

    /// Brings documents as one import, for a customer if one is named.
    @discardableResult package func bring(
        _ papers: [Paper], customer: String? = nil, by agent: AgentName = lead, at now: Instant = now
    ) throws -> ImportReport {
        let owner = customer.map { AppUserID($0) }
        return try bring(papers.map { $0.item(for: owner) }, by: agent, at: now)
    }

    /// Brings a document.
    @discardableResult package func bring(
        _ paper: Paper, customer: String? = nil, by agent: AgentName = lead, at now: Instant = now
    ) throws -> ImportReport {
        try bring([paper], customer: customer, by: agent, at: now)
    }

    @discardableResult package func bring(
        _ attempt: ReportedAttempt, at now: Instant = now
    ) throws -> ImportReport {
        try bring(attempt.paper, at: now)
    }
}

/// What came of it.
extension Shop {
    /// Every ticket, those in queues first.
    package func tickets(_ filter: TicketFilter = TicketFilter()) throws -> [Ticket] {
        try store.tickets(filter, limit: 1000, at: Self.now).tickets
    }

    /// The tickets that are in queues.
    package var queue: [Ticket] {
        get throws { try tickets().filter(\.isUnresolved) }
    }

    /// The page of a ticket that is there.
    package func page(_ id: TicketID = "1", at now: Instant = now) throws -> TicketPage {
        guard let page = try store.ticketPage(id, at: now) else { throw Absent("ticket \(id)") }
        return page
    }

    /// How many alarms were raised.
    package var alarms: Int {
        get throws { try store.number("SELECT count(*) FROM alarms") }
    }

    /// Makes a ticket good, with a week of premium unless told otherwise.
    @discardableResult package func makeGood(
        _ ticket: TicketID = "1", customer: String = "u_1", _ term: GrantRequest.Term? = nil,
        of entitlement: EntitlementID = "premium", by agent: AgentName = lead
    ) throws -> Grant {
        let week = CalendarPeriod(days: 7).map(GrantRequest.Term.period) ?? .lifetime
        let request = GrantRequest(
            customer: AppUserID(customer), entitlement: entitlement, term: term ?? week,
            reason: "not_delivered", ticket: ticket, evenIfNothingIsGained: true)
        return try store.give(request, by: agent, at: Self.now).grant
    }

    /// What a foreign program does: SQL without lock, role or entry.
    package func raw(_ sql: String) throws { try Raw.write(store, sql) }
}

extension TicketEnd {
    /// An end that no fact shows, with everything that has to stand beside it but a case.
    package static func said(_ resolution: TicketResolution, of other: TicketID? = nil) -> TicketEnd {
        TicketEnd(resolution, note: "why", quantity: resolution == .credited ? 1 : nil, of: other)
    }
}

extension ImportReport {
    /// How many tickets it opened, moved and resolved.
    package var ticketCounts: [Int] { [openedTickets, movedTickets, resolvedTickets] }
}
