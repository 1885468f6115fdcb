import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console
@testable import Persistence

/// The review and its incidents: how they look, what their rows open, and that one comes back to the same row.
struct ReviewTests {
    static let sizes = Frames.sizes + [Size(columns: 200, rows: 60)]
    private let size = Size(columns: 80, rows: 24)

    @Test(arguments: sizes) func overview(_ size: Size) { show("<Esc>3", size, "review") }
    @Test(arguments: sizes) func causes(_ size: Size) { show("<Esc>3<Tab>", size, "review-causes") }
    @Test(arguments: sizes) func products(_ size: Size) {
        show("<Esc>3<Tab><Tab>$$", size, "review-products")
    }
    @Test(arguments: sizes) func days(_ size: Size) {
        show("<Esc>3<Tab><Tab><Tab><Tab>jjj", size, "review-days")
    }
    @Test(arguments: Frames.sizes) func money(_ size: Size) {
        show("<Esc>3<S-Tab><S-Tab>", size, "review-money")
    }
    @Test(arguments: Frames.sizes) func ages(_ size: Size) {
        show("<Esc>3<S-Tab><S-Tab><S-Tab>", size, "review-ages")
    }
    @Test(arguments: Frames.sizes) func oneCurrency(_ size: Size) {
        show("<Esc>3", size, "review-one-currency", Reviews.answers(Reviews.losses(currencies: 1)))
    }
    @Test(arguments: Frames.sizes) func nothingLost(_ size: Size) {
        show("<Esc>3", size, "review-nothing", Reviews.answers(Reviews.nothing, []))
    }
    @Test(arguments: sizes) func incident(_ size: Size) { show("<Esc>3<Enter>", size, "incident") }
    @Test(arguments: Frames.sizes) func versionsOfAnIncident(_ size: Size) {
        show("<Esc>3<Enter><Tab><Tab>", size, "incident-versions")
    }
    @Test(arguments: Frames.sizes) func splitting(_ size: Size) {
        show("<Esc>3<Enter>X3 Aug 18:00", size, "incident-split", role: .lead)
    }
    @Test(arguments: Frames.sizes) func merging(_ size: Size) {
        show("<Esc>3 jM<C-s>", size, "incident-merge", role: .lead)
    }

    @Test(arguments: ["<Esc>3", "<Esc>3<Tab><Tab><Tab><Tab>", "<Esc>3<Enter>"])
    func inWordsForScreenReaders(_ script: KeyScript) {
        var options = Frames.options
        options.isPlain = true
        var state = Frames.state(size, options: options)
        state.play(script, Reviews.answers(Reviews.losses()))
        let lines = Frames.draw(state, size).grid.lines
        #expect(!lines.joined().contains { "▁▂▃▄▅▆▇█▓▒░▏▎▍▌▋▊▉".contains($0) })
        Frames.expect(state, size, "review-plain-\(script.keys.count)-keys")
    }

    @Test(arguments: ["<Esc>3<Tab><Tab>", "<Esc>3<Tab><Tab><Tab><Tab>", "<Esc>3<Enter>"])
    func inASCII(_ script: KeyScript) {
        let wide = Size(columns: 200, rows: 60)
        for size in [size, wide] {
            var options = Frames.options
            options.glyphs = .ascii
            var state = Frames.state(size, options: options)
            state.play(script, Reviews.answers(Reviews.losses()))
            let lines = Frames.draw(state, size, glyphs: .ascii).grid.lines
            #expect(lines.joined().allSatisfy { $0.isASCII || $0.isLetter || $0 == "\u{A0}" })
            Frames.expect(state, size, "review-ascii-\(script.keys.count)-keys", glyphs: .ascii)
        }
    }

