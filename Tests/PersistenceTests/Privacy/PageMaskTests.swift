import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Every page is masked in one place, by the role that the asker has at that moment.
struct PageMaskTests {
    private let store: Store

    init() throws { store = try People.inMemory() }

    private func name(
        for agent: AgentName, _ query: CustomerQuery = CustomerQuery(People.customer),
        at now: Instant = People.now
    ) throws -> String? {
        try store.page(of: query, by: agent, at: now)?.customer.values.name?.text
    }

    @Test func theRoleDecides() throws {
        #expect(try name(for: People.agent) == "山田 太郎")
        #expect(try name(for: People.viewer) == "山•••")
        #expect(try name(for: People.service) == "山•••")
        try store.addAgent(People.agent, role: .viewer, by: People.lead, at: People.now)
        #expect(try name(for: People.agent) == "山•••")
        let whole = try store.wholePage(of: CustomerQuery(People.customer), at: People.now)
        #expect(whole?.customer.values.name?.text == "山田 太郎")
    }

    @Test func nobodyUnknownIsAnswered() throws {
        #expect(throws: StoreError.agent(AgentName("eve"), .notListed)) { try name(for: AgentName("eve")) }
    }

    @Test func aPreviewIsNoViewersToSee() throws {
        try TestDocuments.take([TestDocuments.answer([("1001", 0)])], into: store)
        let wish = AttachRequest(TestDocuments.chain, to: People.customer, reason: "other")
        let query = AttachPreviewQuery(wish)
        #expect(try store.page(of: query, by: People.agent, at: People.now).to == People.customer)
        #expect(throws: StoreError.store(.pageHidden)) {
            try store.page(of: query, by: People.viewer, at: People.now)
        }
    }

    @Test func aReasonRevealsOneCustomerForAMinute() throws {
        let query = CustomerQuery(People.customer, isRevealed: true)
        #expect(try name(for: People.viewer, query) == "山•••")
        try store.act(.look(because: "he calls"), on: People.customer, by: People.viewer, at: People.now)
        #expect(try name(for: People.viewer, query, at: People.now + .seconds(59)) == "山田 太郎")
        #expect(try name(for: People.viewer, query, at: People.now + .seconds(60)) == "山•••")
        #expect(try name(for: People.viewer, query, at: People.now - .seconds(1)) == "山•••")
        #expect(try name(for: People.viewer, at: People.now + .seconds(1)) == "山•••", "it was not asked for")
        #expect(throws: StoreError.agent(AgentName(""), .notListed)) {
            try store.wholePage(of: SavedViewsQuery(of: .tickets), at: People.now)
        }
    }
}
