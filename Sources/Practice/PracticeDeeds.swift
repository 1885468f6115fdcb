import Persistence
import Purchases

/// What agents did in a practice store before it was opened: make-goods, some of them taken back, and notes; below,
/// orders that they recorded and their work on tickets.
struct PracticeDeeds {
    let store: Store
    /// When the store was founded.
    let start: Instant
    /// What the deeds are made of.
    let seed: UInt64

    private static let reasons = ["outage", "not_delivered", "late", "goodwill", "billing_error"]
    private static let entitlements = ["premium", "premium", "premium", "news", "pro"]
    private static let lengths = ["P3D", "P7D", "P14D", "P1M"]
    /// The most deeds, so that no agent's limits are reached.
    private static let most = 240

    /// Makes good for every eighth customer, spread over the seventeen days from the founding on.
    func perform(for customers: [AppUserID]) throws {
        var random = PracticeRandom(seed: seed, place: -1)
        let chosen = customers.enumerated().filter { $0.offset % 8 == 3 }.prefix(PracticeDeeds.most)
        let pace = TimeLength.days(17).count / Int64(max(1, chosen.count))
        for (turn, customer) in chosen.enumerated() {
            let at =
                start
                + TimeLength(Int64(turn) * pace + Int64.random(in: 60_000...3_600_000, using: &random))
            try deed(turn, for: customer.element, at: at, &random)
        }
    }

    private func deed(
        _ turn: Int, for customer: AppUserID, at instant: Instant, _ random: inout PracticeRandom
    ) throws {
        let agent = AgentName(turn % 3 == 0 ? "lena" : "ana")
        let reason = random.pick(PracticeDeeds.reasons)
        guard let period = CalendarPeriod(random.pick(PracticeDeeds.lengths)) else { return }
        let request = GrantRequest(
            customer: customer, entitlement: EntitlementID(random.pick(PracticeDeeds.entitlements)),
            term: .period(period), reason: reason, note: turn % 4 == 0 ? "wrote in, app version 5.2.1" : nil)
        let answer = try store.grant(request, key: "practice-\(turn)", by: agent, at: instant)
        if turn % 9 == 4, let grant = answer.outcome?.grant {
            _ = try store.revoke(
                grant.id, reason: "goodwill", note: "given twice", by: agent, at: instant + .hours(2))
        }
        if turn % 5 == 2 {
            let words = reason.replacing("_", with: " ")
            try store.act(
                .note("wrote in about: \(words); answered"), on: customer, by: agent,
                at: instant + .seconds(90))
        }
    }
}

/// Order ids from the invoices of customers who wrote in, as agents recorded them.
struct PracticeOrders {
    let store: Store
    /// When the present is, and since when purchases are told at once.
    let calendar: PracticeCalendar
    /// What the ids are made of.
    let seed: UInt64

    /// Every so many customers one sent an invoice.
    private static let pace = 12
    /// The most that were recorded.
    private static let most = 60

    /// Records them one after the other, in the hours before the present.
    func record(for people: [PracticeCustomer]) throws {
        let chosen = people.filter { $0.number % PracticeOrders.pace == 0 && isKnown($0) }
        for (turn, person) in chosen.prefix(PracticeOrders.most).enumerated() {
            var ids = PracticeIDs(number: person.number)
            try store.recordOrder(
                PracticeOrders.order(of: person.number, seed: seed),
                of: OriginalTransactionID(ids.take()), by: AgentName("ana"),
                at: calendar.now - .hours(5) + .seconds(Int64(turn) * 240))
        }
    }

    /// Whether the store knows the customer's first chain by then: the App Store told of a charge when it was made.
    private func isKnown(_ person: PracticeCustomer) -> Bool {
        guard let chain = person.chains.first, chain.tellings == nil, chain.environment == .production
        else { return false }
        return chain.purchases.contains {
            $0.purchasedAt >= calendar.reportingSince && $0.purchasedAt < calendar.morningAfter - .days(1)
        }
    }

    /// The order id on the invoice of the customer at a place, the same whatever the population's size.
    static func order(of number: Int, seed: UInt64) -> OrderID {
        var random = PracticeRandom(seed: seed, place: number, part: 3)
        let signs = Array("BCDFGHJKLMNPQRSTVWXYZ0123456789")
        let letters = (0..<8).map { _ in random.pick(signs) }
        // Invoices number their orders so; a digit among them is what tells an order id from a name.
        return OrderID("M\(String(letters))\(Int.random(in: 0...9, using: &random))")
    }
}

/// What agents did about tickets between the outage and the present, most of it about the outage.
struct TicketDeeds {
    let store: Store
    /// When the outage was, and when the present is.
    let calendar: PracticeCalendar
    /// Whose charge Apple gave back after it was made good.
    let refundedLater: Set<AppUserID>

    /// The most deeds of a kind, so that no agent's limits are reached.
    private static let most = 50

