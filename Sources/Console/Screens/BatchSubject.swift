import Persistence
import Purchases
import Wording

/// Whom a lead wants to make good at once.
struct BatchSubject: Hashable, Sendable {
    /// Which tickets.
    let target: BatchRequest.Target
    /// What they are called: `incident 2`, `12 marked tickets`.
    let name: String
    /// The reason that fits.
    var reason = "outage"

    /// Everybody of an incident.
    static func incident(_ id: IncidentID) -> BatchSubject {
        BatchSubject(target: .incident(id), name: "everybody of incident \(id)")
    }

    /// Marked tickets.
    static func tickets(_ ids: [TicketID]) -> BatchSubject {
        BatchSubject(
            target: .tickets(ids), name: Counting.of(ids.count, "marked ticket"), reason: "not_delivered")
    }
}

/// What was previewed, and is to be done now.
struct BatchOffer: Equatable, Sendable {
    let subject: BatchSubject
    /// How long everybody is given.
    let length: BatchLength
    /// What it would do.
    let preview: BatchPreview
}
