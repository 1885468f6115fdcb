import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// The work on failed purchases by keys, on a terminal and a store in memory.
@MainActor
struct TicketJourneyTests {
    private let ana = AgentName("ana")
    private let bo = AgentName("bo")

    @Test func inTenKeystrokesTheOutagesTicketIsUnderstoodAndMadeGood() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        #expect(desk.shows("incident 1: 6 open tickets, 21005, receipt server unavailable"))
        await desk.type("i")
        #expect(desk.shows("[Loss of funds 6]") && desk.shows("Filter incident:1 state:unresolved 21005"))
        #expect(desk.selectedLine.contains("Zoë Müller"))
        await desk.type("<Enter>")
        #expect(desk.shows("21005, receipt server unavailable: The receipt server could not"))
        #expect(desk.shows("fault: the App Store; retry: yes"))
        #expect(desk.shows("5 like this since 11 Aug 18:11"))
        await desk.type("m")
        #expect(desk.shows("[lost 31 d]") && desk.shows("Lost: 11 Aug 18:04 to 11 Sep 18:04"))
        #expect(desk.shows("‹ outage ›") && desk.shows("After   ✓ access until 14 Sep 14:02"))
        await desk.type("<C-s>")
        await desk.type("y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("Ticket 1 is made good: Zoë Müller has premium until 14 Sep"))
        #expect(desk.shows("Nothing to do: a grant made it good") && desk.shows("w next"))
        await desk.type("<Esc>")
        #expect(desk.shows("[Loss of funds 5]") && desk.shows("[2 Tickets 7]"))
        #expect(desk.selectedLine.contains("山田 太郎"))
        let ticket = try desk.store.wholePage(of: TicketQuery(TicketID("1")), at: Pages.now)?.ticket
        #expect(ticket?.resolution == .madeGood && ticket?.resolvedBy == ana)
        let grants = try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.grants
        #expect(grants?.map(\.reason) == ["outage"])
    }

    @Test func fromAPastedMailALossIsMadeGoodInFiveKeys() async throws {
        let desk = try desk()
        desk.terminal.paste(
            """
            Hello, I bought your subscription on the 11th, the money is gone, and it does not work!
            I am \(People.zoe.values.email ?? ""). Please help.
            > Your receipt from Apple. Total 9.99 EUR

            """ + String(repeating: "> quoted\n", count: 50))
        await desk.application.idle()
        #expect(desk.selectedLine.contains("Zoë Müller"))
        await desk.type("<Enter>")
        #expect(desk.shows("never delivered: ticket 1") && desk.shows("Enter make good"))
        await desk.type("<Enter>")
        #expect(desk.shows("with ticket 1") && desk.shows("Gains   31 d, all of it"))
        await desk.type("<C-s>")
        #expect(desk.shows("Adds 31 d: all that was lost."))
        await desk.type("y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("Ticket 1 is made good: Zoë Müller has premium until 14 Sep"))
        #expect(desk.shows("Customers › u_1042") && !desk.shows("never delivered"))
        #expect(
            try desk.store.wholePage(of: TicketQuery(TicketID("1")), at: Pages.now)?.ticket.resolution
                == .madeGood)
    }

    @Test func anotherGrantOfTheDayIsSaidBeforeTheQuestion() async throws {
        let desk = try desk()
        let week = try #require(CalendarPeriod("P7D").map(GrantRequest.Term.period))
        let request = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"), term: week, reason: "goodwill")
        _ = try desk.store.grant(request, by: bo, at: Pages.now - .seconds(6))
        await desk.type("zoe@<Enter>")
        await desk.type("m")
        #expect(desk.shows("bo granted this 6 s ago."))
        await desk.type("<C-s>")
        #expect(desk.shows("bo granted this 6 s ago.") && desk.shows("all that was lost"))
    }

