package import Purchases

/// An end of a ticket that no fact shows and that an agent asked a lead for, as `approval_requests` keeps it. Asked for
/// in `Tickets/TicketEnding.swift`, decided in `Approvals/ApprovalDecision.swift`.
package struct EndAsked: Hashable, Codable, Sendable {
    package let ticket: TicketID
    /// Whose it was; nil while nobody knew.
    package let customer: AppUserID?
    private let ending: Ending

    /// As requests keep it: the case stands with the end, and its note is erased by its path.
    private struct Ending: Hashable, Codable {
        let resolution: TicketResolution
        let note: FreeText?
        let quantity: Int?
        let reference: String?
        let other: TicketID?
    }

    private enum CodingKeys: String, CodingKey {
        case ticket = "ticket"
        case customer = "customer"
        case ending = "ending"
    }

    /// An end that is asked for.
    init(ticket: TicketID, customer: AppUserID?, end: TicketEnd, reference: String?) {
        (self.ticket, self.customer) = (ticket, customer)
        ending = Ending(
            resolution: end.resolution, note: end.note, quantity: end.quantity, reference: reference,
            other: end.other)
    }

    /// How it is to end.
    package var end: TicketEnd {
        TicketEnd(ending.resolution, note: ending.note, quantity: ending.quantity, of: ending.other)
    }

    /// The helpdesk's case.
    package var reference: String? { ending.reference }
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
