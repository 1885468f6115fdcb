import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// The work around a ticket, by its forms: each sent at once, said in words, and seen in list and page.
@MainActor
struct TicketWorkTests {
    private let ana = AgentName("ana")
    private let bo = AgentName("bo")

    /// A desk where a ticket's page is open, or where something else was typed into the queue.
    private func desk(_ script: KeyScript = "<Enter>") async throws -> Desk {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 120, rows: 40), role: .agent)
        await desk.type("<Esc>2")
        await desk.type(script)
        return desk
    }

    private func ticket(_ desk: Desk, _ id: TicketID = TicketID("1")) throws -> Ticket {
        try #require(try desk.store.wholePage(of: TicketQuery(id), at: Pages.now)?.ticket)
    }

    @Test func aTicketIsHandedToAnAgentWhoIsListed() async throws {
        let desk = try await desk()
        await desk.type("a<C-s>")
        #expect(desk.shows("Choose an agent"))
        #expect(desk.shows("bo") && !desk.shows("vi "))
        await desk.type("<Right><Right><C-s>")
        #expect(desk.shows("Ticket 1 is handed to bo") && desk.shows("handed to bo"))
        #expect(try ticket(desk).assignedTo == bo)
        await desk.type("<Esc>")
        #expect(desk.shows("for bo"))
    }

    @Test func aContactIsKeptWithItsChannelAndCase() async throws {
        let desk = try await desk()
        await desk.type("e<Right><Right><Tab>HD-7<C-s>")
        #expect(desk.shows("Noted: the customer was contacted by telephone"))
        #expect(try ticket(desk).contactedBy == .phone)
    }

    @Test func aTicketWaitsForSoLongOrUntilATimeThatIsTyped() async throws {
        let desk = try await desk()
        await desk.type("z<Right><C-s>")
        #expect(desk.shows("Ticket 1 waits for Apple until 17 Aug 14:02"))
        #expect(desk.shows("work     waits for Apple until 17 Aug 14:02"))
        await desk.type("z<Tab><Right><Right><C-s>")
        #expect(desk.shows("Type 3d, 24 Nov 14:00 or"))
        await desk.type("24 Aug 9:30<C-s>")
        #expect(try ticket(desk).waitingUntil == Pages.moment("2021-08-24T09:30:00Z"))
        #expect(try ticket(desk).state == .waiting)
        await desk.type("<Esc>")
        #expect(desk.shows("till 24 Aug") && desk.shows("waiting"))
    }

    @Test func twoTicketsAreLinkedAndEachShowsTheOther() async throws {
        let desk = try await desk()
        await desk.type("L<C-s>")
        #expect(desk.shows("Type the other ticket's number"))
        await desk.type("#2<C-s>")
        #expect(desk.shows("Tickets 1 and 2 are linked") && desk.shows("linked with ticket 2"))
        #expect(
            try desk.store.wholePage(of: TicketQuery(TicketID("2")), at: Pages.now)?.links.map(\.id) == [
                TicketID("1")
            ])
    }

    @Test func anotherTryIsAskedForOnce() async throws {
        let desk = try await desk()
        await desk.type("D")
        #expect(desk.shows("Asked: the server tries ticket 1 again"))
        #expect(desk.shows("ana asked for another try"))
        await desk.type("D")
        #expect(
            try desk.store.wholePage(of: TicketQuery(TicketID("1")), at: Pages.now)?.deeds.count {
                $0.event == .retryAsked
            }
                == 1)
    }

    @Test func whoeverLeavesAClaimedTicketSaysWhyAndGetsTheNext() async throws {
        let desk = try await desk("w")
        #expect(desk.shows("Ticket 1 is yours") && desk.shows("c give back"))
        await desk.type("w")
        #expect(desk.shows("Skip ticket 1") && desk.shows("Esc keeps it yours"))
        await desk.type("<C-s>")
        #expect(desk.shows("Say why: leads read it"))
        await desk.type("a colleague knows her<C-s>")
        #expect(desk.shows("Ticket 2 is yours") && desk.shows("Tickets › Ticket 2"))
        #expect(try ticket(desk).claimedBy == nil && ticket(desk).skips == 1)
        #expect(try ticket(desk, TicketID("2")).claimedBy == ana)
        #expect(
            try desk.store.wholePage(of: TicketSkipsQuery(), at: Pages.now).skips.map(\.reason) == [
                "a colleague knows her"
            ])
        await desk.type("<Esc>")
        #expect(desk.shows("[Loss of funds 6]"))
    }

    @Test func workingOnAnothersTicketIsWarnedOfInEveryForm() async throws {
        for key in ["z", "a", "e", "x", "L"] as [KeyScript] {
            let store = try TicketStores.outage()
            _ = try store.act(.claim, on: TicketID("1"), by: bo, at: Pages.now)
            let desk = Desk(store, role: .agent)
            await desk.type("<Esc>2")
            await desk.type("<Enter>")
            await desk.type(key)
            #expect(desk.shows("bo works on this ticket: talk first"), "\(key)")
        }
    }

    @Test func theSameKeysWorkInTheQueue() async throws {
        let desk = try await desk("j")
        await desk.type("z<C-s>")
        #expect(desk.shows("Ticket 2 waits for the customer until 17 Aug 14:02"))
        #expect(try ticket(desk, TicketID("2")).state == .waiting)
        await desk.type("c")
        await desk.type("c")
        await desk.type("xtoo hard<C-s>")
        #expect(
            try desk.store.wholePage(of: TicketSkipsQuery(), at: Pages.now).skips.map(\.reason) == [
                "too hard"
            ])
    }

    @Test func whatCannotBeDoneSaysWhy() async throws {
        let store = try TicketStores.outage()
        let end = TicketEnd(.credited, note: "in the app", quantity: 1)
        _ = try store.act(.resolve(end), on: TicketID("1"), reference: "HD-1", by: bo, at: Pages.now)
        let wide = Size(columns: 160, rows: 40)
        let desk = Desk(store, size: wide, role: .agent)
        await desk.type("<Esc>2")
        await desk.type("fstate:resolved<Enter>")
        await desk.type("<Enter>")
        for key in ["z", "a", "e", "x", "D"] as [KeyScript] {
            await desk.type(key)
            #expect(desk.shows("not now, resolved already as credited in the app"), "\(key)")
        }
        let viewer = Desk(try TicketStores.outage(), size: wide, agent: "vi", role: .viewer)
        await viewer.type("<Esc>2")
        await viewer.type("z")
        #expect(viewer.shows("not now, a viewer may only read"))
    }

    nonisolated static let times: [(String, String?)] = [
        ("12h", "2021-08-15T02:02:00Z"), ("3 d", "2021-08-17T14:02:00Z"), ("1w", "2021-08-21T14:02:00Z"),
        ("24 Aug 9:30", "2021-08-24T09:30:00Z"), ("13 Aug", "2022-08-13T00:00:00Z"),
        ("2021-08-20", "2021-08-20T00:00:00Z"), ("2021-08-20T10:00:00Z", "2021-08-20T10:00:00Z"),
        ("2021-08-01", nil), ("3d ago", nil), ("yesterday", nil), ("", nil), ("soon", nil), ("0d", nil),
        ("99999999999999d", nil),
    ]

    @Test(arguments: times) func aTimeAheadIsReadAsPeopleTypeIt(_ text: String, _ moment: String?) {
        #expect(TimeAhead(text).instant(after: Pages.now) == moment.map(Pages.moment))
    }
}

