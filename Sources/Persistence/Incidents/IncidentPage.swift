package import Purchases

/// Everything that a screen shows of an incident. `IncidentPages.swift` has the questions that it answers, and reads
/// it.
package struct IncidentPage: Hashable, Sendable {
    /// How many failed purchases share a value.
    package struct Share: Hashable, Sendable {
        /// The value; empty where nothing tells.
        package let value: String
        package let tickets: Int
    }

    /// How many began in a piece of its curve.
    package struct Point: Hashable, Sendable {
        /// When the piece begins.
        package let at: Instant
        /// How many failed purchases of the incident were charged in it.
        package let tickets: Int
    }

    package let incident: Incident
    /// How long a piece of the curve is: an hour, or a day where it lasted long.
    package let step: TimeLength
    /// The curve without gaps, from its first victim's piece to its last one's.
    package let curve: [Point]
    /// By cause, the commonest first.
    package let causes: [Share]
    /// By the app's version.
    package let versions: [Share]
    package let products: [Share]
    package let storefronts: [Share]
    /// Its first victim's ticket; nil where it has none any more.
    package let first: TicketID?
    /// Its last victim's ticket.
    package let last: TicketID?
    /// The incidents that were merged into it, which can be taken out again.
    package let merged: [IncidentID]
    /// The renewals that were moved for it.
    package let extensions: IncidentExtensionState
}

/// How far Apple is with the renewals that were moved for an incident.
package struct IncidentExtensionState: Hashable, Sendable {
    /// Those of everybody who has a product, the newest first.
    package let everybody: [AskedRow]
    /// How many of its own chains wait to be asked about.
    package let waiting: Int
    /// How many of them Apple renews later.
    package let done: Int
    /// How many Apple refused, or were given up or cancelled.
    package let failed: Int

    /// Whether nothing of the kind was ever asked for.
    package var isEmpty: Bool { everybody.isEmpty && waiting + done + failed == 0 }
}

/// A page of incidents, the newest first.
package struct IncidentListPage: Hashable, Sendable {
    package internal(set) var incidents: [Incident]
    /// What to give as `after` for the next page; nil at the end.
    package let next: String?
}
