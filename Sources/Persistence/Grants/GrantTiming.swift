internal import Purchases

/// Works out when a grant starts and ends.
struct GrantTiming {
    /// What was asked for.
    let request: GrantRequest
    /// The ticket that it makes good.
    let ticket: GrantTicket?
    /// Which product lasts how long.
    let catalog: Catalog
    /// The present.
    let now: Instant

    /// The time that the grant gives; refuses an end in the past and before its start.
    func span(presentUntil: Instant?, isEntitled: Bool) throws -> Span {
        let start = try start(presentUntil: presentUntil, isEntitled: isEntitled)
        let end = try end(from: start)
        if let end, end <= now {
            throw StoreError(.usage, "the grant would end in the past, \(end)", remedy: "give a later end")
        }
        guard let span = Span(from: start, until: end), (end ?? start) <= .latest else {
            throw StoreError(.usage, "the grant would end before it starts", remedy: "give a later end")
        }
        return span
    }

    private func start(presentUntil: Instant?, isEntitled: Bool) throws -> Instant {
        switch request.start {
        case .now: return now
        case .at(let instant): return instant
        case .after:
            guard isEntitled else { return now }
            guard let presentUntil else {
                throw StoreError(
                    .usage, "present access has no end to start after",
                    remedy: ticket == nil
                        ? "there is nothing to give"
                        : "nothing is left to give back: resolve the ticket another way")
            }
            return presentUntil
        }
    }

    private func end(from start: Instant) throws -> Instant? {
        switch request.term {
        case .period(let period): return start.adding(period)
        case .lifetime: return nil
        case .until(let instant): return instant
        case .lost: return try lostEnd(from: start)
        }
    }

    private func lostEnd(from start: Instant) throws -> Instant? {
        guard let ticket else {
            throw StoreError(.usage, "only a ticket says how much was lost", remedy: "name it with --ticket")
        }
        if let lost = ticket.owed.lost { return lost.length.map { start + $0 } }
        if let period = ticket.product.flatMap({ catalog.products[$0]?.period }) {
            return start.adding(period)
        }
        throw StoreError(
            .usage, "nothing tells how long ticket \(ticket.number)'s product lasts",
            remedy: "give a length with --for")
    }
}