/// An agent's way through a ticket, screen by screen: the next one, a look, made good, and the customer answered.
struct TicketWorkScreenTests {
    private static let sizes = [
        Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
        Size(columns: 40, rows: 10),
    ]

    /// Two tickets are in others' hands, one waits, one was asked for again, and some are overdue.
    private func busy() throws -> Store {
        let store = try TicketStores.outage()
        let (bo, now) = (AgentName("bo"), Pages.now)
        _ = try store.act(.claim, on: TicketID("2"), by: bo, at: now - .hours(1))
        _ = try store.act(.assign(to: AgentName("ana")), on: TicketID("3"), by: bo, at: now - .hours(1))
        _ = try store.act(
            .wait(for: .apple, until: now + .days(3)), on: TicketID("4"), by: bo, at: now - .hours(1))
        _ = try store.act(.contacted(by: .phone), on: TicketID("4"), by: bo, at: now - .hours(2))
        _ = try store.act(.retry, on: TicketID("4"), by: bo, at: now - .hours(1))
        _ = try store.act(.link(to: TicketID("5")), on: TicketID("4"), by: bo, at: now - .hours(1))
        return store
    }

    @Test(arguments: sizes) func queueAtWork(_ size: Size) throws {
        var state = Frames.state(size)
        let gateway = StoreGateway(store: try busy(), agent: AgentName("ana"))
        state.play("<Esc>2", gateway.perform)
        Frames.expect(state, size, "work-queue")
    }

    @Test(arguments: sizes) func ticketAtWork(_ size: Size) throws {
        var state = Frames.state(size)
        let gateway = StoreGateway(store: try busy(), agent: AgentName("ana"))
        state.play("<Esc>2", gateway.perform)
        for _ in 0..<8
        where state.front.map({ ($0.screen as? TicketsScreen)?.selected?.id != TicketID("4") }) ?? false {
            state.play("j", gateway.perform)
        }
        state.play("<Enter>", gateway.perform)
        Frames.expect(state, size, "work-ticket")
        state.play("z", gateway.perform)
        Frames.expect(state, size, "work-wait")
        state.play("<Esc>a", gateway.perform)
        Frames.expect(state, size, "work-assign")
    }

    @Test(arguments: sizes) func fromTheNextTicketToTheAnswer(_ size: Size) throws {
        var state = Frames.state(size)
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        state.play("<Esc>2w", gateway.perform)
        Frames.expect(state, size, "journey-1-next")
        state.play("m", gateway.perform)
        Frames.expect(state, size, "journey-2-make-good")
        state.play("<C-s>y", gateway.perform)
        state.context.now = Pages.now + .seconds(4)
        state.settle(state.tick(), gateway.perform)
        Frames.expect(state, size, "journey-3-made-good")
        state.play("y", gateway.perform)
        Frames.expect(state, size, "journey-4-answer")
        let copied = copied(by: "r", in: &state, gateway.perform)
        #expect(copied?.hasPrefix("Hello Zoë Müller,\n\nWe are sorry for the trouble") == true)
        #expect(copied?.contains("We have made it good: you have premium until ") == true)
        #expect(state.message?.text == "Copied, if the terminal allows it: the reply")
    }

    /// What a key puts on the clipboard, once the store has answered.
    private func copied(
        by key: Key, in state: inout ConsoleState, _ answers: (StoreRequest) -> Answer?
    ) -> String? {
        var open = state.handle(key)
        while !open.isEmpty {
            switch open.removeFirst() {
            case .copy(let text): return text
            case .ask(let request, let layer):
                if let answer = answers(request) { open += state.receive(answer, to: request, layer: layer) }
            case .suspend, .quit, .reopen: break
            }
        }
        return nil
    }
}
