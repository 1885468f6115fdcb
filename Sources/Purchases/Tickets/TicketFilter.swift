/// Which tickets a list shows, as it is typed: `group:3 age>2d cause:21005 agent:none`.
public struct TicketFilter: Hashable, Sendable {
    /// Who works on a ticket.
    public enum Holder: Hashable, Sendable {
        /// Nobody.
        case nobody
        /// An agent.
        case agent(AgentName)
    }

    /// The group; any when nil.
    public var group: ErrorGroup?
    /// The state; any when nil.
    public var state: TicketState?
    /// Whether only tickets that are still in a queue are shown.
    public var isUnresolvedOnly = false
    /// How it ended; any when nil.
    public var resolution: TicketResolution?
    /// The cause; any when nil.
    public var cause: TicketCause?
    /// The product; any when nil.
    public var product: ProductID?
    /// The customer; any when nil.
    public var customer: AppUserID?
    /// The app's version; any when nil.
    public var appVersion: String?
    /// Who works on it; anybody when nil.
    public var holder: Holder?
    /// Only tickets that wait longer.
    public var olderThan: TimeLength?
    /// Only tickets that wait less long.
    public var youngerThan: TimeLength?
    /// Only tickets that wait since this moment or later.
    public var since: Instant?
    /// Only tickets that waited before this moment.
    public var until: Instant?
    /// Only tickets whose open transaction blocks buying again, or only others.
    public var blocksRepurchase: Bool?
    /// Only tickets after whose make-good the money or the goods came after all.
    public var isAftermathOnly = false

    /// Every ticket.
    public init() {}
}
