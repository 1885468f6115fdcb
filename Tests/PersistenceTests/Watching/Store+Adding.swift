import Persistence
import Purchases

extension Store {
    /// Adds an agent, a small change of which everything is known.
    func add(_ login: String, at instant: Instant = People.now) throws {
        try addAgent(AgentName(login), role: .agent, by: People.lead, at: instant)
    }
}
