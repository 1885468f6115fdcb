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

/// What a person must say to end a ticket.
enum TicketEndingRules {
    /// Refuses an end that only the facts or a grant can find, and one that lacks what it needs.
    static func check(_ ending: ResolveRequest) throws {
        guard TicketResolution.choices.contains(ending.resolution) else {
            throw StoreError.notChosen(ending.resolution)
        }
        let needsNote = ending.resolution == .writtenOff || ending.resolution == .credited
        if needsNote, (ending.note ?? "").allSatisfy(\.isWhitespace) {
            throw StoreError.endNeedsNote(ending.resolution)
        }
        try checkQuantity(ending)
    }

    private static func checkQuantity(_ ending: ResolveRequest) throws {
        switch (ending.resolution == .credited, ending.quantity) {
        case (true, .some(1...1_000_000)), (false, nil): return
        case (true, _):
            throw StoreError.creditNeedsQuantity
        case (false, _):
            throw StoreError.quantityWithoutCredit
        }
    }
}
