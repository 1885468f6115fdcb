import FileStore
import Persistence
import PersistenceTesting
import Purchases
import Synchronization
import Testing

/// Holds that every commit is told, whoever made it.
@Suite(.timeLimit(.minutes(30)))
struct StoreWatcherTests {
    @Test func anotherStoresCommitIsTold() async throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        var changes = try store.changeStream().makeAsyncIterator()
        try Store.open(at: folder.path).add("山田")
        #expect(await changes.next()?.map(\.id) == ["山田"])
    }

    @Test func theOwnCommitIsTold() async throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        var changes = try store.changeStream().makeAsyncIterator()
        try store.add("zoë")
        let told = await changes.next()
        #expect(told?.map(\.entity) == [.agent])
        #expect(told?.map(\.id) == ["zoë"])
    }

    @Test func aStoreInMemoryTellsItsOwnCommits() async throws {
        let store = try Store.inMemory(by: People.lead, at: People.now)
        var changes = try store.changeStream().makeAsyncIterator()
        try store.add("jose")
        #expect(await changes.next()?.map(\.id) == ["jose"])
    }

    @Test func everyChangeIsToldOnceAndInOrder() async throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        let stream = try store.changeStream()
        let (other, logins) = (try Store.open(at: folder.path), (0..<40).map { "agent\($0)" })
        for login in logins { try other.add(login) }
        var told: [String] = []
        for await changes in stream {
            told += changes.map(\.id)
            if told.count >= logins.count { break }
        }
        #expect(told == logins)
    }

    @Test func nothingIsToldAfterCancelling() async throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        let told = Mutex<[String]>([])
        let watcher = try store.watch { changes in
            told.withLock { $0 += changes.map(\.id) }
        }
        watcher.cancel()
        // A second watcher says when the first would have been told.
        var fence = try store.changeStream().makeAsyncIterator()
        try Store.open(at: folder.path).add("late")
        #expect(await fence.next()?.map(\.id) == ["late"])
        #expect(told.withLock { $0 } == [])
    }

    @Test func aWatcherFromAnEarlierSequenceTellsWhatWasMissed() async throws {
        let folder = try StoreFolder()
        let store = try folder.create()
        let before = try store.newestChange()
        try store.add("missed")
        let (stream, continuation) = AsyncStream.makeStream(of: [Change].self)
        let watcher = try store.watch(since: before) { continuation.yield($0) }
        var changes = stream.makeAsyncIterator()
        #expect(await changes.next()?.map(\.id) == ["missed"])
        watcher.cancel()
    }
}

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

extension Store {
    /// Adds an agent, a small change of which everything is known.
    func add(_ login: String, at instant: Instant = People.now) throws {
        try addAgent(AgentName(login), role: .agent, by: People.lead, at: instant)
    }
}
