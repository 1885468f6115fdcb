import Purchases
import Testing

@testable import Persistence

struct AgentTests {
    @Test func theLastLeadStays() throws {
        let store = try People.inMemory()
        #expect(
            failure { try store.removeAgent(People.lead, by: People.lead, at: People.now) }?.code == .refused)
        let demotion = failure {
            try store.addAgent(People.lead, role: .viewer, by: People.lead, at: People.now)
        }
        #expect(demotion?.code == .refused)
        try store.addAgent(People.agent, role: .lead, by: People.lead, at: People.now)
        try store.removeAgent(People.lead, by: People.agent, at: People.now)
        #expect(try store.agents().map(\.login) == [People.agent, People.service, People.viewer])
    }

    @Test func theRemovedMayDoNothing() throws {
        let store = try People.inMemory()
        try store.removeAgent(People.agent, by: People.lead, at: People.now)
        #expect(failure { _ = try store.role(of: People.agent) }?.code == .refused)
        #expect(
            failure { try store.removeAgent(People.agent, by: People.lead, at: People.now) }?.code
                == .notFound)
    }

    @Test(arguments: ["", "a b", "-x", "a\u{1b}[0m"])
    func whatIsNoLoginIsRefused(_ login: String) throws {
        let store = try People.inMemory()
        let error = failure {
            try store.addAgent(AgentName(login), role: .agent, by: People.lead, at: People.now)
        }
        #expect(error?.code == .usage)
    }

    @Test func agentsAddNobody() throws {
        let store = try People.inMemory()
        let error = failure {
            try store.addAgent(AgentName("eve"), role: .lead, by: People.agent, at: People.now)
        }
        #expect(error?.code == .refused)
    }
}
