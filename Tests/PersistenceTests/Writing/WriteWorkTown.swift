import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Who is made for writes: customers with a subscription, failed purchases, refunds, incidents, and what is asked.
extension WriteTown {
    /// A customer and what the customer bought.
    struct Subscriber {
        let customer: AppUserID
        let chain: OriginalTransactionID
        let charge: Paper.Entry
    }

    /// Who works for the server.
    static let service = People.service
    static let server = ServerID("1-1")

    var shop: Shop { Shop(store) }

    /// A new customer, of whom nothing is known.
    func customer() throws -> AppUserID {
        let name = "w\(next())"
        let values = CustomerValues(
            email: PersonIdentifier("\(name)@example.org"), name: PersonName("Walker \(name)"))
        try store.addCustomer(AppUserID(name), values, by: People.agent, at: now)
        return AppUserID(name)
    }

    /// Days from the start of made-up time to the present.
    static let today: Int64 = 1157

    /// A charge of a month that runs.
    static func charge(_ number: Int, day: Int64 = today - 5) -> Paper.Entry {
        Paper.Entry(
            id: "7\(number)00", chain: "7\(number)00", line: "L\(number)", day: day, token: token(number))
    }

    /// A customer's token.
    static func token(_ number: Int) -> String {
        "aaaaaaaa-0000-4000-8000-\(String(number + 100_000_000_000))"
    }

    /// A customer with a subscription that runs.
    func subscriber() throws -> Subscriber {
        let (name, charge) = (try customer(), Self.charge(number))
        try shop.bring(Paper.receipt([charge], on: Self.today - 4), customer: name.rawValue)
        return Subscriber(customer: name, chain: OriginalTransactionID(charge.chain), charge: charge)
    }

    /// When the next failed purchase happens, in hours from the start of made-up time: far from all others, so that none
    /// is an incident.
    func hour() -> Double {
        let latest = 24 * (Self.today - 2)
        return Double(latest - Int64(40 * next()))
    }

    /// What an app reports of an attempt, once more.
    func report(_ events: (Double) -> [PurchaseEvent]) -> ReportedAttempt {
        let at = hour()
        return ReportedAttempt(
            id: "w\(number)", customer: "w\(number)", transaction: "8\(number)00", events: events(at))
    }

    /// The ticket of an attempt.
    func ticket(of attempt: ReportedAttempt) throws -> TicketID {
        let ticket = try store.number("SELECT ticket_id FROM attempts WHERE attempt_id = '\(attempt.id)'")
        #expect(ticket > 0)
        return TicketID(String(ticket))
    }

    /// The ticket of something that was charged and closed without delivery.
    func loss() throws -> TicketID { try ticket(bringing: report { ReportedAttempt.lost($0) }) }

    /// The ticket of something that was charged and is still to be delivered.
    func undelivered() throws -> TicketID {
        try ticket(bringing: report { [ReportedAttempt.state("purchased", $0)] })
    }

    /// The ticket of an attempt that is reported; incidents are looked for only where that is asked for.
    func ticket(bringing attempt: ReportedAttempt) throws -> TicketID {
        try take([attempt.paper])
        return try ticket(of: attempt)
    }

    /// Looks for incidents, so that nothing is left to look for.
    func settle() throws { _ = try store.findIncidents(by: Self.service, at: now) }

    func customer(of ticket: TicketID) throws -> AppUserID {
        try #require(try store.ticketPage(ticket, at: now)?.ticket.customer)
    }

