import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// What a viewer sees and cannot do, and what a console that writes nothing cannot.
@MainActor
struct PrivacyTests {
    private static let size = Size(columns: 100, rows: 30)

    /// The keys that lead to each screen.
    nonisolated static let places: [KeyScript] = [
        "<Esc>", "zoe@<Enter>", "zoe@<Enter><Tab>", "zoe@<Enter><Tab><Tab>",
        "zoe@<Enter><Tab><Tab><Tab><Tab>",
        "zoe@<Enter><Enter>", "<Esc>2", "<Esc>2<Enter>", "<Esc>2S", "<Esc>5", "<Esc>5<Enter>",
    ]

    private func store() throws -> Store {
        let store = try TicketStores.outage()
        try store.act(.note("Zoë called"), on: AppUserID("u_1042"), by: AgentName("ana"), at: Pages.now)
        return store
    }

    /// A console whose requests the store answers, and the writes that were asked for.
    private func play(_ state: inout ConsoleState, _ script: KeyScript, on store: Store) -> [StoreRequest] {
        let gateway = StoreGateway(store: store, agent: state.context.agent)
        var writes: [StoreRequest] = []
        state.play(script) { request in
            if request.isWrite { writes.append(request) }
            return gateway.perform(request)
        }
        return writes
    }

    private func state(_ role: Role, _ agent: String, readOnly: Bool = false) -> ConsoleState {
        var options = Frames.options
        options.isReadOnly = readOnly
        var context = Frames.context(Self.size, role: role, options: options)
        context.agent = AgentName(agent)
        return ConsoleState(context: context, newID: { "key" })
    }

    @Test(arguments: places, [false, true]) func noKeyLeadsToAWrite(_ place: KeyScript, _ isReadOnly: Bool)
        throws
    {
        let store = try store()
        var state = isReadOnly ? state(.lead, "root", readOnly: true) : state(.viewer, "vi")
        #expect(play(&state, place, on: store).isEmpty)
        let keys = Set(ConsoleKeys.places.flatMap(\.commands).flatMap(\.keys)).union(["<"])
        let (own, screen) = (state.keyMap, "\(type(of: state.front?.screen))")
        for key in keys.sorted(by: { "\($0)" < "\($1)" }) {
            var tried = state
            let command = own.command(for: key)
            let effects = tried.handle(key)
            let writes = effects.filter {
                if case .ask(let request, _) = $0 { request.isWrite } else { false }
            }
            #expect(writes.isEmpty, "\(key) of \(screen)")
            let front = tried.front.map { "\(type(of: $0.screen))" } ?? ""
            if front.hasPrefix("FormScreen") {
                #expect(front.contains("RevealForm") && !isReadOnly, "\(key) of \(screen) opens \(front)")
            }
            if isReadOnly { #expect(tried.overlay.map { "\($0)".hasPrefix("copy") } != true) }
            if command?.disabledReason != nil { #expect(tried.message?.text.contains("not now") == true) }
        }
    }

    @Test(arguments: places) func aViewerSeesNobody(_ place: KeyScript) throws {
        let store = try store()
        var state = state(.viewer, "vi")
        _ = play(&state, place, on: store)
        let lines = Frames.draw(state, Self.size).grid.lines
        for person in People.all {
            for text in [person.values.email?.whole, person.values.name?.whole].compactMap({ $0 })
            where text.count > 3 {
                #expect(!lines.contains { $0.contains(text) }, "\(place) shows \(text)")
            }
        }
        #expect(!lines.contains { $0.contains("Zoë called") })
    }

    @Test func aLookLastsAMinuteAndIsTold() async throws {
        let desk = Desk(try store(), agent: "vi", role: .viewer)
        await desk.type("zoe@example.org<Enter>")
        #expect(!desk.shows("zoe@example.org") && desk.shows("z•••"))
        await desk.type("V")
        await desk.type("<C-s>")
        #expect(desk.shows("shown for a reason"))
        await desk.type("the customer called<C-s>")
        #expect(desk.shows("zoe@example.org") && desk.shows("SHOWN FOR 60 s"))
        let entry = try #require(try desk.store.wholePage(of: AuditQuery(limit: 1)).entries.first)
        #expect(entry.action == "reveal.once" && entry.details == #"{"reason":"the customer called"}"#)
        await desk.pass(.seconds(59))
        #expect(desk.shows("zoe@example.org") && desk.shows("SHOWN FOR 1 s"))
        await desk.pass(.seconds(1))
        #expect(!desk.shows("zoe@example.org") && desk.shows("hidden again"))
    }

    @Test func aLeadErasesAPersonWhoWasNamedOnceMore() async throws {
        let desk = Desk(try store(), agent: "root", role: .lead)
        await desk.type("zoe@example.org<Enter>")
        await desk.type("E")
        await desk.type("asked for<Tab>u_104<C-s>")
        #expect(desk.shows("Type u_1042 to erase that person"))
        await desk.type("2<C-s>")
        #expect(desk.shows("for good"))
        await desk.type("<Enter>")
        #expect(
            try desk.store.wholePage(of: AuditQuery(action: "customer.erase")).entries.isEmpty,
            "Enter erases nobody")
        await desk.type("<C-s>y")
        await desk.pass(.seconds(4))
        #expect(try desk.store.wholePage(of: AuditQuery(action: "customer.erase")).entries.count == 1)
        #expect(
            try desk.store.wholePage(of: CustomerQuery(AppUserID("u_1042")), at: Pages.now)?.customer.values
                .email == nil)
        #expect(desk.shows("erased") && !desk.shows("zoe@example.org"))
    }
}
