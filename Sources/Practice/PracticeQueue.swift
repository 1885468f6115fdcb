import Persistence
import Purchases

/// What is under way in a practice store's queues when it is opened: tickets that were handed over, that wait, that
/// somebody passed over, linked or asked another try for, with cases of a helpdesk; and one loss that only a customer told.
struct PracticeQueue {
    let store: Store
    /// The present, at which all of it was done.
    let now: Instant

    private static let (ana, ben, lea) = (AgentName("ana"), AgentName("ben"), AgentName("lea"))

    /// Works on the first tickets of the queues; the very first is left to the person who opens the console.
    func perform() throws {
        let lost = try unclaimed(.lossOfFunds)
        try hear(from: lost.first)
        for (place, ticket) in lost.dropFirst().prefix(9).enumerated() {
            try work(ticket.id, place: place, beside: lost[max(0, place)].id)
        }
        for ticket in try unclaimed(.undelivered).prefix(2) {
            _ = try store.act(.retry, on: ticket.id, by: PracticeQueue.ben, at: now)
        }
    }

    private func work(_ id: TicketID, place: Int, beside neighbour: TicketID) throws {
        let (ana, ben, lea) = (PracticeQueue.ana, PracticeQueue.ben, PracticeQueue.lea)
        let reference = "HD-\(1041 + place)"
        switch place {
        case 0: _ = try store.act(.assign(to: ben), on: id, reference: reference, by: lea, at: now)
        case 1:
            _ = try store.act(.contacted(by: .chat), on: id, reference: reference, by: ben, at: now)
        case 2:
            _ = try store.act(.claim, on: id, reference: reference, by: ana, at: now)
            _ = try store.act(.contacted(by: .email), on: id, by: ana, at: now)
            _ = try store.act(.wait(for: .customer, until: now + .days(2)), on: id, by: ana, at: now)
        case 3:
            _ = try store.act(
                .wait(for: .apple, until: now + .days(5)), on: id, reference: reference, by: ben, at: now)
        case 4:
            _ = try store.act(
                .skip(reason: "writes in Finnish, which I do not read"), on: id, by: ben, at: now)
        case 5: _ = try store.act(.link(to: neighbour), on: id, by: lea, at: now)
        case 6: _ = try store.act(.retry, on: id, reference: reference, by: ana, at: now)
        case 7: _ = try store.act(.assign(to: ana), on: id, reference: reference, by: ben, at: now)
        default: _ = try store.act(.claim, on: id, by: ben, at: now)
        }
    }

    /// Somebody who lost something says that more was lost, of which no app told.
    private func hear(from ticket: Ticket?) throws {
        guard let customer = ticket?.customer else { return }
        let opening = OpenTicketRequest(
            customer: customer, product: ProductID("coins_100"), chargedAt: now - .hours(20),
            isFinished: true, note: "says that coins were charged, too, and never came",
            reference: "HD-1040")
        _ = try store.openTicket(opening, by: PracticeQueue.ana, at: now)
    }

    private func unclaimed(_ group: ErrorGroup) throws -> [Ticket] {
        var filter = TicketFilter()
        (filter.group, filter.isUnresolvedOnly, filter.holder) = (group, true, .nobody)
        return try store.wholePage(of: TicketListQuery(filter, limit: 12), at: now).tickets
    }
}
