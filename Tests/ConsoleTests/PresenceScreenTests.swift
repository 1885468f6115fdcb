import Foundation
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console
@testable import FileStore
@testable import Persistence

/// Who else looks at a ticket or a customer is to be seen, said in words, and nobody's name breaks the screen.
struct PresenceScreenTests {
    private static let others = [
        console("lea", Attention(.edits, ticket: TicketID("1"), customer: People.zoe.id)),
        console("ben", Attention(.views, ticket: TicketID("1"), customer: People.zoe.id)),
        console("eve\u{1B}[31m\u{202E}", Attention(.views, ticket: TicketID("2"), customer: People.taro.id)),
        console("ana", Attention(.views, customer: People.kim.id)), console("bo", nil),
    ]

    private static func console(_ agent: String, _ attention: Attention?) -> PresentConsole {
        PresentConsole(
            id: "console-1-\(agent)", agent: AgentName(agent), process: 1, since: Pages.now,
            attention: attention)
    }

    private func state(_ keys: KeyScript, _ size: Size) throws -> ConsoleState {
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        var state = Frames.state(size)
        state.context.otherConsoles = PresenceScreenTests.others
        state.play(keys) { gateway.perform($0) }
        return state
    }

    @Test(arguments: [
        Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
    ]) func whoLooksStandsInTheListAndOnTheTicket(_ size: Size) throws {
        Frames.expect(try state("<Esc>2", size), size, "presence-tickets")
        Frames.expect(try state("<Esc>2<Enter>", size), size, "presence-ticket")
        Frames.expect(try state("<Esc>2<Enter>N", size), size, "presence-form")
    }

    @Test func aSmallTerminalSaysItToo() throws {
        let size = Size(columns: 40, rows: 10)
        let lines = Frames.draw(try state("<Esc>2<Enter>", size), size).grid.lines
        #expect(lines.contains { $0.contains("lea edits this") })
    }

    @Test func signsAreASCIIWhereOnlyThatIsDrawn() throws {
        let size = Size(columns: 120, rows: 40)
        let lines = Frames.draw(try state("<Esc>2<Enter>", size), size, glyphs: .ascii).grid.lines
        #expect(lines.contains { $0.contains("lea edits this - ben looks at this") })
    }

    @Test func theCustomersPageSaysWhoWorksOnATicketOfIt() throws {
        let size = Size(columns: 120, rows: 40)
        let lines = Frames.draw(try state("zoe@<Enter>", size), size).grid.lines
        #expect(lines.contains { $0.contains("lea edits ticket 1 · ben looks at ticket 1") })
    }

    @Test func whatIsInFrontIsSaid() throws {
        let size = Size(columns: 80, rows: 24)
        #expect(try state("<Esc>2", size).attention == nil)
        let page = Attention(.views, ticket: TicketID("1"), customer: People.zoe.id)
        #expect(try state("<Esc>2<Enter>", size).attention == page)
        // Below an entry that is explained lies the ticket still.
        #expect(try state("<Esc>2<Enter><Enter>", size).attention == page)
        let form = Attention(.edits, ticket: TicketID("1"), customer: People.zoe.id)
        #expect(try state("<Esc>2<Enter>m", size).attention == form)
        #expect(try state("<Esc>2<Enter><F3>", size).attention == nil)
        #expect(try state("zoe@<Enter>", size).attention == Attention(.views, customer: People.zoe.id))
        #expect(try state("zoe@<Enter>N", size).attention == Attention(.edits, customer: People.zoe.id))
    }
}

/// Two consoles on one store see each other come, look, type and go.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct TwoConsolesTests {
    @Test func comingLookingTypingAndGoingIsSeen() async throws {
        let folder = NSTemporaryDirectory() + "makegood-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/store.sqlite"
        let lead = AgentName("lea")
        let store = try Store.create(at: path, practice: true, by: lead, at: Pages.now - .days(30))
        try store.addAgent(AgentName("ana"), role: .agent, by: lead, at: Pages.now - .days(29))
        try store.addCustomer(People.zoe.id, CustomerValues(), by: lead, at: Pages.now - .days(20))
        let ticket = OpenTicketRequest(
            customer: People.zoe.id, product: ProductID("premium_month"), chargedAt: Pages.now - .days(3),
            isFinished: true)
        _ = try store.openTicket(ticket, by: lead, at: Pages.now - .days(2))
        let first = Desk(try Store.open(at: path), agent: "ana", role: .agent)
        let second = Desk(try Store.open(at: path), agent: "lea")
        for desk in [first, second] {
            for keys in ["", "<Esc>2", "<Enter>"] as [KeyScript] { await desk.type(keys) }
        }
        await first.comes("lea looks at this")
        await second.comes("ana looks at this")
        await first.type("N")
        await second.comes("ana edits this")
        await first.type("<Esc>")
        await second.comes("ana looks at this")
        // Stopping the process is leaving; the terminal in memory goes on at once.
        await first.type("<C-z>")
        await second.comes("ana looks at this")
        second.terminal.type("Q")
        await second.end()
        while first.shows("lea looks") { await first.application.idle() }
        first.terminal.type("Q")
        await first.end()
        #expect(try FileManager.default.contentsOfDirectory(atPath: path + ".presence") == [])
    }

    @Test func aFolderThatCannotBeMadeIsSaidOnce() async throws {
        let folder = NSTemporaryDirectory() + "makegood-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/store.sqlite"
        let store = try Store.create(at: path, practice: true, by: AgentName("ana"), at: Pages.now)
        try Data().write(to: URL(filePath: path + ".presence"))
        let desk = Desk(store)
        await desk.comes("Others do not see what you look at")
        await desk.type("<Esc>2")
        #expect(desk.shows("[2 Tickets"))
        desk.terminal.type("Q")
        await desk.end()
    }
}

extension Desk {
    /// Waits until a row shows a text; the suite's time limit ends a wait in vain.
    fileprivate func comes(_ text: String) async {
        while !shows(text) { await application.idle() }
    }
}
