import Foundation
import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// The lists of leads, silent losses that become tickets together, and evidence that becomes a file.
@MainActor
struct LeadListTests {
    /// A screen's body, held to its golden file.
    private func show(_ screen: some Screen, _ query: any StoreQuery, _ size: Size, _ name: String) {
        let context = Frames.context(size, role: .lead)
        var screen = screen
        guard let answer = Answers.all(.read(query, at: Pages.now)) else {
            Issue.record("nothing answers")
            return
        }
        _ = screen.receive(answer, to: .read(query, at: Pages.now), in: context)
        var canvas = Canvas(size: context.body, glyphs: .unicode)
        screen.draw(in: &canvas, theme: ThemeLibrary.builtIn(for: .trueColor), context: context)
        GoldenScreen(besides: #filePath).expect(canvas, named: "\(name)-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: Frames.sizes) func theLists(_ size: Size) {
        show(LeadListsScreen(), LeadListCountsQuery(), size, "lead-lists")
    }

    @Test(arguments: Frames.sizes) func aListOfChains(_ size: Size) {
        show(
            LeadListScreen(.twoCustomers), LeadListQuery(.twoCustomers, limit: 100), size,
            "lead-list-two-customers")
    }

    @Test(arguments: Frames.sizes) func aListOfGrants(_ size: Size) {
        show(
            LeadListScreen(.accessWithoutSource), LeadListQuery(.accessWithoutSource, limit: 100),
            size, "lead-list-no-source")
    }

    @Test(arguments: Frames.sizes) func anEmptyList(_ size: Size) {
        show(
            LeadListScreen(.deliveredAfterMakeGood),
            LeadListQuery(.deliveredAfterMakeGood, limit: 100), size, "lead-list-empty")
    }

    @Test func everyListOpensItsScreenAndEveryRowWhatItIsAbout() {
        let context = Frames.context(Size(columns: 80, rows: 24), role: .lead)
        var lists = LeadListsScreen()
        _ = lists.take(Answers.leadCounts, of: LeadListCountsQuery(), in: context)
        var opened: [[Effect]?] = []
        for _ in 0..<LeadList.allCases.count + 2 {
            opened.append(lists.perform("open", in: context))
            _ = lists.handle("j", in: context)
        }
        #expect(
            opened == [
                [.open(.refunds)], [.open(.silentLosses)], [.open(.leadList(.closedWithoutProof))],
                [.open(.leadList(.refundedAndMadeGood))], [.open(.leadList(.deliveredAfterMakeGood))],
                [.open(.leadList(.notCounted))],
                [.open(.leadList(.twoCustomers))],
                [.open(.leadList(.accessWithoutSource))], [.open(.unconfirmedDeliveries)],
                [.open(.leadList(.unreportedTokens))], [.open(.leadList(.bridges))],
            ])
        var chains = LeadListScreen(.twoCustomers)
        let request = LeadListQuery(.twoCustomers, limit: 100)
        if let answer = Answers.all(.read(request, at: Pages.now)) {
            _ = chains.receive(answer, to: .read(request, at: Pages.now), in: context)
        }
        let effects = chains.perform("open", in: context)
        #expect(
            effects == [.open(.chain(OriginalTransactionID("1000000831360853"), .production, asOf: nil))])
    }

    @Test func aTokenOpensTheNotificationThatSpeaksOfIt() throws {
        let context = Frames.context(Size(columns: 80, rows: 24), role: .lead)
        var tokens = LeadListScreen(.unreportedTokens)
        let request = LeadListQuery(.unreportedTokens, limit: 100)
        let answer = try #require(Answers.all(.read(request, at: Pages.now)))
        _ = tokens.receive(answer, to: .read(request, at: Pages.now), in: context)
        #expect(tokens.perform("open", in: context) == [.open(.document(7))])
    }

    @Test func markedLossesBecomeTicketsAfterAQuestion() async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 120, rows: 40), role: .agent)
        await desk.type("<Esc>2")
        await desk.type("S")
        let before = try desk.store.wholePage(of: SilentLossCountQuery(), at: Pages.now).count.counted
        #expect(before == 1)
        await desk.type(" ")
        #expect(desk.shows("1 marked"))
        await desk.type("A")
        #expect(desk.shows("Open a ticket, a loss of funds?"))
        await desk.type("n")
        #expect(try desk.store.wholePage(of: SilentLossCountQuery(), at: Pages.now).count.counted == before)
        await desk.type("Ay")
        #expect(try desk.store.wholePage(of: SilentLossCountQuery(), at: Pages.now).count.counted == 0)
        #expect(desk.shows("1 ticket is open"))
    }

    @Test func aLossBecomesATicketAfterAQuestionAndIsTakenBack() async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 120, rows: 40), role: .agent)
        func silent() throws -> Int {
            try desk.store.wholePage(of: SilentLossCountQuery(), at: Pages.now).count.counted
        }
        await desk.type("<Esc>2")
        await desk.type("S")
        await desk.type("O")
        #expect(desk.shows("Open a ticket, a loss of funds?"))
        #expect(try silent() == 1, "nothing happens before the answer")
        await desk.type("n")
        #expect(try silent() == 1)
        await desk.type("Oy")
        #expect(try silent() == 0)
        #expect(desk.shows(" back, 30 s"))
        await desk.pass(.seconds(3))
        await desk.type("u")
        #expect(desk.shows(" is withdrawn; the log keeps both steps") && !desk.shows(" back, 27 s"))
        #expect(try silent() == 1)
    }

    @Test func evidenceIsWrittenToANewFileOfTheUsersOwn() throws {
        let store = try TicketStores.outage()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let gateway = StoreGateway(store: store, agent: AgentName("ana"), exportFolder: folder)
        let write = StoreRequest.write(.exportEvidence(TicketID("1")), at: Pages.now)
        guard case .written(let path) = gateway.perform(write) else {
            Issue.record("nothing was written")
            return
        }
        #expect(path.hasPrefix("\(folder)/ticket-1-"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("# Evidence: ticket 1") && text.contains("taken out by ana"))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[FileAttributeKey.posixPermissions] as? Int == 0o600)
        guard case .failed(let failure) = gateway.perform(write) else {
            Issue.record("the file was written over")
            return
        }
        #expect(failure.error == .disk(path, .exportNotWritten(why: "there is one already")))
        let viewer = StoreGateway(store: store, agent: AgentName("vi"), exportFolder: folder)
        guard
            case .failed(let refusal) = viewer.perform(.write(.exportEvidence(TicketID("2")), at: Pages.now))
        else {
            Issue.record("a viewer took it out")
            return
        }
        #expect(refusal.error.code == .refused)
    }
}
