import Persistence
import Purchases
import Testing

/// Holds that the log of changes is read on from where one was.
struct ChangeLogTests {
    private let store: Store

    init() throws { store = try Store.inMemory(by: People.lead, at: People.now) }

    @Test func aNewStoreHasNoChanges() throws {
        #expect(try store.newestChange() == 0)
        #expect(try store.changes(since: 0) == [])
    }

    @Test func changesAreReadOnByTheirSequence() throws {
        for login in ["a", "b", "c"] { try store.add(login) }
        let page = try store.changes(since: 0, limit: 2)
        #expect(page.map(\.id) == ["a", "b"])
        let rest = try store.changes(since: try #require(page.last).sequence)
        #expect(rest.map(\.id) == ["c"])
        #expect(try store.newestChange() == rest.last?.sequence)
    }

    @Test func aRefusedWriteLeavesNoChange() throws {
        #expect(throws: StoreError.self) {
            try store.addAgent(
                AgentName("x"), role: .agent, by: AgentName("stranger"), at: People.now)
        }
        #expect(try store.newestChange() == 0)
    }
}
