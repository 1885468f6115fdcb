import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing

@testable import Console

/// The screens of failed purchases at three sizes, on a store that took an app's reports in.
struct TicketScreenTests {
    /// A very wide terminal, whose width is used.
    private static let wide = Size(columns: 200, rows: 60)

    @Test func lossesInAVeryWideTerminal() throws { try show("<Esc>2j", Self.wide, "tickets") }
    @Test func ticketInAVeryWideTerminal() throws { try show("<Esc>2<Enter>", Self.wide, "ticket") }

    @Test(arguments: Frames.sizes) func losses(_ size: Size) throws {
        try show("<Esc>2j", size, "tickets")
    }
    @Test(arguments: Frames.sizes) func undelivered(_ size: Size) throws {
        try show("<Esc>2<Tab>", size, "tickets-undelivered")
    }
    @Test(arguments: Frames.sizes) func notCharged(_ size: Size) throws {
        try show("<Esc>2h", size, "tickets-not-charged")
    }
    @Test(arguments: Frames.sizes) func filtered(_ size: Size) throws {
        try show("<Esc>2js", size, "tickets-filtered")
    }
    @Test(arguments: Frames.sizes) func incident(_ size: Size) throws {
        try show("<Esc>2i", size, "tickets-incident")
    }
    @Test(arguments: Frames.sizes) func askingForAFilter(_ size: Size) throws {
        try show("<Esc>2/colour:red<Enter>", size, "tickets-filter-prompt")
    }
    @Test(arguments: Frames.sizes) func ticket(_ size: Size) throws {
        try show("<Esc>2<Enter>", size, "ticket")
    }
    @Test(arguments: Frames.sizes) func ticketInGroupTwo(_ size: Size) throws {
        try show("<Esc>2lc<Enter>", size, "ticket-undelivered")
    }
    @Test(arguments: Frames.sizes) func attempts(_ size: Size) throws {
        try show("<Esc>2<Enter><Tab>", size, "ticket-attempts")
    }
    @Test(arguments: Frames.sizes) func moves(_ size: Size) throws {
        try show("<Esc>2<Enter><Tab><Tab><Tab>", size, "ticket-moves")
    }
    @Test(arguments: Frames.sizes) func why(_ size: Size) throws {
        try show("<Esc>2<Enter><S-Tab>", size, "ticket-why")
    }
    @Test(arguments: Frames.sizes) func entry(_ size: Size) throws {
        try show("<Esc>2<Enter>jjjj<Enter>", size, "ticket-entry")
    }
    @Test(arguments: Frames.sizes) func makeGood(_ size: Size) throws {
        try show("<Esc>2<Enter>m", size, "ticket-make-good")
    }
    @Test(arguments: Frames.sizes) func confirming(_ size: Size) throws {
        try show("<Esc>2<Enter>m<C-s>", size, "ticket-make-good-confirm")
    }
    @Test(arguments: Frames.sizes) func resolve(_ size: Size) throws {
        try show("<Esc>2<Enter>r", size, "ticket-resolve")
    }
    @Test(arguments: Frames.sizes) func writingOff(_ size: Size) throws {
        try show("<Esc>2<Enter>r<Left>", size, "ticket-write-off")
    }
    @Test(arguments: Frames.sizes) func openByHand(_ size: Size) throws {
        try show("zo<Enter>O", size, "ticket-open")
    }
    @Test(arguments: Frames.sizes) func customersTickets(_ size: Size) throws {
        try show("zo<Enter><Tab>", size, "customer-tickets")
    }
    @Test(arguments: Frames.sizes) func customersTimeline(_ size: Size) throws {
        try show("zo<Enter><S-Tab><S-Tab>", size, "customer-tickets-timeline")
    }
    @Test(arguments: Frames.sizes) func resolved(_ size: Size) throws {
        let store = try TicketStores.outage()
        let grant = GrantRequest(
            customer: People.taro.id, entitlement: EntitlementID("premium"), term: .lost, reason: "outage",
            ticket: TicketID("2"))
        _ = try store.grant(grant, by: AgentName("bo"), at: Pages.now - .hours(1))
        _ = try store.act(
            .note("Wrote to the customer: お詫び 🙇"), on: TicketID("2"), by: AgentName("bo"),
            at: Pages.now - .hours(1))
        try show("<Esc>2/state:resolved<Enter><Enter><Tab><Tab>", size, "ticket-made-good", store)
    }
    @Test(arguments: Frames.sizes) func plain(_ size: Size) throws {
        var options = Frames.options
        options.isPlain = true
        var state = Frames.state(size, options: options)
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("ana"))
        state.play("<Esc>2", gateway.perform)
        Frames.expect(state, size, "tickets-plain")
        state.play("<Enter>", gateway.perform)
        Frames.expect(state, size, "ticket-plain")
    }
    @Test(arguments: Frames.sizes) func help(_ size: Size) throws {
        try show("<Esc>2<Enter>?", size, "ticket-help")
    }

    @Test(arguments: Frames.sizes) func viewersSeeMaskedNames(_ size: Size) throws {
        var state = Frames.state(size, role: .viewer)
        let gateway = StoreGateway(store: try TicketStores.outage(), agent: AgentName("vi"))
        state.play("<Esc>2", gateway.perform)
        Frames.expect(state, size, "tickets-viewer")
        state.play("<Enter>", gateway.perform)
        Frames.expect(state, size, "ticket-viewer")
    }

    private func show(
        _ script: KeyScript, _ size: Size, _ name: String, _ store: Store? = nil
    ) throws {
        var state = Frames.state(size)
        let gateway = StoreGateway(store: try store ?? TicketStores.outage(), agent: AgentName("ana"))
        state.play(script, gateway.perform)
        Frames.expect(state, size, name)
    }
}
