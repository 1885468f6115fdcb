import PersistenceTesting
import Purchases
import Testing

@testable import Persistence

/// Views of lists: one's own and those that leads share, a digit for each.
struct SavedViewTests {
    private func view(_ position: Int, _ name: String, query: String = "agent:none", sort: String? = "-money")
        -> SavedView
    {
        SavedView(of: .tickets, at: position, name: name, query: query, sort: sort)
    }

    private func seen(_ store: Store, by agent: AgentName, _ list: ViewedList = .tickets) throws -> [String] {
        try store.wholePage(of: SavedViewsQuery(of: list), by: agent).map {
            "\($0.position) \($0.name) \($0.isShared)"
        }
    }

    @Test func everybodySeesTheirOwnAndWhatIsShared() throws {
        let store = try People.inMemory()
        try store.keepView(view(1, "mine"), by: People.agent, at: People.now)
        try store.keepView(view(1, "hers"), by: People.lead, at: People.now)
        try store.shareView(view(1, "ours"), by: People.lead, at: People.now)
        try store.shareView(view(2, " all  of\nit "), by: People.lead, at: People.now)
        #expect(try seen(store, by: People.agent) == ["1 mine false", "1 ours true", "2 all of it true"])
        #expect(try seen(store, by: People.lead) == ["1 hers false", "1 ours true", "2 all of it true"])
        #expect(try seen(store, by: People.agent, .customers).isEmpty)
        let kept = try #require(
            try store.wholePage(of: SavedViewsQuery(of: .tickets), by: People.agent).first)
        #expect(kept.query == "agent:none" && kept.sort == "-money" && kept.owner == People.agent)
    }

    @Test func aDigitHoldsOneViewOfEach() throws {
        let store = try People.inMemory()
        for name in ["first", "second"] {
            try store.keepView(view(3, name), by: People.agent, at: People.now)
        }
        #expect(try seen(store, by: People.agent) == ["3 second false"])
        try store.dropView(of: .tickets, at: 3, by: People.agent, at: People.now)
        #expect(try seen(store, by: People.agent).isEmpty)
    }

    @Test func droppingNothingIsNoEntry() throws {
        let store = try People.inMemory()
        let before = try store.audit().entries.count
        try store.dropView(of: .tickets, at: 3, by: People.agent, at: People.now)
        #expect(try store.audit().entries.count == before)
    }

    @Test func onlyLeadsShareAndOnlyAgentsKeep() throws {
        let store = try People.inMemory()
        try store.shareView(view(1, "ours"), by: People.lead, at: People.now)
        let attempts: [() throws -> Void] = [
            { try store.shareView(view(2, "mine"), by: People.agent, at: People.now) },
            { try store.unshareView(of: .tickets, at: 1, by: People.agent, at: People.now) },
            { try store.keepView(view(2, "mine"), by: People.viewer, at: People.now) },
        ]
        for attempt in attempts { #expect(failure { try attempt() }?.code == .refused) }
        #expect(try seen(store, by: People.viewer) == ["1 ours true"])
        try store.unshareView(of: .tickets, at: 1, by: People.lead, at: People.now)
        #expect(try seen(store, by: People.viewer).isEmpty)
    }

    @Test func aViewIsKeptWithANameAndToldWithoutIt() throws {
        let store = try People.inMemory()
        let error = failure { try store.keepView(view(1, "  "), by: People.agent, at: People.now) }
        #expect(error == .invalid(.namelessView))
        let before = try store.newestChange()
        try store.keepView(view(1, "Zoe's losses"), by: People.agent, at: People.now)
        #expect(try store.changes(since: before).map(\.entity) == [.view])
        let entry = try #require(try store.audit(action: "view.keep").entries.first)
        #expect(entry.subject == "tickets" && !entry.details.contains("Zoe"))
    }
}
