import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// A console whose store was restored says so, does nothing more, and goes on over the other one as it was.
@MainActor
struct StoreLossTests {
    private let restored = StoreError.file(
        "/srv/store.sqlite", .restored(by: AgentName("lena"), at: Pages.now - .seconds(1)))

    private func state() -> ConsoleState {
        ConsoleState(context: Frames.context(Size(columns: 80, rows: 24)), newID: { "key" })
    }

    private func shown(_ state: ConsoleState) -> StoreLoss? {
        if case .lost(let loss) = state.overlay { return loss }
        return nil
    }

    @Test func itSaysSoOnceAndReadsNothingMore() {
        var state = state()
        #expect(state.lose(restored) == [])
        #expect(shown(state)?.failure.error == restored)
        #expect(shown(state)?.dialog.lines.contains { $0.text.contains("by lena") } == true)
        let got = state.load()
        #expect(got == [])
        let again = state.lose(.file("/srv/store.sqlite", .moved))
        #expect(again == [] && shown(state)?.failure.error == restored)
    }

    @Test func oneKeyGoesOnAndEnterLooksFirst() {
        var state = state()
        _ = state.lose(restored)
        let looked = state.handle(.enter)
        #expect(looked == [] && state.overlay == nil && state.message?.kind == .warning)
        _ = state.load()
        let gone = state.handle("o")
        #expect(gone == [.reopen])
    }

    @Test func aDeedIsAnsweredWithWhyItIsNotDone() {
        var state = state()
        _ = state.lose(restored)
        _ = state.handle(.enter)
        let write = StoreRequest.write(.act(.release, on: TicketID("7")), at: Pages.now)
        let got = state.refuse(write, layer: 0)
        #expect(got == [] && shown(state) != nil)
        _ = state.handle(.enter)
        let read = state.refuse(.read(TicketCountsQuery(), at: Pages.now), layer: 0)
        #expect(read == [] && state.overlay == nil)
    }

    @Test func anAnswerThatSaysSoIsEnough() {
        var state = state()
        let write = StoreRequest.write(.act(.release, on: TicketID("7")), at: Pages.now)
        _ = state.receive(.failed(StoreFailure(error: restored)), to: write, layer: 0)
        #expect(shown(state) != nil)
    }

    @Test func itWaitsUntilTheQuestionOfLeavingIsAnswered() throws {
        var state = state()
        var form = Route.note(.customer(AppUserID("u_1006"))).screen(state.context, newID: { "key" })
        _ = form.handle("h", in: state.context)
        let question = try #require(Leaving(before: .back, front: form, all: [], in: state.context))
        state.overlay = .leaving(question)
        _ = state.lose(restored)
        #expect(shown(state) == nil)
        let stayed = state.handle(.enter)
        #expect(stayed == [] && shown(state)?.failure.error == restored)
    }

    @Test func tabsAndTypedWordsGoOn() {
        var state = state()
        _ = state.handle("z")
        _ = state.show(.tickets)
        _ = state.lose(restored)
        let other = state.continued(in: Frames.context(Size(columns: 80, rows: 24), role: .viewer))
        #expect(other.tab == .tickets && other.loss == nil && other.overlay == nil)
        #expect(other.context.role == .viewer && other.message != nil)
        var back = other
        _ = back.show(.customers)
        #expect((back.front?.screen as? CustomersScreen)?.box.query == "z")
    }
}
