public import Purchases

/// An end of a ticket that no fact shows, as the request tells it.
public struct EndAsked: Hashable, Sendable {
    /// The ticket.
    public let ticket: TicketID
    /// Whose it was; nil while nobody knew.
    public let customer: AppUserID?
    /// How it is to end.
    public let end: TicketEnd
    /// The helpdesk's case.
    public let reference: String?
}

/// As requests keep it: the case stands with the end, and its note is erased by its path.
extension EndAsked: Codable {
    private struct Kept: Codable {
        let resolution: TicketResolution
        let note: FreeText?
        let quantity: Int?
        let reference: String?
        let other: TicketID?
    }

    private enum Key: String, CodingKey {
        case ticket = "ticket"
        case customer = "customer"
        case end = "ending"
    }

    /// Reads a kept end.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let kept = try values.decode(Kept.self, forKey: .end)
        ticket = try values.decode(TicketID.self, forKey: .ticket)
        customer = try values.decodeIfPresent(AppUserID.self, forKey: .customer)
        end = TicketEnd(kept.resolution, note: kept.note, quantity: kept.quantity, of: kept.other)
        reference = kept.reference
    }

    /// Writes the end as requests keep it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(ticket, forKey: .ticket)
        try values.encodeIfPresent(customer, forKey: .customer)
        let kept = Kept(
            resolution: end.resolution, note: end.note, quantity: end.quantity, reference: reference,
            other: end.other)
        try values.encode(kept, forKey: .end)
    }
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
            return AskedEnd(request: try row[0], resolution: asked.end.resolution)
        }
    }
}
