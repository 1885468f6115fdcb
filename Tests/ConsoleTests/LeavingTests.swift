import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Wording

@testable import Console

/// Typed words are not lost by a slip of the hand.
@MainActor
struct LeavingTests {
    /// Every form with the keys that lead to it and the keys that type words into it.
    nonisolated static let forms: [(keys: [KeyScript], words: KeyScript, shown: String)] = [
        (["N"], "called twice", "called twice"),
        (["m"], "<Down><Down><Down><Down>an outage", "an outage"),
        (["O"], "premium", "premium"),
        (["<Enter>", "a"], "u_10", "u_10"), (["<Enter>", "O"], "MK4X8", "MK4X8"),
    ]

    /// A console that shows a customer.
    private static func atZoe() async throws -> Desk {
        let desk = Desk(try Stores.filled())
        // Whatever is typed before the answer came goes into the search box.
        await desk.type("zoe@")
        await desk.type("<Enter>")
        return desk
    }

    @Test(arguments: forms.indices) func escapeAsksBeforeWordsAreLost(_ index: Int) async throws {
        let form = Self.forms[index]
        let desk = try await Self.atZoe()
        for key in form.keys { await desk.type(key) }
        let path = desk.terminal.grid.lines[1]
        await desk.type(form.words)
        await desk.type("<Esc>")
        #expect(desk.shows("Leave and lose what you typed?"))
        await desk.type("<Enter>")
        #expect(!desk.shows("lose what you typed") && desk.shows(form.shown), "Enter stays")
        await desk.type("<Esc>n")
        #expect(!desk.shows("lose what you typed") && desk.shows(form.shown))
        await desk.type("<Esc>y")
        #expect(desk.terminal.grid.lines[1] != path)
    }

    @Test(arguments: forms.indices) func aFormWithoutWordsIsLeftAtOnce(_ index: Int) async throws {
        let desk = try await Self.atZoe()
        for key in Self.forms[index].keys { await desk.type(key) }
        let path = desk.terminal.grid.lines[1]
        await desk.type("<Esc>")
        #expect(!desk.shows("lose what you typed") && desk.terminal.grid.lines[1] != path)
    }

    @Test func resolvingAsksToo() async throws {
        let desk = Desk(try TicketStores.outage())
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("r")
        await desk.type("<Down>the customer wrote<Esc>")
        #expect(desk.shows("Leave and lose what you typed?"))
        await desk.type("n")
        #expect(desk.shows("the customer wrote"))
    }

    @Test func takingBackAsksToo() async throws {
        let store = try Stores.filled()
        let request = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"),
            term: .until(Pages.now + .days(2)), reason: "test")
        _ = try store.grant(request, by: AgentName("ana"), at: Pages.now)
        let desk = Desk(store)
        await desk.type("zoe@")
        await desk.type("<Enter>")
        await desk.type("<Tab><Tab>x<Down>given twice<Esc>")
        #expect(desk.shows("Leave and lose what you typed?"))
        await desk.type("y")
        #expect(desk.shows("[Grants 1]"))
    }

    @Test func aChoiceIsNoWord() async throws {
        let desk = try await Self.atZoe()
        await desk.type("m<Right><Esc>")
        #expect(!desk.shows("lose what you typed") && desk.shows("Chains 1"))
    }

    @Test func interruptingAsksToo() async throws {
        let desk = try await Self.atZoe()
        await desk.type("Ncalled twice<C-c>")
        #expect(desk.shows("Leave Makegood and lose what you typed?"))
        await desk.type("<Esc>")
        #expect(desk.shows("called twice") && !desk.shows("lose what you typed"))
        await desk.type("<C-s>")
        #expect(
            try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.notes.map(\.text) == [
                "called twice"
            ])
    }

    @Test func interruptingTwiceStaysAndAKeyOfItsOwnLeaves() async throws {
        let desk = try await Self.atZoe()
        await desk.type("Ncalled twice<C-c>")
        await desk.type("<C-c>")
        #expect(desk.shows("called twice") && !desk.shows("lose what you typed"))
        await desk.type("<C-c>")
        desk.terminal.type("y")
        await desk.end()
        #expect(
            try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.notes.isEmpty == true)
    }

    @Test func withoutWordsInterruptingLeavesAtOnce() async throws {
        let desk = try await Self.atZoe()
        await desk.type("N")
        desk.terminal.type("<C-c>")
        await desk.end()
        #expect(!desk.shows("lose what you typed"))
    }

    @Test func interruptingTheWaitBeforeAGrantIsTakenBackStopsIt() async throws {
        let desk = try await Self.atZoe()
        let week = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"), term: .lifetime, reason: "outage")
        _ = try desk.store.grant(week, by: AgentName("ana"), at: Pages.now)
        desk.application.storeChanged()
        await desk.type("<Tab><Tab>")
        await desk.type("x")
        await desk.type("<C-s>")
        await desk.type("y")
        #expect(desk.shows("Taking back in 3 s: Esc cancels"))
        await desk.type("<C-c>")
        await desk.pass(.seconds(10))
        #expect(desk.shows("Stopped: nothing was taken back"))
    }
}
