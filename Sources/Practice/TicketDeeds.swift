import Persistence
import Purchases

/// What agents did about tickets between the outage and the present, most of it about the outage.
struct TicketDeeds {
    /// The store.
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

    private func deeds() throws -> [TicketDeed] {
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
    private func madeGood(_ dark: [Ticket]) -> [TicketDeed] {
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
            let page = try store.tickets(filter, after: cursor, limit: 500, at: calendar.morningAfter)
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