    @Test(
        arguments: [
            ("<Esc>3<Tab>", "loss:lost cause:21005"),
            ("<Esc>3<Tab><Tab>j", "loss:lost product:コイン 百枚 with a long name that goes on"),
            ("<Esc>3<Tab><Tab><Tab>j", "loss:lost version:none"),
            ("<Esc>3<Tab><Tab><Tab><Tab>jjj", "loss:lost charged:2021-08-11"),
            ("<Esc>3<S-Tab>", "loss:lost storefront:DEU"),
            ("<Esc>3<S-Tab><S-Tab>j", "loss:open currency:EUR"),
            ("<Esc>3<S-Tab><S-Tab>G", "loss:open price:unknown"),
            ("<Esc>3<S-Tab><S-Tab><S-Tab>jj", "loss:open age>1d age<3d"),
            ("<Esc>3<Enter>j", "incident:4 state:unresolved"),
            ("<Esc>3<Enter><Tab><Tab>j", "incident:4 version:none"),
            ("<Esc>3<Enter><Tab>", "incident:4 currency:EUR state:unresolved"),
        ] as [(KeyScript, String)])
    func everyRowOpensWhatIsBehindIt(_ script: KeyScript, _ filter: String) throws {
        let answers = Reviews.answers(Reviews.losses())
        var state = Frames.state(size)
        state.play(script, answers)
        let before = Frames.draw(state, size).grid.lines
        state.settle(state.handle(.enter), answers)
        let list = try #require(state.front?.screen as? TicketsScreen)
        #expect(list.query.text == filter && list.queue == .lossOfFunds)
        #expect(!list.query.filter(of: .lossOfFunds).isUnresolvedOnly || filter.contains("unresolved"))
        state.settle(state.handle(.escape), answers)
        #expect(Frames.draw(state, size).grid.lines == before)
    }

    @Test func daysWithoutALossOpenNothingAndSayWhy() {
        var state = Frames.state(size)
        state.play("<Esc>3<Tab><Tab><Tab><Tab>", Reviews.answers(Reviews.losses()))
        #expect(state.keyMap.command("open")?.disabledReason == "nothing is behind it")
    }

    @Test(arguments: [Role.viewer, .agent]) func onlyLeadsShapeIncidents(_ role: Role) {
        var state = Frames.state(size, role: role)
        state.play("<Esc>3<Enter>", Reviews.answers(Reviews.losses()))
        for id in ["incident.name", "incident.merge", "incident.split", "incident.close"] as [CommandID] {
            #expect(state.keyMap.command(id)?.disabledReason == "only leads do that")
        }
    }

    @Test func aLeadNamesAnIncident() {
        var state = Frames.state(size, role: .lead)
        let answers = Reviews.answers(Reviews.losses())
        state.play("<Esc>3<Enter>NThe night of the server", answers)
        let effects = state.handle(.control("s"))
        let writes = effects.compactMap { effect -> StoreRequest.Write? in
            if case .ask(.write(let write, _), _) = effect { write } else { nil }
        }
        let wanted = StoreRequest.Write.shapeIncident(
            IncidentID("4"), .name("The night of the server"), version: 3)
        #expect(writes == [wanted])
    }

    @Test func theSelectionStaysOnItsRowWhenRowsCome() throws {
        var state = Frames.state(size)
        state.play("<Esc>3<Tab>j", Reviews.answers(Reviews.losses()))
        let screen = try #require(state.front?.screen as? ReviewScreen)
        #expect(screen.selected(state.context)?.id == "error:購入:9")
        state.settle(state.load(), Reviews.answers(Reviews.losses(currencies: 1)))
        let again = try #require(state.front?.screen as? ReviewScreen)
        #expect(again.selected(state.context)?.id == "error:購入:9")
    }

    @Test func aPeriodAsksAnew() {
        var state = Frames.state(size)
        state.play("<Esc>3", Reviews.answers(Reviews.losses()))
        let effects = state.handle("t")
        #expect(
            effects.contains { effect in
                guard case .ask(.read(let query, _), _) = effect else { return false }
                return query as? ReviewQuery == ReviewQuery(of: .week)
            })
        #expect(
            ReviewPeriod.week.since(Pages.moment("2021-08-13T20:00:00Z"))
                == Pages.moment("2021-08-07T20:00:00Z"))
    }

    private func show(
        _ script: KeyScript, _ size: Size, _ name: String,
        _ answers: (StoreRequest) -> Answer? = Reviews.answers(Reviews.losses()), role: Role = .agent
    ) {
        var state = Frames.state(size, role: role)
        state.play(script, answers)
        Frames.expect(state, size, name)
    }
}
