public import Purchases

/// Everything that a screen shows of an incident.
public struct IncidentPage: Hashable, Sendable {
    /// How many failed purchases share a value.
    public struct Share: Hashable, Sendable {
        /// The value; empty where nothing tells.
        public let value: String
        /// How many.
        public let tickets: Int
    }

    /// How many began in a piece of its curve.
    public struct Point: Hashable, Sendable {
        /// When the piece begins.
        public let at: Instant
        /// How many failed purchases of the incident were charged in it.
        public let tickets: Int
    }

    /// The incident.
    public let incident: Incident
    /// How long a piece of the curve is: an hour, or a day where it lasted long.
    public let step: TimeLength
    /// The curve without gaps, from its first victim's piece to its last one's.
    public let curve: [Point]
    /// By cause, the commonest first.
    public let causes: [Share]
    /// By the app's version.
    public let versions: [Share]
    /// By product.
    public let products: [Share]
    /// By storefront.
    public let storefronts: [Share]
    /// Its first victim's ticket; nil where it has none any more.
    public let first: TicketID?
    /// Its last victim's ticket.
    public let last: TicketID?
    /// The incidents that were merged into it, which can be taken out again.
    public let merged: [IncidentID]
    /// The renewals that were moved for it.
    public let extensions: IncidentExtensionState
}

/// How far Apple is with the renewals that were moved for an incident.
public struct IncidentExtensionState: Hashable, Sendable {
    /// Those of everybody who has a product, the newest first.
    public let everybody: [AskedRow]
    /// How many of its own chains wait to be asked about.
    public let waiting: Int
    /// How many of them Apple renews later.
    public let done: Int
    /// How many Apple refused, or were given up or cancelled.
    public let failed: Int

    /// Whether nothing of the kind was ever asked for.
    public var isEmpty: Bool { everybody.isEmpty && waiting + done + failed == 0 }
}

/// A page of incidents, the newest first.
public struct IncidentListPage: Hashable, Sendable {
    /// The incidents.
    public internal(set) var incidents: [Incident]
    /// What to give as `after` for the next page; nil at the end.
    public let next: String?
}
