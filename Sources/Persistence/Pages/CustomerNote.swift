public import Purchases

/// What an agent wrote about a customer.
public struct CustomerNote: Hashable, Sendable {
    /// When.
    public let at: Instant
    /// Who.
    public let agent: AgentName
    /// What.
    public let text: String
    /// The helpdesk's case.
    public let reference: String?

    /// A note by an agent.
    public init(at: Instant, agent: AgentName, text: String, reference: String?) {
        (self.at, self.agent, self.text, self.reference) = (at, agent, text, reference)
    }
}
