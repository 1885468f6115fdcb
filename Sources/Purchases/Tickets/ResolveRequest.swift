/// How a person ends a ticket.
public struct ResolveRequest: Hashable, Codable, Sendable {
    /// How it ends.
    public var resolution: TicketResolution
    /// Why; needed for what is written off, what is credited, and what no fact shows.
    public var note: String?
    /// How many of a consumable were credited; needed for what is credited.
    public var quantity: Int?
    /// The helpdesk's case.
    public var reference: String?
    /// The ticket that it is a duplicate of; needed for a duplicate, and for nothing else.
    public var other: TicketID?

    /// An end of a ticket.
    public init(
        _ resolution: TicketResolution, note: String? = nil, quantity: Int? = nil, reference: String? = nil,
        of other: TicketID? = nil
    ) {
        self.resolution = resolution
        self.note = note
        self.quantity = quantity
        self.reference = reference
        self.other = other
    }
}