    /// A wish to give a week.
    func week(
        to customer: AppUserID, for ticket: TicketID? = nil, days: Int = 7, note: String? = nil
    ) throws -> GrantRequest {
        GrantRequest(
            customer: customer, entitlement: "premium",
            term: .period(try #require(CalendarPeriod(days: days))),
            reason: ticket == nil ? "goodwill" : "not_delivered", note: FreeText(note), ticket: ticket,
            evenIfNothingIsGained: true)
    }

    /// An agent's wish that waits for a lead.
    func request() throws -> RequestID {
        let wish = try week(to: customer(), days: 40)
        guard case .filed(let request) = try store.grant(wish, by: People.agent, at: now) else {
            throw Missing("a request")
        }
        return request.id
    }

    /// The reports of an evening on which verification broke, days from any other.
    func evening() -> [ReportedAttempt] {
        IncidentStoreTests.evening(from: Double(24 * (Self.today - 300 + Int64(10 * next()))))
    }

    /// Such an evening as an incident.
    func incident() throws -> IncidentID {
        let evening = evening()
        try shop.bring(evening.map(\.paper))
        let ticket = try ticket(of: evening[0])
        return try #require(try store.ticketPage(ticket, at: now)?.ticket.incident)
    }

    /// A refund that a customer asked for, and about which an answer can be given.
    func refund() throws -> RefundRequestID {
        let subscriber = try subscriber()
        try store.act(.consent(true), on: subscriber.customer, by: People.agent, at: now)
        try shop.bring(
            Paper.signed(
                "CONSUMPTION_REQUEST", subscriber.charge, at: now - .hours(1), uuid: "ask \(number)"))
        let row = try store.number("SELECT max(id) FROM refund_requests")
        return RefundRequestID(String(row))
    }

    /// A subscription whose renewal is to be moved, as it was asked for.
    func extended() throws -> (chain: OriginalTransactionID, asked: AppStoreRequestID) {
        let chain = try subscriber().chain
        let answer = try store.askExtension(
            of: chain, ExtensionTerms(days: 3, because: .outage), by: People.lead, at: now)
        return (chain, answer.asked.id)
    }

    /// A ticket that was made good and whose transaction is to be finished, as it was asked for.
    func finishing() throws -> AppStoreRequestID {
        let ticket = try undelivered()
        try store.give(
            week(to: customer(of: ticket), for: ticket), by: People.lead, at: now)
        return try store.askAppStore(.finish, about: ticket.rawValue, by: People.agent, at: now).id
    }

    /// The verification of a purchase that is still to be delivered, as the server asked for it.
    func verification() throws -> AppStoreRequestID {
        let ticket = try undelivered()
        try store.makeVerifications(by: Self.service, at: now)
        let found = try store.asked(.ticket(ticket)).first
        return try #require(found).id
    }

    /// Something asked of the App Store that the server has taken to ask.
    func taken(_ request: AppStoreRequestID) throws -> AppStoreRequestID {
        #expect(try store.lease(.request(request), for: Self.server, by: Self.service, at: now))
        return request
    }

    /// Takes in documents, and what is noted with them, as the server does.
    func take(_ papers: [Paper] = [], _ effects: SideEffect..., at moment: Instant? = nil) throws {
        let items = papers.map { $0.item(for: nil) }
        try take(items: items, effects, at: moment)
    }

    /// The same with documents as an import brings them.
    func take(items: [ImportItem], _ effects: [SideEffect] = [], at moment: Instant? = nil) throws {
        let batch = ImportBatch(items, from: "POST", effects: effects)
        let outcomes = try store.importTogether([batch], by: Self.service, at: moment ?? now)
        #expect(outcomes.count == 1)
    }

    /// Notes what a try came to that the server made under a lease.
    func note(_ request: AppStoreRequestID, _ result: TryResult) throws {
        try take([], .leased(.request(request), Self.server, .tried(request, result)))
    }

    /// Expects something of what a write came to.
    func expect(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(holds, sourceLocation: sourceLocation)
    }

    /// The number of a row.
    func row(_ sql: String) throws -> Int64 { Int64(try store.number(sql)) }

    /// What a test counts on and is not there.
    struct Missing: Error, CustomStringConvertible {
        let description: String
        init(_ what: String) { description = "there is no \(what)" }
    }
}
