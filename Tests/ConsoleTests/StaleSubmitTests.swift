import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// Nothing is sent over news that the agent has not seen, and what was typed stays.
@MainActor
struct StaleSubmitTests {
    private let bo = AgentName("bo")
    private let one = TicketID("1")

    /// A console that shows Zoë's ticket.
    private func atTicket() async throws -> Desk {
        let desk = Desk(try TicketStores.outage())
        for keys in ["", "<Esc>2", "<Enter>"] as [KeyScript] { await desk.type(keys) }
        return desk
    }

    /// Lets the console notice what somebody else did.
    private func notice(_ desk: Desk) async {
        desk.application.storeChanged()
        await desk.application.idle()
    }

    @Test func newsStopTheFirstSendingAndNotTheSecond() async throws {
        let desk = try await atTicket()
        await desk.type("r<Right><Right><Down>1")
        await desk.type("<Down>she wrote to us<Down>HD-1")
        _ = try desk.store.act(.claim, on: one, by: bo, at: Pages.now)
        await notice(desk)
        #expect(desk.shows("Ticket 1 changed: bo claimed ticket 1, 14 Aug 14:02; state open → claimed."))
        #expect(desk.shows("bo works on this ticket: talk first"))
        await desk.type("<C-s>")
        #expect(desk.shows("Not sent: ^S sends it all the same") || desk.shows("^S sends it all the same."))
        #expect(desk.shows("she wrote to us") && !desk.shows("y resolve"))
        await desk.type("<C-s>")
        #expect(desk.shows("y resolve"))
        await desk.type("y")
        await desk.pass(.seconds(3))
        #expect(
            try desk.store.wholePage(of: TicketQuery(one), at: Pages.now)?.ticket.resolvedBy
                == AgentName("ana"))
    }

    @Test func newsTakeTheQuestionBack() async throws {
        let desk = try await atTicket()
        await desk.type("r<Right><Right><Down>1")
        await desk.type("<Down>she wrote to us<Down>HD-1")
        await desk.type("<C-s>")
        #expect(desk.shows("y resolve"))
        _ = try desk.store.act(.note("he called"), on: one, by: bo, at: Pages.now)
        await notice(desk)
        #expect(!desk.shows("y resolve") && desk.shows("bo noted on ticket 1"))
        await desk.type("y")
        await desk.pass(.seconds(3))
        #expect(try desk.store.wholePage(of: TicketQuery(one), at: Pages.now)?.ticket.isUnresolved == true)
    }

    /// The console has not noticed yet: the store refuses what was seen at an older version.
    @Test func aLostRaceKeepsTheWords() async throws {
        let desk = try await atTicket()
        await desk.type("r<Right><Right><Down>1")
        await desk.type("<Down>she wrote to us<Down>HD-1")
        _ = try desk.store.act(.claim, on: one, by: bo, at: Pages.now)
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("nothing was resolved") && desk.shows("she wrote to us"))
        #expect(desk.shows("bo claimed ticket 1"))
        await desk.type("<C-s>")
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        #expect(
            try desk.store.wholePage(of: TicketQuery(one), at: Pages.now)?.ticket.resolvedBy
                == AgentName("ana"))
    }

    @Test func whatMakesNoSenseAnyMoreIsNotSentAndStaysReadable() async throws {
        let desk = try await atTicket()
        await desk.type("r<Right><Right><Down>1")
        await desk.type("<Down>she wrote to us<Down>HD-1")
        let ending = TicketEnd(.credited, note: "in the app", quantity: 1)
        _ = try desk.store.act(.resolve(ending), on: one, reference: "HD-1", by: bo, at: Pages.now)
        await notice(desk)
        #expect(desk.shows("Nothing is sent: the ticket was resolved by bo"))
        await desk.type("<C-s>")
        #expect(desk.shows("Cannot send: the ticket was resolved by bo") && desk.shows("she wrote to us"))
        await desk.type("<Esc>y")
        #expect(desk.shows("Loss of funds · credited in the app"))
    }

    @Test func aNoteOnACustomerWaitsForNewsToo() async throws {
        let desk = Desk(try TicketStores.outage())
        for keys in ["", "zoe@", "<Enter>", "N", "called twice"] as [KeyScript] { await desk.type(keys) }
        try desk.store.act(.note("called once"), on: People.kim.id, by: bo, at: Pages.now)
        await notice(desk)
        #expect(!desk.shows("changed:"), "somebody else's customer is no news")
        try desk.store.act(.note("called once"), on: People.zoe.id, by: bo, at: Pages.now)
        await notice(desk)
        #expect(desk.shows("u_1042 changed: bo wrote a note on customer u_1042"))
        await desk.type("<C-s>")
        #expect(try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.notes.count == 1)
        await desk.type("<C-s>")
        #expect(
            try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.notes.map(\.text)
                == ["called once", "called twice"])
    }

    /// What the question says must be what is done.
    @Test func aGrantThatWouldDoSomethingElseIsAskedAboutAgain() async throws {
        let desk = Desk(try Stores.filled())
        for keys in ["", "zoe@", "<Enter>", "m", "<C-s>"] as [KeyScript] { await desk.type(keys) }
        #expect(desk.shows("y grant"))
        let week = try #require(CalendarPeriod("P7D").map(GrantRequest.Term.period))
        _ = try desk.store.grant(
            GrantRequest(
                customer: People.zoe.id, entitlement: EntitlementID("premium"), term: week, reason: "outage"),
            by: AgentName("ana"), at: Pages.now)
        await notice(desk)
        #expect(!desk.shows("y grant") && desk.shows("nothing was granted"))
    }
}
