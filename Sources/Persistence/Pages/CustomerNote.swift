public import Purchases

/// What an agent wrote about a customer or a ticket.
public struct CustomerNote: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// Who.
    public let agent: AgentName
    /// What.
    public let text: String
    /// The helpdesk's case.
    public let reference: String?
    /// The ticket that it was written on; nil for a note on the customer.
    public let ticket: TicketID?

    /// A note by an agent.
    public init(at: Instant, agent: AgentName, text: String, reference: String?, ticket: TicketID? = nil) {
        (self.at, self.agent, self.text) = (at, agent, text)
        (self.reference, self.ticket) = (reference, ticket)
    }
}
