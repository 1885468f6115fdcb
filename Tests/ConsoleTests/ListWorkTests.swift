import Foundation
import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// The work with lists by keys: finding, sorting, marking, kept views, and what the next start finds again.
@MainActor
struct ListWorkTests {
    private let ana = AgentName("ana")

    private func desk(_ role: Role = .agent, _ size: Size = Size(columns: 120, rows: 40)) throws -> Desk {
        Desk(try TicketStores.outage(), size: size, role: role)
    }

    private func holders(_ desk: Desk) throws -> [String] {
        try desk.store.wholePage(of: TicketListQuery(), at: Pages.now).tickets.filter { $0.claimedBy != nil }
            .map(\.id.rawValue)
            .sorted()
    }

    @Test func wordsAreFoundInAListRoundAndRound() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("FILS<Enter>")
        #expect(desk.selectedLine.contains("39.90 ILS") && desk.shows("1 of 1"))
        await desk.type("F9.99<Enter>")
        #expect(desk.selectedLine.contains("Mallory") && desk.shows("2 of 3"))
        await desk.type("nn")
        #expect(desk.shows("from the top again: 1 of 3"))
        await desk.type("N")
        #expect(desk.shows("from the end again: 3 of 3"))
        await desk.type("<Esc>")
        #expect(!desk.shows("3 of 3"))
    }

    @Test func theFilterCompletesItself() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("fca")
        #expect(desk.shows("cause: why it failed"))
        await desk.type("<Tab>")
        #expect(desk.shows("21005 receipt server unavailable"))
        await desk.type("<Tab>ag")
        #expect(desk.shows("age> how long the customer waits"))
        await desk.type("<C-w>agent:<Tab><Enter>")
        #expect(desk.shows("Filter cause:21005 agent:me"))
        await desk.type("fstat:open<Enter>")
        #expect(desk.shows("stat:open filters nothing: did you mean state?"))
    }

    @Test func aListIsSortedByAnyColumnAndBack() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        let own = desk.selectedLine
        await desk.type(">")
        #expect(desk.shows("Sorted by how long they wait, the longest first") && desk.shows("Waits↑"))
        await desk.type("-")
        #expect(desk.shows("the shortest first") && desk.shows("Waits↓"))
        await desk.type(">")
        #expect(desk.shows("Money↓") && desk.selectedLine.contains("14 900 KRW"))
        await desk.type("=")
        #expect(desk.shows("In the queue's own order") && desk.selectedLine == own && !desk.shows("↓"))
    }

    @Test func markedTicketsAreClaimedOneAfterTheOther() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("  ")
        #expect(desk.shows("2 marked") && desk.shows("●"))
        await desk.type("A")
        #expect(desk.shows("2 marked tickets") && desk.shows("g give back"))
        await desk.type("c")
        #expect(desk.shows("Claim 2 tickets?"))
        await desk.type("<Enter>")
        #expect(try holders(desk).isEmpty && !desk.shows("Claim 2 tickets?"))
        await desk.type("cy")
        #expect(desk.shows("2 tickets done") && !desk.shows("marked,"))
        #expect(try holders(desk) == ["1", "2"])
        let claims = try desk.store.wholePage(of: AuditQuery(by: ana, action: "ticket")).entries
        #expect(claims.count == 2)
    }

    @Test func whatSomebodyElseHoldsIsSaidAndStaysMarked() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type(" ")
        _ = try desk.store.act(.claim, on: TicketID("1"), by: AgentName("bo"), at: Pages.now)
        await desk.type(" Acy")
        #expect(desk.shows("1 done, 1 not: ticket 1"))
        #expect(desk.shows("1 marked"))
        await desk.type("<Esc>")
        #expect(!desk.shows("1 marked"))
    }

    @Test func whatIsNotTheAgentsToDoIsRefusedBeforehand() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("*Ar")
        await desk.type("written_off nobody answers<Enter>")
        #expect(desk.shows("Only a lead writes losses off"))
        await desk.type("<C-u>delivered they have it<Enter>")
        #expect(desk.shows("Resolve 6 tickets as") && desk.shows("they have it"))
        await desk.type("y")
        // What no fact shows needs a contact on each ticket.
        #expect(desk.shows("0 done, 6 not: ticket 1: no fact shows") && desk.shows("[Loss of funds 6]"))
    }

    @Test func viewersMarkAndDoNothing() async throws {
        let desk = try desk(.viewer)
        await desk.type("<Esc>2")
        await desk.type(" A")
        #expect(desk.shows("a viewer may only read"))
    }

    @Test func aViewIsKeptShownAndDropped() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("fcause:21005<Enter>")
        await desk.type(">>")
        await desk.type("vs3my losses<Enter>")
        #expect(desk.shows("my losses") && desk.shows("cause:21005, sorted by -money"))
        await desk.type("<Esc><Esc>=")
        #expect(!desk.shows("Filter"))
        await desk.type("v3")
        #expect(desk.shows("Filter cause:21005") && desk.shows("Money↓"))
        await desk.type("v4")
        #expect(desk.shows("no view is kept under 4"))
        await desk.type("S")
        #expect(desk.shows("only a lead shares views"))
        await desk.type("x")
        #expect(desk.shows("No view is kept yet"))
        await desk.type("<Esc>")
        #expect(!desk.shows("Views of tickets"))
    }

    /// A list that is read again has as many rows as it had.
    @Test(arguments: [100, 350]) func listsAskForAsManyRowsAsTheyAreTold(_ limit: Int) {
        let chain = OriginalTransactionID("7000")
        #expect(
            DocumentsScreen(chain).question(after: 5, limit: limit)
                == DocumentListQuery(DocumentFilter(chain: chain), after: 5, limit: limit))
        #expect(AuditScreen().question(after: 5, limit: limit) == AuditQuery(after: 5, limit: limit))
        let place = RefundPlace.ended(asked: Pages.now, id: 5)
        #expect(
            RefundsScreen().question(after: place, limit: limit)
                == RefundListQuery(.all, after: place, limit: limit))
    }

    @Test func customersAreSortedAmongThoseThatWereRead() async throws {
        let desk = try desk()
        await desk.type("<Esc>")
        await desk.type(">")
        #expect(desk.shows("Sorted by name"))
        #expect(desk.shows(", by name"))
        let names = desk.terminal.grid.lines.filter { $0.contains("u_1043") || $0.contains("u_1042") }
        #expect(names.first?.contains("José") == true)
        await desk.type("-")
        let turned = desk.terminal.grid.lines.filter { $0.contains("u_1043") || $0.contains("u_1042") }
        #expect(turned.first?.contains("Zoë") == true)
        await desk.type("=")
        #expect(desk.shows("In the list's own order") && !desk.shows(", by name"))
    }

    @Test func aSharedViewComesWhileTheMenuIsOpen() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("v")
        let view = SavedView(of: .tickets, at: 1, name: "yen", query: "cause:21005", sort: nil)
        try desk.store.addAgent(AgentName("lea"), role: .lead, by: AgentName("root"), at: Pages.now)
        try desk.store.shareView(view, by: AgentName("lea"), at: Pages.now)
        desk.application.storeChanged()
        await desk.application.idle()
        #expect(desk.shows("yen") && desk.shows("shared"))
        await desk.type("1")
        #expect(desk.shows("Filter cause:21005"))
    }

    @Test func everyListOfThePlacesHasItsGolden() throws {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: ana)
        let places: [(String, KeyScript)] = [
            ("list-completion", "<Esc>2fst"), ("list-wrong-word", "<Esc>2fstat:open<Enter>"),
            ("list-sorted", "<Esc>2>>"), ("list-marked", "<Esc>2 j *"), ("list-act", "<Esc>2  A"),
            ("list-act-question", "<Esc>2  Ac"), ("list-act-resolve", "<Esc>2  Ar"),
            ("list-views", "<Esc>2v"),
            ("list-found", "<Esc>2F9.99<Enter>n"),
        ]
        for (name, script) in places {
            for size in [
                Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
            ] {
                var state = Frames.state(size)
                state.play(script, gateway.perform)
                Frames.expect(state, size, name)
            }
        }
    }
}

