public import Purchases

/// An end of a ticket that no fact shows, as the request tells it.
public struct EndAsked: Hashable, Codable, Sendable {
    /// The ticket.
    public let ticket: TicketID
    /// Whose it was; nil while nobody knew.
    public let customer: AppUserID?
    /// How it is to end.
    public let ending: ResolveRequest
}

extension EndAsked {
    /// Which rows of `approval_requests` ask for an end of a ticket that no lead has decided about.
    static let isWaiting = "ticket_id = ? AND kind = 'resolve' AND state = 'open'"
}

extension AskedEnd {
    /// The end of a ticket that a lead was asked for and has not decided about; nil where none was.
    static func waiting(for ticket: TicketID, in db: Connection) throws -> AskedEnd? {
        try db.first(
            "SELECT id, request FROM approval_requests WHERE \(EndAsked.isWaiting)", [ticket]
        ) { row in
            guard let asked: EndAsked = try row.json(1) else { throw row.damage(at: 1) }
            return AskedEnd(request: try row[0], resolution: asked.ending.resolution)
        }
    }
}
