import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// From a wish above an agent's limits to the lead who gives it, each at a console of their own on one store.
@MainActor
struct ApprovalJourneyTests {
    /// A store with ana, who leads, ben, an agent, and vic, who only looks.
    private static func store() throws -> Store {
        let store = try Stores.filled()
        try store.addAgent(AgentName("ben"), role: .agent, by: AgentName("ana"), at: Pages.now)
        try store.addAgent(AgentName("vic"), role: .viewer, by: AgentName("ana"), at: Pages.now)
        return store
    }

    private static let wish = GrantRequest(
        customer: People.zoe.id, entitlement: EntitlementID("premium"), term: .lifetime, reason: "goodwill",
        note: "customer since 2009", reference: "HD-4711")

    nonisolated private static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]

    @Test(arguments: sizes) func fromTheFormToTheApproval(_ size: Size) async throws {
        let store = try Self.store()
        let ben = Desk(store, size: size, agent: "ben", role: .agent)
        await ben.type("zoe@<Enter>")
        await ben.type("m")
        #expect(ben.shows("Limits  31 d at most"))
        await ben.type("<Down><Right><Right><Right><Right><Right>")
        #expect(ben.shows("Above your limit of 31"))
        await ben.type("<C-s>")
        #expect(ben.shows("Above your limit of 31 days: a lead decides."))
        await ben.type("y")
        #expect(ben.shows("Asked a lead: request 1, premium for u_1042 for 1 year"))
        #expect(ben.shows("4 Approvals 1") && ben.shows("NO ACCESS to premium"))

        let lea = Desk(store, size: size)
        await lea.pass(.seconds(60))
        await lea.type("<Esc>4")
        #expect(lea.selectedLine.contains("waits") && lea.selectedLine.contains("ben"))
        await lea.type("<Enter>")
        #expect(lea.shows("Nothing has changed since it was asked"))
        await lea.type("a")
        await lea.type("<C-s>")
        #expect(lea.shows("gets premium for 1 year") && lea.shows("as ben asked"))
        await lea.type("<Enter>")
        #expect(
            try store.wholePage(of: RequestQuery(RequestID("1")), by: AgentName("ana"), at: Pages.now)?.grant
                == nil)
        await lea.type("<C-s>")
        await lea.type("y")
        #expect(lea.shows("Approved: u_1042 has premium, as ben asked"))
        #expect(lea.selectedLine.contains("approved") && !lea.shows("4 Approvals 1"))

        await ben.pass(.seconds(60))
        ben.application.storeChanged()
        await ben.application.idle()
        #expect(ben.shows("ana approved what you asked for") && ben.shows("✓ ACCESS to premium"))
        #expect(!ben.shows("4 Approvals 1"))
        #expect(try store.verifyAudit().isOK)
    }

    @Test func whatChangedIsSaidAndSeenBeforeItIsGiven() async throws {
        let store = try Self.store()
        _ = try store.grant(Self.wish, by: AgentName("ben"), at: Pages.now)
        let lea = Desk(store)
        await lea.type("<Esc>4")
        await lea.type("<Enter>")
        await lea.type("a")
        await lea.type("<C-s>")
        let week = GrantRequest(
            customer: People.zoe.id, entitlement: EntitlementID("premium"),
            term: .until(Pages.now + .days(7)), reason: "outage")
        _ = try store.grant(week, by: AgentName("ben"), at: Pages.now)
        await lea.type("y")
        #expect(lea.shows("Request 1 has changed, nothing was given"))
        #expect(
            lea.shows("Changed since it was asked") && lea.shows("ben gave the customer premium, grant 1"))
        await lea.type("a")
        await lea.type("<C-s>")
        await lea.type("y")
        #expect(lea.shows("Approved: u_1042 has premium, as ben asked"))
    }

    @Test func decliningNeedsANoteAndTheAskerReadsIt() async throws {
        let store = try Self.store()
        _ = try store.grant(Self.wish, by: AgentName("ben"), at: Pages.now)
        let ben = Desk(store, size: Size(columns: 120, rows: 40), agent: "ben", role: .agent)
        await ben.type("<Esc>4")
        let lea = Desk(store)
        await lea.type("<Esc>4")
        await lea.type("<Enter>")
        await lea.type("d")
        await lea.type("<C-s>")
        #expect(lea.shows("Declining needs a note"))
        await lea.type("a month is plenty<C-s>")
        await lea.type("y")
        await lea.pass(.seconds(3))
        #expect(lea.shows("Request 1 is declined"))
        ben.application.storeChanged()
        await ben.application.idle()
        #expect(ben.shows("a month is plenty") && ben.selectedLine.contains("declined"))
    }

    @Test func whoAskedTakesItBackAndNobodyElse() async throws {
        let store = try Self.store()
        _ = try store.grant(Self.wish, by: AgentName("ben"), at: Pages.now)
        let vic = Desk(store, agent: "vic", role: .viewer)
        await vic.type("<Esc>4")
        #expect(vic.shows("waits") && !vic.shows("Zoë"))
        await vic.type("<Enter>")
        #expect(!vic.shows("customer since 2009") && vic.shows("hidden: a viewer"))
        for key in ["a", "d", "x"] as [KeyScript] {
            await vic.type(key)
            #expect(vic.shows("a viewer may only read"))
        }
        let ben = Desk(store, agent: "ben", role: .agent)
        await ben.type("<Esc>4")
        await ben.type("<Enter>")
        await ben.type("a")
        #expect(ben.shows("you cannot decide your own request"))
        await ben.type("x")
        await ben.type("<C-s>")
        await ben.type("y")
        await ben.pass(.seconds(3))
        #expect(ben.shows("Request 1 is withdrawn"))
        let state = try store.wholePage(
            of: RequestQuery(RequestID("1")), by: AgentName("ana"), at: Pages.now)?.request.state
        #expect(state == .withdrawn)
    }

    /// What the console shows at two sizes after some keys.
    nonisolated private static let screens: [(String, KeyScript)] = [
        ("approvals", "<Esc>4"), ("request", "<Esc>4<Enter>"), ("request-approve", "<Esc>4<Enter>a"),
        ("request-approve-confirm", "<Esc>4<Enter>a<C-s>"), ("request-decline", "<Esc>4<Enter>d"),
        ("request-given", "<Esc>4<Enter>a<C-s>y"),
    ]

    @Test(arguments: screens, sizes)
    func looks(_ screen: (String, KeyScript), _ size: Size) throws {
        let store = try Self.store()
        var later = Self.wish
        later.term = .until(Pages.now + .days(90))
        _ = try store.grant(Self.wish, by: AgentName("ben"), at: Pages.now - .hours(5))
        _ = try store.grant(later, by: AgentName("ben"), at: Pages.now - .hours(1))
        _ = try store.act(
            .decline(note: "a month is plenty"), on: RequestID("2"), by: AgentName("ana"),
            at: Pages.now - .seconds(900))
        var state = Frames.state(size, role: .lead)
        state.play(screen.1, StoreGateway(store: store, agent: AgentName("ana")).perform)
        Frames.expect(state, size, screen.0)
    }
}