    /// Does all of it, one after the other, evenly over the days.
    func perform() throws {
        let deeds = try deeds()
        let first = calendar.morningAfter + .hours(2)
        let pace = (calendar.now - .hours(6) - first).count / Int64(max(1, deeds.count))
        for (turn, deed) in deeds.enumerated() {
            let at = first + .seconds(Int64(turn) * pace / 1000)
            try deed.perform(in: store, turn: turn, at: at)
        }
    }

    private func deeds() throws -> [PracticeDeed] {
        let lost = try lost()
        let dark = lost.filter(isOfOutage)
        let coins = lost.filter { $0.product?.rawValue == "coins_100" }
        let older = lost.filter { !isOfOutage($0) && hasPeriod($0) }
        // A lead gives up on the oldest ones: a few, however large the store is.
        let givenUp = older.prefix(min(4, 1 + older.count / 8))
        let rest = Array(older.dropFirst(givenUp.count))
        return madeGood(dark) + third(of: coins).map { .credit($0) }
            + givenUp.map { .writeOff($0) }
            + third(of: rest).map { .makeGood($0, reason: $0.cause == .late ? "late" : "not_delivered") }
            + others(of: rest).prefix(5).map { .note($0) } + others(of: rest).prefix(3).map { .claim($0) }
    }

    /// A third of those of the outage, and whose money came back then.
    private func madeGood(_ dark: [Ticket]) -> [PracticeDeed] {
        let chosen = dark.enumerated().filter { place, ticket in
            place % 3 == 0 || ticket.customer.map(refundedLater.contains) ?? false
        }
        return chosen.prefix(TicketDeeds.most).enumerated().map { turn, ticket in
            .makeGood(ticket.element, reason: turn % 2 == 0 ? "outage" : "not_delivered")
        }
    }

    private func third(of tickets: [Ticket]) -> [Ticket] {
        let chosen = tickets.enumerated().filter { $0.offset % 3 == 0 }
        return chosen.prefix(TicketDeeds.most).map(\.element)
    }

    private func others(of tickets: [Ticket]) -> [Ticket] {
        tickets.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
    }

    /// Every unresolved loss of funds, in queue order.
    private func lost() throws -> [Ticket] {
        var filter = TicketFilter()
        (filter.group, filter.isUnresolvedOnly) = (.lossOfFunds, true)
        var tickets: [Ticket] = []
        var cursor: String?
        repeat {
            let page = try store.wholePage(
                of: TicketListQuery(filter, after: cursor, limit: 500), at: calendar.morningAfter)
            tickets += page.tickets
            cursor = page.next
        } while cursor != nil
        return tickets
    }

    private func isOfOutage(_ ticket: Ticket) -> Bool {
        hasPeriod(ticket) && calendar.outage.contains(ticket.waitingSince)
    }

    private func hasPeriod(_ ticket: Ticket) -> Bool {
        ticket.customer != nil && ticket.product.flatMap { PracticeShelf.length(of: $0.rawValue) } != nil
    }
}

/// One thing that somebody did about a ticket.
enum PracticeDeed: Hashable, Sendable {
    /// Gave the lost period, for a reason.
    case makeGood(Ticket, reason: String)
    /// Decided that it ends here.
    case writeOff(Ticket)
    /// Handed the goods over in the app's own system.
    case credit(Ticket)
    /// Wrote something down.
    case note(Ticket)
    /// Took it.
    case claim(Ticket)

    private static let ana = AgentName("ana")
    private static let lena = AgentName("lena")

    /// Does it; `turn` names it among all.
    func perform(in store: Store, turn: Int, at instant: Instant) throws {
        switch self {
        case .makeGood(let ticket, let reason):
            guard let request = PracticeDeed.request(ticket, reason) else { return }
            let agent = turn % 4 == 3 ? PracticeDeed.lena : PracticeDeed.ana
            _ = try store.grant(request, key: "practice-ticket-\(turn)", by: agent, at: instant)
        case .writeOff(let ticket):
            let ending = TicketEnd(.writtenOff, note: "the customer never answered")
            _ = try store.act(.resolve(ending), on: ticket.id, by: PracticeDeed.lena, at: instant)
        case .credit(let ticket):
            let ending = TicketEnd(.credited, note: "credited in the wallet", quantity: 1)
            _ = try store.act(.resolve(ending), on: ticket.id, by: PracticeDeed.ana, at: instant)
        case .note(let ticket):
            let text = "wrote in: paid and got nothing"
            _ = try store.act(.note(text), on: ticket.id, by: PracticeDeed.ana, at: instant)
        case .claim(let ticket):
            _ = try store.act(.claim, on: ticket.id, by: PracticeDeed.ana, at: instant)
        }
    }

    private static func request(_ ticket: Ticket, _ reason: String) -> GrantRequest? {
        guard let customer = ticket.customer, let product = ticket.product?.rawValue else { return nil }
        let entitlement = product.hasPrefix("news") ? "news" : "premium"
        return GrantRequest(
            customer: customer, entitlement: EntitlementID(entitlement), term: .lost, start: .after,
            reason: reason, ticket: ticket.id)
    }
}
