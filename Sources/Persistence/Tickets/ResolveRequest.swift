public import Purchases

/// How a person ends a ticket.
public struct ResolveRequest: Hashable, Sendable {
    /// How it ends.
    public var resolution: TicketResolution
    /// Why; needed for what is written off and what is credited.
    public var note: String?
    /// How many of a consumable were credited; needed for what is credited.
    public var quantity: Int?
    /// The helpdesk's case.
    public var reference: String?

    /// An end of a ticket.
    public init(
        _ resolution: TicketResolution, note: String? = nil, quantity: Int? = nil, reference: String? = nil
    ) {
        self.resolution = resolution
        self.note = note
        self.quantity = quantity
        self.reference = reference
    }
}
