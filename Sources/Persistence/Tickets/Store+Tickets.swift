internal import GRDB
public import Purchases

extension Store {
    /// A page of tickets: those in queues first, in queue order, then those resolved, newest first.
    ///
    /// Queue order: the worse group first, not made good before made good, who waits longest first, id.
    /// Errors: usage for an `after` that no page gave.
    public func tickets(
        _ filter: TicketFilter = TicketFilter(), after: String? = nil, limit: Int = 50, at now: Instant
    ) throws -> TicketListPage {
        let cursor = try after.map(TicketCursor.init(text:))
        return try read { db in
            try TicketListQuery(filter: filter, now: now, db: db).page(after: cursor, limit: limit)
        }
    }

    /// How many tickets wait in each queue.
    public func ticketCounts(at now: Instant) throws -> TicketCounts {
        try read { try TicketCounting(db: $0, now: now).counts() }
    }

    /// The page of a ticket; nil when there is none of that name.
    public func ticketPage(_ id: TicketID, at now: Instant) throws -> TicketPage? {
        try read { try TicketPageReading(db: $0, now: now).page(id) }
    }
}
