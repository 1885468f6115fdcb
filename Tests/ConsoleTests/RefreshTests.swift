import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// What somebody else commits moves nothing under the hands of whoever works: selection, scroll, filter and typing stay.
@MainActor
struct RefreshTests {
    /// A place, the keys that lead there with an answer awaited after each, and what shows that it was reached.
    struct Place: Sendable, CustomTestStringConvertible {
        let name: String
        let way: [KeyScript]
        let shows: String

        var testDescription: String { name }
    }

    nonisolated private static let zoe: [KeyScript] = ["zoe@", "<Enter>"]
    nonisolated private static let queue: [KeyScript] = ["<Esc>", "2"]
    nonisolated private static let ticket = queue + ["<Enter>"]

    nonisolated static let places = [
        Place(name: "search", way: ["zoe@<Left>"], shows: "Zoë Müller"),
        Place(name: "search row", way: ["exa", "<Down>", "j"], shows: "Search exa"),
        Place(name: "customers", way: ["<Down>", "Gk"], shows: "▸"),
        Place(name: "customers filter", way: ["<Down>", "f", "status:exp<Left>"], shows: "status:exp"),
        Place(name: "customer chains", way: zoe, shows: "[Chains"),
        Place(name: "customer tickets", way: zoe + ["<Tab>", "j"], shows: "[Tickets"),
        Place(name: "customer timeline", way: zoe + ["<Tab><Tab><Tab><Tab>", "Gkk"], shows: "[Timeline"),
        Place(name: "customer why", way: zoe + ["<S-Tab>", "<C-d>"], shows: "[Why"),
        Place(name: "as of", way: zoe + ["t", "2021-08"], shows: "2021-08"),
        Place(name: "make good", way: zoe + ["m", "<Down><Right><Down><Down><Down>card"], shows: "card"),
        Place(name: "note", way: zoe + ["N", "she called<Left>"], shows: "she called"),
        Place(name: "chain", way: ["2000000900000077", "<Enter>", "j"], shows: "[Transactions"),
        Place(name: "chain facts", way: ["2000000900000077", "<Enter>", "<Tab><Tab>", "j"], shows: "["),
        Place(name: "attach", way: ["2000000900000077", "<Enter>", "a", "u_10"], shows: "u_10"),
        Place(name: "documents", way: ["2000000900000077", "<Enter>", "o"], shows: "Documents"),
        Place(name: "tickets", way: queue + ["Gk"], shows: "[Loss of funds 6]"),
        Place(name: "tickets of a queue", way: queue + ["<Tab>", "j"], shows: "▸"),
        Place(name: "tickets of a filter", way: queue + ["i", "Gk"], shows: "Filter incident:"),
        Place(name: "tickets filter", way: queue + ["f", "cause:21"], shows: "cause:21"),
        Place(name: "ticket", way: ticket + ["Gk"], shows: "[Timeline"),
        Place(name: "ticket why", way: ticket + ["<S-Tab>", "<C-d>"], shows: "[Why"),
        Place(name: "ticket entry", way: ticket + ["G", "<Enter>", "j"], shows: "happened"),
        Place(name: "resolve", way: ticket + ["r", "<Down>case 5"], shows: "esolve"),
        Place(name: "help", way: queue + ["?", "<C-d>"], shows: "┌"),
        Place(name: "palette", way: queue + [":", "cus"], shows: "> cus"),
    ]

    @Test(arguments: places) func anothersCommitMovesNothing(_ place: Place) async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 80, rows: 16))
        for keys in [""] + place.way { await desk.type(keys) }
        let (grid, cursor) = (desk.terminal.grid, desk.terminal.cursor)
        #expect(desk.shows(place.shows))
        try await commit(desk)
        #expect(desk.terminal.grid.lines == grid.lines)
        #expect(desk.terminal.grid == grid)
        #expect(desk.terminal.cursor == cursor)
    }

    @Test(arguments: ["j", "", "Gk", "fby:ro"]) func aNewEntryOfTheLogLeavesTheSelectedOneWhereItIs(
        _ move: KeyScript
    ) async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 80, rows: 16))
        for keys in ["", "<Esc>", "5", move] { await desk.type(keys) }
        // The last columns say that there is more above.
        let (line, cursor) = (desk.selectedLine.dropLast(2), desk.terminal.cursor)
        try await commit(desk)
        #expect(desk.selectedLine.dropLast(2) == line)
        #expect(desk.terminal.cursor == cursor)
    }

    /// Writes what no place shows: a note on somebody whose page is not open.
    private func commit(_ desk: Desk) async throws {
        try desk.store.act(.note("hello"), on: People.kim.id, by: AgentName("root"), at: Pages.now)
        desk.application.storeChanged()
        await desk.application.idle()
    }
}
