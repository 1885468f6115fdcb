import Persistence
import Purchases

/// What agents did in a practice store before it was opened: make-goods, one of them taken back, and notes.
struct PracticeDeeds {
    /// The store.
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
        let outcome = try store.grant(request, key: "practice-\(turn)", by: agent, at: instant)
        if turn % 9 == 4 {
            _ = try store.revoke(
                outcome.grant.id, reason: "goodwill", note: "given twice", by: agent, at: instant + .hours(2))
        }
        if turn % 5 == 2 {
            let words = reason.replacing("_", with: " ")
            try store.addNote(
                "wrote in about: \(words); answered", to: customer, by: agent, at: instant + .seconds(90))
        }
    }
}

/// Order ids from the invoices of customers who wrote in, as agents recorded them.
struct PracticeOrders {
    /// The store.
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
