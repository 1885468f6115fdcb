import Persistence
import Purchases

extension StoreGateway {
    /// Does to tickets what screens ask for, and says what was done.
    func answer(_ work: TicketWork, at now: Instant) throws -> Answer {
        switch work {
        case .claim(let id):
            .worked(try store.claimTicket(id, by: agent, at: now), "Ticket \(id) is yours: c gives it back")
        case .release(let id):
            .worked(try store.releaseTicket(id, by: agent, at: now), "Ticket \(id) is back in its queue")
        case .next: next(try store.claimNextTicket(by: agent, at: now))
        case .resolve(let id, let ending, let version):
            .worked(
                try store.resolveTicket(id, ending, version: version, by: agent, at: now),
                "Ticket \(id) is resolved: \(ending.resolution.title)")
        case .reopen(let id, let note, let reference):
            .worked(
                try store.reopenTicket(id, note: note, reference: reference, by: agent, at: now),
                "Ticket \(id) is taken up again")
        case .note(let id, let text, let reference):
            .worked(
                try store.noteTicket(id, text, reference: reference, by: agent, at: now), "The note is kept")
        case .openSilent(let transaction):
            opened(try store.openTicket(forSilentLoss: transaction, by: agent, at: now))
        case .open(let opening): opened(try store.openTicket(opening, by: agent, at: now))
        }
    }

    /// The incident among the tickets that are not yet for the review alone, as a queue sees it.
    ///
    /// What was paid is lost or late for one reason: both queues look at one and the same incident.
    func incident(in queue: ErrorGroup, at now: Instant) throws -> Incident? {
        let queues: [ErrorGroup] = queue == .notCharged ? [queue] : [.lossOfFunds, .undelivered]
        let tickets = try queues.flatMap { queue in
            var filter = TicketQuery().filter(of: queue)
            filter.youngerThan = Incident.reach
            return try store.tickets(filter, limit: Incident.limit, at: now).tickets
        }
        return Incident(in: tickets, of: queue)
    }

    private func next(_ page: TicketPage?) -> Answer {
        guard let page else {
            return .worked(nil, "Nothing to work: no ticket waits that nobody works on")
        }
        return .worked(page, "Ticket \(page.ticket.id) is yours: c gives it back")
    }

    private func opened(_ page: TicketPage) -> Answer {
        .worked(page, "Ticket \(page.ticket.id) is open: \(page.ticket.title.lowercased())")
    }
}