    @Test func whatAddsNothingIsNotGivenByAYesAlone() async throws {
        let desk = try desk()
        let month = try #require(CalendarPeriod("P31D").map(GrantRequest.Term.period))
        let request = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"), term: month, reason: "goodwill")
        _ = try desk.store.grant(request, by: bo, at: Pages.now - .days(2))
        await desk.type("zoe@<Enter>")
        await desk.type("m")
        // Seven days from now are days that the customer has.
        await desk.type("<Right><Right><Down><Left>")
        await desk.type("<C-s>")
        #expect(desk.shows("It adds nothing") && !desk.shows("y grant"))
        await desk.type("<Right><C-s>")
        #expect(desk.shows("Adds nothing: access lasts longer.") && desk.shows("y grant"))
    }

    private static let credited = TicketEnd(.credited, note: "in the app", quantity: 1)

    @Test func anotherAgentsClaimArrivesAndTheSelectionStays() async throws {
        let desk = try desk(size: Size(columns: 120, rows: 40))
        await desk.type("<Esc>2")
        await desk.type("jj")
        #expect(desk.selectedLine.contains("Kim"))
        _ = try desk.store.act(.claim, on: TicketID("3"), by: bo, at: Pages.now)
        _ = try desk.store.act(
            .resolve(Self.credited), on: TicketID("1"), reference: "HD-1", by: bo, at: Pages.now)
        desk.application.storeChanged()
        await desk.application.idle()
        #expect(desk.selectedLine.contains("Kim") && desk.selectedLine.contains("bo"))
        #expect(desk.shows("[Loss of funds 5]") && !desk.shows("Zoë Müller"))
        await desk.type("c")
        #expect(desk.shows("Claim the selected ticket; once more gives it back: not now, bo holds it"))
    }

