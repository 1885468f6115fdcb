import Foundation
import PersistenceTesting
import Purchases
import Testing

@testable import FileStore
@testable import Persistence

/// Holds that consoles see each other, and nobody who is not there.
@Suite(.timeLimit(.minutes(30)))
struct PresenceTests {
    private let folder: StoreFolder
    private let store: Store
    private let other: Store
    private let later = People.now + .seconds(60)

    init() throws {
        folder = try StoreFolder()
        store = try folder.create()
        other = try Store.open(at: folder.path)
    }

    private var presenceFolder: String { folder.path + ".presence" }

    @Test func aConsoleIsSeenWithWhatItHasInFront() throws {
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        #expect(other.presences().map(\.agent) == [People.agent])
        #expect(other.presences().map(\.attention) == [nil])
        let edited = Attention(.edits, ticket: TicketID("28"), customer: AppUserID("zoë \"☃\"\n"))
        presence.show(edited, at: later)
        #expect(
            other.presences() == [
                PresentConsole(
                    id: presence.id, agent: People.agent, process: getpid(), since: later, attention: edited)
            ])
        presence.show(Attention(.views, customer: AppUserID("u")), at: later)
        #expect(other.presences().map(\.attention) == [Attention(.views, customer: AppUserID("u"))])
        presence.leave()
        #expect(other.presences() == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: presenceFolder) == [])
        presence.show(edited, at: later)
        #expect(other.presences() == [])
    }

    @Test func twoConsolesOfOneAgentAreTwo() throws {
        let first = try #require(try store.enterPresence(as: People.agent, at: People.now))
        let second = try #require(try other.enterPresence(as: People.agent, at: People.now))
        #expect(Set(store.presences().map(\.id)) == [first.id, second.id])
        first.leave()
        #expect(store.presences().map(\.id) == [second.id])
    }

    @Test func nobodyIsAnnouncedInMemoryOrReadOnly() throws {
        let memory = try Store.inMemory(by: People.lead, at: People.now)
        #expect(try memory.enterPresence(as: People.lead, at: People.now) == nil)
        #expect(memory.presences() == [])
        let reading = try Store.open(at: folder.path, readOnly: true)
        #expect(try reading.enterPresence(as: People.viewer, at: People.now) == nil)
        #expect(!FileManager.default.fileExists(atPath: presenceFolder))
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        #expect(reading.presences().map(\.id) == [presence.id])
    }

    /// What is not a living console's is nobody, and only what a dead console left is removed.
    @Test func foreignFilesAreNobodyAndStay() throws {
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        let lines: [(String, Data)] = [
            ("notes.txt", Data("{\"agent\":\"eve\",\"process\":1,\"since_ms\":0}".utf8)),
            ("console-huge", Data(repeating: 0x7B, count: 10 << 20)), ("console-empty", Data()),
            ("console-bad", Data("{\"agent\":".utf8)), ("console-text", Data([0xFF, 0xFE, 0x00])),
            ("console-manner", Data("{\"agent\":\"e\",\"process\":1,\"since_ms\":0,\"does\":\"eats\"}".utf8)),
        ]
        var held: [Int32] = []
        for (name, data) in lines {
            let path = "\(presenceFolder)/\(name)"
            try data.write(to: URL(filePath: path))
            held.append(open(path, O_RDONLY | O_CLOEXEC))
            // Its maker lives: what it says counts, not whether it is dead.
            try #require(flock(held.last ?? -1, LOCK_EX | LOCK_NB) == 0)
        }
        symlink(presence.id, "\(presenceFolder)/console-link")
        mkfifo("\(presenceFolder)/console-pipe", 0o600)
        mkdir("\(presenceFolder)/console-folder", 0o700)
        #expect(other.presences().map(\.id) == [presence.id])
        for descriptor in held { close(descriptor) }
        #expect(other.presences().map(\.id) == [presence.id])
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: presenceFolder))
        #expect(left == ["notes.txt", "console-link", "console-pipe", "console-folder", presence.id])
    }

    @Test func theFolderMayBeMissingForeignOrTakenAway() throws {
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        try FileManager.default.removeItem(atPath: presenceFolder)
        #expect(other.presences() == [])
        presence.show(Attention(.views, ticket: TicketID("1")), at: later)
        #expect(other.presences().map(\.attention?.ticket) == [TicketID("1")])
        presence.leave()
        try FileManager.default.removeItem(atPath: presenceFolder)
        try Data().write(to: URL(filePath: presenceFolder))
        #expect(other.presences() == [])
        #expect(throws: StoreError.disk(presenceFolder, .folderNotMade)) {
            try store.enterPresence(as: People.agent, at: People.now)
        }
    }

    @Test(arguments: [mode_t(0o600), 0o660, 0o664]) func filesHaveTheStoresMode(_ mode: mode_t) throws {
        try #require(chmod(folder.path, mode) == 0)
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        var status = stat()
        try #require(stat("\(presenceFolder)/\(presence.id)", &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
        try #require(stat(presenceFolder, &status) == 0)
        #expect(status.st_mode & 0o777 == mode | (mode & 0o444) >> 2)
    }

    @Test func aCustomerIDWithoutEndIsLeftOut() throws {
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        presence.show(
            Attention(.views, customer: AppUserID(String(repeating: "ü", count: 10_000))), at: later)
        #expect(other.presences().map(\.agent) == [People.agent])
        #expect(other.presences().map(\.attention) == [nil])
    }

    @Test func othersAreToldAndOneselfIsNot() async throws {
        let own = try #require(try store.enterPresence(as: People.agent, at: People.now))
        let told = PresenceStream(store, besides: own)
        let lead = try #require(try other.enterPresence(as: People.lead, at: People.now))
        await told.reaches { $0.map(\.agent) == [People.lead] }
        own.show(Attention(.views, ticket: TicketID("1")), at: later)
        lead.show(Attention(.edits, ticket: TicketID("7")), at: later)
        await told.reaches { $0.map(\.attention?.ticket) == [TicketID("7")] }
        lead.leave()
        await told.reaches { $0.isEmpty }
    }

    /// The folder is made by the first who enters: whoever only reads watched before.
    @Test func aFolderMadeLaterIsWatched() async throws {
        let reading = try Store.open(at: folder.path, readOnly: true)
        let told = PresenceStream(reading, besides: nil)
        let presence = try #require(try store.enterPresence(as: People.agent, at: People.now))
        await told.reaches { $0.map(\.id) == [presence.id] }
    }

    @Test func whoeverIsKilledFadesAtOnce() async throws {
        let told = PresenceStream(store, besides: nil)
        let path = folder.path
        async let death: Void = PresenceTests.liveUntilSomebodyEnters(path)
        await told.reaches { $0.map(\.attention?.ticket) == [TicketID("9")] }
        let presence = try #require(try other.enterPresence(as: People.agent, at: People.now))
        await told.reaches { $0.map(\.id) == [presence.id] }
        await death
        #expect(try FileManager.default.contentsOfDirectory(atPath: presenceFolder) == [presence.id])
    }

    /// A console in a process of its own, which kills itself as soon as another one comes.
    private static func liveUntilSomebodyEnters(_ path: String) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try Store.open(at: path)
            let presence = try store.enterPresence(as: AgentName("mortal"), at: People.now)
            presence?.show(Attention(.edits, ticket: TicketID("9")), at: People.now)
            // The other one's entering is the sign.
            await PresenceStream(store, besides: presence).reaches { !$0.isEmpty }
            kill(getpid(), SIGKILL)
        }
    }

    /// Four consoles that show something new all the time: a reader never sees what none of them said.
    @Test func aReaderNeverSeesHalf() async throws {
        let path = folder.path
        let (long, short) = (String(repeating: "1", count: 900), "2")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let store = try Store.open(at: path)
                    guard let presence = try store.enterPresence(as: People.agent, at: People.now) else {
                        return
                    }
                    for turn in 0..<300 {
                        let id = turn.isMultiple(of: 2) ? long : short
                        presence.show(
                            Attention(.views, ticket: TicketID(id), customer: AppUserID(id)), at: People.now)
                    }
                    presence.leave()
                }
            }
            for _ in 0..<600 {
                for console in store.presences() {
                    guard let seen = console.attention else { continue }
                    #expect([long, short].contains(seen.ticket?.rawValue))
                    #expect(seen.ticket?.rawValue == seen.customer?.rawValue)
                }
            }
            try await group.waitForAll()
        }
        #expect(store.presences() == [])
    }
}

/// What a watcher tells, one after the other.
private final class PresenceStream: Sendable {
    let stream: AsyncStream<[PresentConsole]>
    private let watcher: StoreWatcher?

    init(_ store: Store, besides own: Presence?) {
        let (stream, continuation) = AsyncStream.makeStream(of: [PresentConsole].self)
        self.stream = stream
        watcher = store.watchPresences(besides: own) { continuation.yield($0) }
    }

    /// Waits until what is told is what is awaited; the suite's time limit ends a wait in vain.
    func reaches(_ isAwaited: @Sendable ([PresentConsole]) -> Bool) async {
        for await consoles in stream where isAwaited(consoles) { return }
        Issue.record("the watcher ended")
    }
}
