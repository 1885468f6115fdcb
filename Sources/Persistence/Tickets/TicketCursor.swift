import Purchases

/// A place in the list of tickets: the last ticket of a page by what orders it.
enum TicketCursor: Hashable {
    /// Among those in queues.
    case queue(group: Int, isMadeGood: Bool, waitingSince: Int64, id: Int64)
    /// Among those resolved.
    case resolved(at: Int64, id: Int64)

    /// The place of a ticket.
    init(_ ticket: Ticket) {
        let id = Int64(ticket.id.rawValue) ?? 0
        if let resolvedAt = ticket.resolvedAt, !ticket.isUnresolved {
            self = .resolved(at: resolvedAt.milliseconds, id: id)
        } else {
            self = .queue(
                group: ticket.group.rawValue, isMadeGood: ticket.isMadeGood,
                waitingSince: ticket.waitingSince.milliseconds, id: id)
        }
    }

    /// Reads a cursor as a page gave it; refuses anything else.
    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        switch (parts.first, numbers.count, parts.count) {
        case ("q", 4, 5):
            self = .queue(
                group: Int(clamping: numbers[0]), isMadeGood: numbers[1] == 1, waitingSince: numbers[2],
                id: numbers[3])
        case ("r", 2, 3): self = .resolved(at: numbers[0], id: numbers[1])
        default:
            throw StoreError(.usage, "that is no cursor", remedy: "take it from the page before")
        }
    }

    /// The cursor as pages give it.
    var text: String {
        switch self {
        case .queue(let group, let isMadeGood, let since, let id):
            "q.\(group).\(isMadeGood ? 1 : 0).\(since).\(id)"
        case .resolved(let at, let id): "r.\(at).\(id)"
        }
    }
}