    @Test func theNextTicketIsClaimedAndGivenBack() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("w")
        #expect(
            desk.shows("Ticket 1 is yours: c gives it back") && desk.shows("claimed · 9.99 EUR · 2 d · yours")
        )
        await desk.type("c")
        #expect(desk.shows("Ticket 1 is back in its queue") && desk.shows("Loss of funds · open"))
        for number in 1...8 {
            _ = try desk.store.act(.claim, on: TicketID("\(number)"), by: bo, at: Pages.now)
        }
        await desk.type("<Esc>w")
        #expect(desk.shows("No ticket to work: each has an agent or waits"))
    }

    @Test func whoeverComesTooLateIsShownWhatChanged() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("m")
        await desk.type("<C-s>")
        let grant = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"), term: .lost, reason: "outage",
            ticket: TicketID("1"))
        _ = try desk.store.grant(grant, by: bo, at: Pages.now)
        await desk.type("y")
        #expect(desk.shows("Ticket 1 is made good by bo"))
        #expect(desk.shows("nothing was granted"))
        await desk.type("<Esc>")
        #expect(desk.shows("Loss of funds · made good · 9.99 EUR"))
        await desk.type("m")
        #expect(desk.shows("Make good: not now, resolved already as made good"))
    }

    @Test func aFormWhoseTicketEndsMeanwhileSaysWhoEndedIt() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("m")
        _ = try desk.store.act(
            .resolve(Self.credited), on: TicketID("1"), reference: "HD-1", by: bo, at: Pages.now)
        desk.application.storeChanged()
        await desk.application.idle()
        #expect(desk.shows("Refused  ticket 1 is credited in the app by bo at 14 Aug 14:02"))
        await desk.type("<C-s>")
        #expect(!desk.shows("still loading"))
        await desk.type("<Esc>")
        #expect(desk.shows("Loss of funds · credited in the app"))
    }

    @Test func whoeverWorksOnTheTicketIsNamedBeforeTheGrant() async throws {
        let desk = try desk()
        _ = try desk.store.act(.claim, on: TicketID("1"), by: bo, at: Pages.now)
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("m")
        await desk.type("<C-s>")
        #expect(desk.shows("bo works on this ticket: talk first."))
        await desk.type("<Esc>")
        await desk.type("<Esc>")
        #expect(desk.shows("bo holds it"))
    }

    @Test func aTicketThatChangedSinceItWasSeenIsNotResolved() async throws {
        let desk = Desk(try TicketStores.outage(), role: .lead)
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("r<Right><Right><Right><Down>Apple says so<Down>HD-1")
        _ = try desk.store.act(.claim, on: TicketID("1"), by: bo, at: Pages.now)
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("Ticket 1 changed: bo claimed ticket 1"))
        #expect(desk.shows("nothing was resolved") && desk.shows("bo works on this ticket: talk first"))
    }

    @Test func aLostConsumableIsCreditedAndTakenUpAgain() async throws {
        let desk = try desk()
        await desk.type("<Esc>2l")
        await desk.type("j<Enter>")
        await desk.type("m")
        #expect(desk.shows("the product unlocks nothing"))
        await desk.type("r<Right><Right>")
        await desk.type("<C-s>")
        #expect(desk.shows("needs a note") && desk.shows("How many were credited?"))
        await desk.type("100<Tab>by hand in the shop")
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("Ticket 8 is resolved: credited in the app"))
        await desk.type("<Esc>")
        #expect(desk.shows("[Paid, not delivered yet 1]"))
        let page = try desk.store.wholePage(of: TicketQuery(TicketID("8")), at: Pages.now)
        #expect(page?.ticket.creditedQuantity == 100 && page?.notes.map(\.text) == ["by hand in the shop"])
        await desk.type("fstate:resolved<Enter>")
        await desk.type("<Enter>")
        await desk.type("Oit was the wrong account<C-s>")
        #expect(desk.shows("Ticket 8 is reopened") && desk.shows("Notes 2"))
    }

    @Test func ticketAndCustomerAreOneKeyApart() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("p")
        #expect(desk.shows("never delivered: ticket 1"))
        await desk.type("T")
        #expect(desk.shows("Tickets › Ticket 1") && desk.shows("Loss of funds · open"))
        #expect(!desk.shows("u_1042 ›"))
        await desk.type("yt")
        await desk.type("yd")
        #expect(desk.terminal.copies == ["230001020690335", "1"])
        await desk.type("s")
        #expect(desk.shows("› cause:21005") && desk.shows("Esc goes back"))
    }

    @Test func aTicketIsOpenedByHandForWhatACustomerTells() async throws {
        let desk = try desk()
        await desk.type("david<Enter>")
        await desk.type("O<C-s>")
        #expect(desk.shows("Name the product"))
        await desk.type("premium_year<Tab>2021-08-12<Tab><Right><Tab><Tab>49.99 EUR<Tab>sent an invoice")
        await desk.type("<C-s>")
        #expect(desk.shows("Loss of funds · open · 49.99 EUR"))
        #expect(desk.shows("Ticket 11 is open: loss of funds"))
        #expect(desk.shows("[2") == false && desk.shows("2 Tickets 9"))
    }

    @Test func aGroupThatIsTypedShowsItsQueue() async throws {
        let desk = try desk()
        await desk.type("<Esc>2")
        await desk.type("fgroup:1 cause:skerror_2<Enter>")
        #expect(desk.shows("[No payment 2]") && desk.selectedLine.contains("José"))
        await desk.type("<Esc>")
        #expect(desk.shows("山田 太郎"))
        await desk.type("fgroup:9<Enter>")
        #expect(desk.shows("group:9 filters nothing"))
    }

    @Test func viewersLookAndTouchNothing() async throws {
        let desk = Desk(try TicketStores.outage(), agent: "vi", role: .viewer)
        await desk.type("<Esc>2")
        #expect(desk.shows("Z•••") && !desk.shows("Zoë"))
        await desk.type("w")
        #expect(desk.shows("not now, a viewer may only read"))
        await desk.type("<Enter>")
        await desk.type("r")
        #expect(desk.shows("Resolve the ticket another way: not now, a viewer may only read"))
    }

    private func desk(size: Size = Size(columns: 80, rows: 24)) throws -> Desk {
        Desk(try TicketStores.outage(), size: size, role: .agent)
    }
}
