import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// From one customer to the next by keys, on a terminal in memory and a store in memory.
@MainActor
struct SearchJourneyTests {
    private static let hint = "Type or paste what the customer sent"

    @Test(
        arguments: [["zoe@<Enter>"], ["<Esc>"], ["<Esc>", "2"], ["<F9>"]] as [[KeyScript]])
    func theSearchOpensOverAnyViewAndEscapeLeadsBack(_ way: [KeyScript]) async throws {
        let desk = Desk(try TicketStores.outage())
        for keys in way { await desk.type(keys) }
        let before = desk.terminal.grid.lines
        await desk.type("/")
        #expect(desk.shows(Self.hint))
        await desk.type("jos")
        #expect(desk.shows("José") && !desk.shows(Self.hint))
        await desk.type("<Esc>")
        #expect(desk.terminal.grid.lines == before)
    }

    @Test func whereTheSlashSearchesInThePageF3SearchesCustomers() async throws {
        let desk = Desk(try TicketStores.outage())
        await desk.type("2000000900000077<Enter>")
        let before = desk.terminal.grid.lines
        await desk.type("/")
        #expect(desk.shows("words to find here"))
        await desk.type("<Esc>")
        await desk.type("<F3>")
        #expect(desk.shows(Self.hint))
        await desk.type("<Esc>")
        #expect(desk.terminal.grid.lines == before)
    }

    @Test func theSearchOpensOverAFormAndTheFormKeepsWhatWasTyped() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("Ncalls back")
        await desk.type("<F3>")
        #expect(desk.shows(Self.hint))
        await desk.type("<Esc>")
        #expect(desk.shows("calls back"))
    }

    @Test func whatIsTypedAfterComingBackIsTheNextSearch() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("example")
        await desk.type("<Enter>j<Enter>")
        #expect(desk.shows("[Chains"))
        await desk.type("<Esc>")
        #expect(desk.shows("Search example") && desk.shows("[F5 Customers]"))
        await desk.type("qf1")
        #expect(desk.shows("Search qf1"))
        await desk.type("<C-u>jos")
        await desk.type("<Enter>")
        #expect(desk.shows("José") && desk.shows("[Chains"))
        await desk.type("/u_1042")
        await desk.type("<Enter>")
        #expect(desk.shows("Zoë Müller") && desk.shows("[Chains"))
        await desk.type("<Esc><Esc>")
        #expect(desk.shows("José") && desk.shows("[Chains"))
    }

    @Test func theArrowBringsTheLastSearchesBack() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("/u_1043<Enter>")
        await desk.type("/")
        #expect(desk.shows("Last searches (↑):") && desk.shows("  zoe@"))
        await desk.type("<Up>")
        #expect(desk.shows("Search u_1043") && desk.shows("José"))
        await desk.type("<Up>")
        #expect(desk.shows("Search zoe@") && desk.shows("Zoë Müller"))
        await desk.type("<Up>")
        #expect(desk.shows("Search zoe@"))
        await desk.type("<Enter>")
        #expect(desk.shows("Zoë Müller") && desk.shows("[Chains"))
    }

    @Test func aWholeMailIsPastedAndItsWriterIsFound() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("/")
        let mail =
            "Hello,\n\nI paid twice: chain 2000000900000001.\nMy address is zoe@example.org\n\nZoë Müller\n"
        desk.terminal.paste(mail + String(repeating: "> quoted\n", count: 100))
        await desk.application.idle()
        #expect(desk.shows("[a pasted text of") && desk.shows("Zoë Müller") && desk.shows("no customer"))
        #expect(desk.shows("read as a text with e-mail and chain: 2 found"))
        // What is typed takes the place of the whole text, and nothing of it was kept.
        await desk.type("<Esc>/")
        #expect(!desk.shows("Last searches"))
    }

    @Test func theTabsShowTheKeysThatWorkWhileTyping() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zo")
        #expect(desk.shows("[F5 Customers] F6 Tickets") && desk.shows("F9 Audit"))
        await desk.type("<F6>")
        #expect(desk.shows("[2 Tickets"))
        await desk.type("<F5>")
        #expect(desk.shows("Search zo"))
        await desk.type("<Esc><F9>")
        #expect(desk.shows("[5 Audit]"))
    }

    @Test func anOrderIdThatNothingIsRecordedForIsExplainedAndRecorded() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("MK4X8ABC12")
        #expect(desk.shows("Nothing is recorded for order id MK4X8ABC12."))
        #expect(desk.shows("Ask the customer for the e-mail address"))
        await desk.type("<F4>")
        #expect(desk.shows("Record an order id") && desk.shows("MK4X8ABC12"))
        await desk.type("<C-s>")
        #expect(desk.shows("Name the chain"))
        await desk.type("nonsense<C-s>")
        #expect(desk.shows("there is no chain nonsense"))
        await desk.type("<C-u>1000000831360853<C-s>")
        #expect(desk.shows("Recorded: order id MK4X8ABC12 is found and leads to chain 1000000831360853"))
        #expect(desk.shows("Zoë Müller"))
    }

    @Test func anOrderIdIsRecordedFromTheChain() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("2000000900000001<Enter>")
        await desk.type("Omk7abc123<C-s>")
        #expect(desk.shows("Recorded: order id MK7ABC123"))
        let found = try desk.store.wholePage(of: SearchQuery("MK7ABC123"), at: Pages.now).matches
        #expect(found.map(\.matchedOn) == ["order_id"])
        await desk.type("<Tab>")
        #expect(desk.shows("Order ids: MK7ABC123"))
    }

    @Test func chainsOfNobodyAreAList() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>")
        #expect(desk.shows("1 chain has no customer: n"))
        await desk.type("n")
        #expect(desk.shows("Filter nobody") && desk.shows("no customer") && desk.shows("2000000900000001"))
        #expect(!desk.shows("José"))
        await desk.type("<Enter>")
        #expect(desk.shows("no customer: a attaches it"))
        await desk.type("<Esc>n")
        #expect(desk.shows("José"))
        await desk.type("fnobody<Enter>")
        #expect(desk.shows("no customer"))
    }

    @Test func theNumberOfATicketOpensIt() async throws {
        let desk = Desk(try TicketStores.outage())
        await desk.type("#1")
        #expect(desk.shows("ticket 1"))
        await desk.type("<Enter>")
        #expect(desk.shows("[Timeline") && desk.shows("icket 1"))
    }

    @Test func manySearchesDoNotPileUp() async throws {
        var state = Frames.state(Size(columns: 80, rows: 24))
        state.play("zoë<Enter>", Answers.all)
        for _ in 0..<100 { state.play("/zoë<Enter>", Answers.all) }
        #expect(state.stack.count <= 40)
        #expect(state.front?.screen is CustomerScreen)
    }
}
