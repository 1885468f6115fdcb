import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// A console that runs on while who sits at it becomes somebody else, or the store another one.
@MainActor
struct OwnRoleTests {
    private static let (ana, ben) = (AgentName("ana"), AgentName("ben"))

    /// A console at which an agent looks at a customer.
    private func desk() async throws -> Desk {
        let store = try Stores.filled()
        try store.addAgent(Self.ben, role: .agent, by: Self.ana, at: Pages.now)
        let desk = Desk(store, agent: "ben", role: .agent)
        await desk.type("zoe@")
        await desk.type("<Enter>")
        #expect(desk.shows("Zoë Müller") && desk.shows("ben (agent)"))
        return desk
    }

    @Test func whoBecameAViewerSeesNoPersonAnyMore() async throws {
        let desk = try await desk()
        try desk.store.addAgent(Self.ben, role: .viewer, by: Self.ana, at: Pages.now)
        await desk.pass(.seconds(1))
        #expect(desk.shows("Your role is now viewer: everything is read again") && desk.shows("ben (viewer)"))
        #expect(!desk.shows("Zoë") && !desk.shows("zoe@"))
        await desk.type("u_1042")
        await desk.type("<Enter>")
        #expect(desk.shows("u_1042") && !desk.shows("Zoë Müller"))
    }

    @Test func whoWasRemovedSeesNothingUntilTakenBack() async throws {
        let desk = try await desk()
        try desk.store.removeAgent(Self.ben, by: Self.ana, at: Pages.now)
        await desk.pass(.seconds(1))
        #expect(desk.shows("Closed: ben is not among this store's agents"))
        #expect(desk.shows("Nothing is shown and nothing is written"))
        #expect(!desk.shows("Zoë") && !desk.shows("zoe@"))
        await desk.type("/2m<Enter>zoe@")
        #expect(!desk.shows("Zoë") && !desk.shows("premium"))
        try desk.store.addAgent(Self.ben, role: .agent, by: Self.ana, at: Pages.now)
        await desk.pass(.seconds(1))
        #expect(desk.shows("Your role is now agent: everything is read again"))
        await desk.type("zoe@")
        await desk.type("<Enter>")
        #expect(desk.shows("Zoë Müller"))
    }

    @Test func whoWasRemovedCanStillLeave() async throws {
        let desk = try await desk()
        try desk.store.removeAgent(Self.ben, by: Self.ana, at: Pages.now)
        await desk.pass(.seconds(1))
        desk.terminal.type("q")
        await desk.end()
    }

    @Test func aStoreOfANewerProgramClosesTheConsole() throws {
        var state = ConsoleState(context: Frames.context(Size(columns: 80, rows: 24)), newID: { "key" })
        let refused = StoreFailure(error: .store(.newer(version: 5)))
        #expect(state.receive(.failed(refused), to: .read(OwnRoleQuery(), at: Pages.now), layer: 0).isEmpty)
        #expect(state.closure?.error == .store(.newer(version: 5)))
        for key in ["m", "/", "2", .enter] as [Key] { #expect(state.handle(key).isEmpty) }
        #expect(state.load() == [.ask(.read(OwnRoleQuery(), at: Pages.now), layer: 0)])
        #expect(state.handle("q") == [.quit])
    }

    @Test(arguments: ["?", ":", "y", "v", "f", "F"] as [KeyScript])
    func interruptingLeavesFromWhateverLiesOverAList(_ opener: KeyScript) async throws {
        let desk = Desk(try TicketStores.outage())
        await desk.type("<Esc>2")
        await desk.type(opener)
        desk.terminal.type("<C-c>")
        await desk.end()
    }

    @Test func interruptingLeavesFromTheQuestionBeforeADeed() async throws {
        let desk = try await desk()
        await desk.type("m")
        await desk.type("<C-s>")
        #expect(desk.shows("y grant"))
        desk.terminal.type("<C-c>")
        await desk.end()
        #expect(
            try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.grants.isEmpty == true)
    }
}
