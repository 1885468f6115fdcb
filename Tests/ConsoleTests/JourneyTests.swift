import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// The main job by keys, on a terminal in memory and a store in memory.
@MainActor
struct JourneyTests {
    @Test func searchOpenMakeGoodAndSeeTheAccessChange() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@")
        #expect(desk.shows("Zoë Müller"))
        await desk.type("<Enter>")
        #expect(desk.shows("NO ACCESS to premium since 27 Jul 19:41"))
        await desk.type("m")
        #expect(desk.shows("After   ✓ access until 21 Aug 14:02"))
        await desk.type("<C-s>")
        await desk.type("<Enter>")
        #expect(!desk.shows("y grant"))
        #expect(
            try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.grants.isEmpty == true)
        await desk.type("<C-s>")
        await desk.type("y")
        #expect(desk.shows("✓ ACCESS to premium until 21 Aug 14:02"))
        #expect(desk.shows("Granted: Zoë Müller has premium until 21 Aug"))
        #expect(desk.shows(" back, 30 s"))
        let grants = try desk.store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.grants
        #expect(grants?.map(\.reason) == ["goodwill"])
    }

    @Test func aGrantIsCancelledFromAnywhereWithinItsTime() async throws {
        let desk = Desk(try Stores.filled(), size: Size(columns: 120, rows: 40))
        await desk.type("zoe@<Enter>")
        await desk.type("m")
        await desk.type("<C-s>y")
        #expect(desk.shows("u takes grant 1 of u_1042 back, 30 s"))
        await desk.pass(.seconds(3))
        await desk.type("5")
        #expect(desk.shows("u takes grant 1 of u_1042 back, 27 s"))
        await desk.type("/")
        #expect(desk.shows("F4 takes grant 1 of u_1042 back, 27 s"))
        await desk.type("<Esc>")
        await desk.type("u")
        #expect(desk.shows("Cancelled: grant 1 of premium to u_1042") && !desk.shows("u takes grant"))
        #expect(try desk.store.grant(GrantID("1"))?.revokedAt == Pages.now + .seconds(3))
    }

    @Test func afterItsTimeAGrantIsNotCancelledByAKey() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("m")
        await desk.type("<C-s>y")
        await desk.pass(.seconds(30))
        #expect(!desk.shows(" back, "))
        await desk.type("u")
        #expect(desk.shows("not now, nothing is left"))
        #expect(try desk.store.grant(GrantID("1"))?.revokedAt == nil)
    }

    @Test func aClockSetBackEndsTheTimeToCancel() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("m")
        await desk.type("<C-s>y")
        await desk.pass(.seconds(20))
        #expect(desk.shows(" back, 10 s"))
        await desk.pass(.seconds(-15))
        #expect(!desk.shows(" back, "))
        await desk.pass(.seconds(15))
        #expect(!desk.shows(" back, "))
    }

    @Test func anotherAgentsChangeArrivesAndTheSelectionStays() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("")
        await desk.type("<Down>jj")
        #expect(desk.selectedLine.contains("José"))
        let name = CustomerValues(name: "José María")
        try desk.store.setCustomer(People.jose.id, name, by: AgentName("ana"), at: Pages.now)
        try desk.store.addCustomer(
            AppUserID("u_0001"), CustomerValues(name: "New"), by: AgentName("ana"), at: Pages.now)
        desk.application.storeChanged()
        await desk.application.idle()
        #expect(desk.selectedLine.contains("José María"))
        #expect(desk.shows("New"))
    }

    @Test func aFormKeepsWhatWasTypedWhenTheStoreChanges() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        await desk.type("m<Down><Right><Down><Down><Down>card")
        desk.application.storeChanged()
        await desk.type("s")
        #expect(desk.shows("cards"))
        #expect(desk.shows("[14 d]"))
    }

    @Test func aChainWithoutACustomerIsAttached() async throws {
        let desk = Desk(try Stores.filled())
        desk.terminal.paste("  2000000900000001\n")
        await desk.application.idle()
        #expect(desk.shows("no customer"))
        await desk.type("<Enter>")
        #expect(desk.shows("no customer: a attaches it"))
        await desk.type("au_1043")
        #expect(desk.shows("ACCESS to premium until 30 Aug 08:00"))
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("Attached: the chain is u_1043's now"))
        await desk.type("p")
        #expect(desk.shows("✓ ACCESS to premium until 30 Aug 08:00"))
    }

    @Test func ofTwoChainsOfOneNameTheSelectedOneIsOpenedAndMoved() async throws {
        let desk = Desk(try Stores.withTwin())
        await desk.type("zoe@<Enter>")
        #expect(desk.selectedLine.contains("2000000900000001"))
        await desk.type("<Enter>")
        #expect(desk.shows("Zoë Müller u_1042 · Sandbox"))
        await desk.type("au_1043")
        #expect(desk.shows("Now the chain is u_1042's."))
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        let id = OriginalTransactionID("2000000900000001")
        #expect(try desk.store.wholePage(of: ChainQuery(id), at: Pages.now)?.owner == nil)
        let twin = try desk.store.wholePage(of: ChainQuery(id, in: .sandbox), at: Pages.now)
        #expect(twin?.owner?.id == People.jose.id)
        #expect(try desk.store.wholePage(of: ChainQuery(id, in: .xcode), at: Pages.now)?.at == nil)
    }

    @Test func aGrantIsTakenBackAndANoteIsKept() async throws {
        let desk = Desk(try Stores.filled())
        let request = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"), term: .lifetime, reason: "outage")
        _ = try desk.store.grant(request, by: AgentName("ana"), at: Pages.now)
        await desk.type("zoe@<Enter>")
        await desk.type("<Tab><Tab>x<Down>too much")
        await desk.type("<C-s>y")
        await desk.pass(.seconds(3))
        #expect(desk.shows("NO ACCESS to premium"))
        await desk.type("Ncalls back on Monday")
        await desk.type("<C-s>")
        await desk.type("<Tab>")
        #expect(desk.shows("calls back on Monday"))
        await desk.type("5")
        #expect(desk.shows("wrote a note on customer u_1042"))
    }

    @Test func whatExceedsTheLimitsIsAskedOfALead() async throws {
        let store = try Stores.filled()
        try store.addAgent(AgentName("bo"), role: .agent, by: AgentName("ana"), at: Pages.now)
        let desk = Desk(store, agent: "bo", role: .agent)
        await desk.type("zoe@<Enter>")
        await desk.type("m<Down><Right><Right><Right><Right>")
        #expect(desk.shows("Above your limit of 31 days: ^S asks a lead"))
        #expect(desk.shows("or choose at most 31 days"))
        await desk.type("<C-s>")
        #expect(desk.shows("Ask a lead in") && desk.shows("y ask a lead"))
        await desk.type("n")
        #expect(try store.wholePage(of: RequestListQuery(), by: AgentName("bo")).rows.isEmpty)
        #expect(try store.wholePage(of: CustomerQuery(People.zoe.id), at: Pages.now)?.grants.isEmpty == true)
    }

    @Test func pastedTextIsNeverACommandButTheNextSearch() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        desk.terminal.paste("mQ2")
        await desk.application.idle()
        #expect(desk.shows("Search mQ2") && desk.shows("may be the beginning of an order id"))
        await desk.type("<Esc>")
        #expect(desk.shows("NO ACCESS to premium"))
        await desk.type("m")
        desk.terminal.paste("mQ2")
        await desk.application.idle()
        #expect(desk.shows("Nothing here takes text"))
    }

    @Test func anyResizeRedrawsAndStopsAreHonoured() async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("zoe@<Enter>")
        desk.terminal.resize(to: Size(columns: 20, rows: 5))
        await desk.application.idle()
        #expect(desk.shows("Makegood needs"))
        desk.terminal.resize(to: Size(columns: 100, rows: 30))
        await desk.type("<C-z>")
        #expect(desk.terminal.suspensions == 1)
        #expect(desk.terminal.grid.size == Size(columns: 100, rows: 30))
        #expect(desk.shows("NO ACCESS to premium"))
    }

    @Test(arguments: [Event.key("Q"), .key("q"), .key(.control("c")), .terminate, .hangup])
    func everyWayOutEnds(_ event: Event) async throws {
        let desk = Desk(try Stores.filled())
        await desk.type("<Esc>")
        desk.terminal.post(event)
        await desk.end()
    }

    @Test func theClockMovesAndTheVerdictWithIt() async throws {
        let desk = Desk(try Stores.filled())
        let request = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"),
            term: .until(Pages.now + .seconds(90)), reason: "test")
        _ = try desk.store.grant(request, by: AgentName("ana"), at: Pages.now)
        await desk.type("zoe@<Enter>")
        #expect(desk.shows("✓ ACCESS to premium"))
        await desk.pass(.seconds(120))
        #expect(desk.shows("✗ NO ACCESS to premium since 14 Aug 14:03"))
        #expect(desk.shows("14:04 UTC"))
    }
}
