import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console
@testable import Persistence

/// The audit log on the screen: its filter, and where its entries lead.
@MainActor
struct AuditEntryTests {
    nonisolated static let good: [(String, AgentName?, String?, String?, Instant?)] = [
        ("", nil, nil, nil, nil), ("agent:ana", AgentName("ana"), nil, nil, nil),
        ("action:grant  agent:bo", AgentName("bo"), "grant", nil, nil),
        ("action:ticket.write_off", nil, "ticket.write_off", nil, nil),
        ("action:ticket", nil, "ticket", nil, nil), ("u_1042", nil, nil, "u_1042", nil),
        ("about:u_1042", nil, nil, "u_1042", nil), ("about:grant:5", nil, nil, "grant:5", nil),
        ("ticket:27", nil, nil, "ticket:27", nil),
        ("since:yesterday", nil, nil, nil, Instant("2021-08-13")),
    ]

    @Test(arguments: good)
    func aFilterIsRead(
        _ text: String, _ agent: AgentName?, _ action: String?, _ about: String?, _ since: Instant?
    ) throws {
        let filter = try AuditFilter(text, at: Pages.now)
        #expect(filter.agent == agent && filter.action == action)
        #expect(filter.about == about && filter.since == since)
    }

    @Test(arguments: ["by:ana", "agent:", "action:fly", "since:soon", "colour:red", ":u_1"])
    func aFilterIsRefused(_ text: String) {
        let problem = #expect(throws: AuditFilter.Problem.self) {
            try AuditFilter("agent:ana \(text)", at: Pages.now)
        }
        #expect(problem?.part == text && problem?.description.contains("agent:NAME") == true)
    }

    @Test func anEntryIsFoundByItsNumber() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("entry 1<Enter>")
        #expect(desk.shows("Entry 1") && desk.shows("hash"))
    }

    @Test func onlyWhatPassesTheFilterIsListed() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>5faction:catalog<Enter>")
        #expect(desk.shows("ana replaced the catalogue with 4 products"))
        #expect(!desk.shows("added customer"))
        await desk.type("<Esc>")
        #expect(desk.shows("ana added customer u_6667 with"))
    }

    @Test func aWrongWordIsExplainedAndKept() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>5fagnet:ana<Enter>")
        #expect(desk.shows("agnet:ana filters nothing: did you mean agent?"))
        #expect(desk.shows("ana added customer u_6667 with"))
    }

    @Test func anEntryLeadsToWhatItIsAboutAndToItsDetails() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>5fu_1042<Enter>")
        await desk.type("p")
        #expect(desk.shows("Zoë Müller · zoe@example.org"))
        await desk.type("<Esc>o")
        #expect(desk.shows("Details as they are kept") && desk.shows("\"fields\" : ["))
        await desk.type("o")
        #expect(desk.shows("ana added customer u_1042 with") && !desk.shows("\"fields\""))
    }
}
