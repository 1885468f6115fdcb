import Persistence
import Purchases

/// What is under way in a practice store's queues when it is opened: tickets that were handed over, that wait, that
/// somebody passed over, linked or asked another try for, with cases of a helpdesk; and one loss that only a customer told.
struct PracticeQueue {
    /// The store.
    let store: Store
    /// The present, at which all of it was done.
    let now: Instant

    private static let (ana, ben, lea) = (AgentName("ana"), AgentName("ben"), AgentName("lea"))

    /// Works on the first tickets of the queues, the very first left to whoever opens the console.
    func perform() throws {
        let lost = try unclaimed(.lossOfFunds)
        try hear(from: lost.first)
        for (place, ticket) in lost.dropFirst().prefix(9).enumerated() {
            try work(ticket.id, place: place, beside: lost[max(0, place)].id)
        }
        for ticket in try unclaimed(.undelivered).prefix(2) {
            _ = try store.askForRetry(of: ticket.id, by: PracticeQueue.ben, at: now)
        }
    }

    private func work(_ id: TicketID, place: Int, beside neighbour: TicketID) throws {
        let (ana, ben, lea) = (PracticeQueue.ana, PracticeQueue.ben, PracticeQueue.lea)
        let reference = "HD-\(1041 + place)"
        switch place {
        case 0: _ = try store.assignTicket(id, to: ben, reference: reference, by: lea, at: now)
        case 1:
            _ = try store.noteContact(on: id, by: .chat, reference: reference, agent: ben, at: now)
        case 2:
            _ = try store.claimTicket(id, reference: reference, by: ana, at: now)
            _ = try store.noteContact(on: id, by: .email, agent: ana, at: now)
            _ = try store.letTicketWait(id, for: .customer, until: now + .days(2), by: ana, at: now)
        case 3:
            _ = try store.letTicketWait(
                id, for: .apple, until: now + .days(5), reference: reference, by: ben, at: now)
        case 4:
            _ = try store.skipTicket(id, reason: "writes in Finnish, which I do not read", by: ben, at: now)
        case 5: _ = try store.linkTicket(id, to: neighbour, by: lea, at: now)
        case 6: _ = try store.askForRetry(of: id, reference: reference, by: ana, at: now)
        case 7: _ = try store.assignTicket(id, to: ana, reference: reference, by: ben, at: now)
        default: _ = try store.claimTicket(id, by: ben, at: now)
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
        return try store.tickets(filter, limit: 12, at: now).tickets
    }
}
