package import Purchases

/// Why an agent may not do something. Its code is `refused`.
package enum AgentRefusal: Hashable, Sendable {
    /// The login is not in the list of agents, and so may do nothing.
    case notListed
    /// The role does not allow what was asked.
    case notAllowed(Role, Permission)
    /// A ticket cannot be handed to an agent of this role.
    case worksNoTickets(Role)
    /// Without this lead there would be none.
    case lastLead
}
