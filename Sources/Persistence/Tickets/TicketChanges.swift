/// What settling purchases did to tickets, by their numbers.
struct TicketChanges: Hashable, Sendable {
    /// Tickets that were opened.
    var opened: Set<Int64> = []
    /// Tickets that moved between groups.
    var moved: Set<Int64> = []
    /// Tickets that the facts resolved.
    var resolved: Set<Int64> = []
    /// All in which anything changed.
    var touched: Set<Int64> = []

    /// Adds what another part did.
    mutating func formUnion(_ other: TicketChanges) {
        opened.formUnion(other.opened)
        moved.formUnion(other.moved)
        resolved.formUnion(other.resolved)
        touched.formUnion(other.touched)
    }
}

/// What the audit log says of tickets that the facts moved.
struct TicketChangeRecord: Encodable {
    let opened: [Int64]
    let moved: [Int64]
    let resolved: [Int64]

    init(_ changes: TicketChanges) {
        opened = changes.opened.sorted()
        moved = changes.moved.sorted()
        resolved = changes.resolved.sorted()
    }
}