/// What the next start finds again.
struct ConsoleMemoryTests {
    private let size = Size(columns: 120, rows: 40)

    @Test func theNextStartLooksAtListsAsTheLastOneDid() throws {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        var first = Frames.state(size)
        first.play(
            "<Esc>fstatus:expired<Enter>2fcause:21005<Enter>>jj5faction:import<Enter>j", gateway.perform)
        var next = Frames.state(size)
        next.recall(ConsoleMemory(first.memory.data))
        next.play("<Esc>2", gateway.perform)
        #expect(next.memory.look(at: .tickets) == first.memory.look(at: .tickets))
        let lines = Frames.draw(next, size).grid.lines
        #expect(
            lines.contains { $0.contains("Filter cause:21005") } && lines.contains { $0.contains("Waits↑") })
        next.play("5", gateway.perform)
        #expect(next.memory == first.memory)
    }

    @Test func noSearchedTextIsInIt() throws {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        var state = Frames.state(size)
        state.play("zoe@", gateway.perform)
        let text = String(decoding: state.memory.data, as: UTF8.self)
        #expect(!text.contains("zoe") && !text.contains("u_1042"))
    }

    @Test(arguments: [
        "", "x", "[]", #"{"version":2,"lists":{}}"#, #"{"version":1}"#,
        #"{"version":1,"lists":{"tickets":{"query":5,"rows":0}}}"#,
    ])
    func whatIsNoMemoryIsNone(_ text: String) {
        #expect(ConsoleMemory(Data(text.utf8)) == ConsoleMemory())
    }

    @Test func aHostileMemoryChangesNothingButTheList() throws {
        let text = """
            {"version":1,"lists":{
              "tickets":{"query":"colour:red\\u001b[2J","sort":"nonsense","queue":99,"selected":"'; DROP","rows":-5},
              "customers":{"query":"nobody status:x","selected":"\\u0000","rows":99999999999},
              "audit":{"query":"agent:","selected":"-1","rows":1},"else":{"query":"","rows":0}}}
            """
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        var state = Frames.state(size)
        state.recall(ConsoleMemory(Data(text.utf8)))
        state.play("<Esc>2", gateway.perform)
        #expect(Frames.draw(state, size).grid.lines.contains { $0.contains("[Loss of funds 6]") })
        #expect(
            state.memory.look(at: .tickets)?.query == "" && state.memory.look(at: .customers)?.query == "")
    }
}
