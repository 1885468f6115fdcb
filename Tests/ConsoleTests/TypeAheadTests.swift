import Persistence
import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console

/// Keys that were typed before what they were typed for was there, and keys of habit.
struct TypeAheadTests {
    private static let size = Size(columns: 120, rows: 40)

    /// A console where a customer's page was opened and is not read yet, with what it asked.
    private func opening() -> (state: ConsoleState, asked: [AppEffect]) {
        var state = Frames.state(Self.size)
        state.play("zo", Answers.all)
        let asked = state.handle(.enter)
        return (state, asked)
    }

    @Test func keysWaitForThePageThatTheyWereTypedFor() {
        let (opened, asked) = opening()
        var state = opened
        let kept = state.handle("N")
        #expect(kept.isEmpty && state.message?.text == "N waits until the page is read")
        state.settle(asked, Answers.all)
        #expect(state.front?.screen is FormScreen<NoteForm>)
        #expect(state.ahead == nil)
    }

    @Test func enterInTheSearchBoxIsWaitedForByWhatFollows() {
        var state = Frames.state(Self.size)
        state.settle(state.load(), Answers.all)
        var asked: [AppEffect] = []
        for key in ("zo<Enter>N" as KeyScript).keys { asked += state.handle(key) }
        #expect(state.message?.text == "N waits until it is done")
        state.settle(asked, Answers.all)
        #expect(state.front?.screen is FormScreen<NoteForm>, "the key was no letter of the search")
    }

    @Test func whatWasSaidStandsBeforeTheKeysThatWait() {
        let (opened, asked) = opening()
        var state = opened
        state.message = MessageLine(.success, "The note is saved")
        _ = state.handle("j")
        #expect(state.message?.text == "The note is saved. j waits until the page is read")
        state.settle(asked, Answers.all)
        let history = state.messages.panel(in: state.context)
        var canvas = Canvas(size: Self.size)
        history.draw(in: &canvas, theme: ThemeLibrary.builtIn(for: .trueColor))
        #expect(!canvas.grid.lines.contains { $0.contains("waits until") })
    }

    @Test func textThatWasTypedAheadGoesIntoItsForm() {
        let (opened, asked) = opening()
        var state = opened
        for key in ("Ncalls back" as KeyScript).keys { _ = state.handle(key) }
        state.settle(asked, Answers.all)
        let form = state.front?.screen as? FormScreen<NoteForm>
        #expect(form?.content.form.value("note") == "calls back")
    }

    @Test func whatFollowsARefusedKeyIsDropped() {
        let (opened, asked) = opening()
        var state = opened
        // No grant is selected, so that there is none to take back: what was typed into its form means nothing else.
        for key in ("xN" as KeyScript).keys { _ = state.handle(key) }
        state.settle(asked, Answers.all)
        #expect(state.front?.screen is CustomerScreen)
        #expect(state.message?.text.hasSuffix("(Typed too early, not done: N)") == true)
    }

    @Test func whoeverLeavesDropsThem() {
        let (opened, asked) = opening()
        var state = opened
        _ = state.handle("N")
        _ = state.handle(.escape)
        #expect(state.front?.screen is CustomersScreen)
        #expect(state.message?.text == "Typed too early, not done: N")
        state.settle(asked, Answers.all)
        #expect(state.front?.screen is CustomersScreen)
    }

    @Test func aPageThatCannotBeReadDropsThem() {
        let (opened, asked) = opening()
        var state = opened
        _ = state.handle("N")
        state.settle(asked) { request in
            guard case .read(is CustomerQuery, _) = request else { return Answers.all(request) }
            return .failed(StoreFailure(error: .store(.failed(code: nil))))
        }
        #expect(state.front?.screen is CustomerScreen)
        #expect(state.message?.text.hasSuffix("(Typed too early, not done: N)") == true)
        let after = state.handle("N")
        #expect(after.isEmpty && state.ahead == nil, "it does not wait for what does not come")
    }

    @Test func whatMeansTheSameEverywhereIsDoneAtOnce() {
        var state = opening().state
        _ = state.handle("2")
        #expect(state.tab == .tickets)
    }

    @Test func aKeyThatDoesNothingSaysSo() {
        var state = Frames.state(Self.size)
        state.play("<Esc>5", Answers.all)
        _ = state.handle("x")
        #expect(state.message?.text == "x does nothing here: ? lists the keys")
    }

    @Test func wordsThatFitNoCommandSaySo() {
        var state = Frames.state(Self.size)
        state.play("<Esc>:qqqq<Enter>", Answers.all)
        #expect(state.message?.text == "Nothing fits: try another word, or Esc")
        #expect(state.overlay != nil)
    }

    @Test func anAnswerToAQuestionThatIsNotAskedYetIsNone() {
        let context = Frames.context(Self.size)
        let owed = MakeGoodSubject.Loss(owed: Answers.owed(), reason: "late")
        let subject = MakeGoodSubject(customer: People.zoe.id, name: "Zoë", losses: [owed])
        var form = FormScreen(MakeGoodForm(subject, key: "key", in: context))
        _ = form.load(context)
        let sent = form.perform("form.submit", in: context)
        #expect(sent == [], "what it does is read first")
        let words = MessageLine(.warning, "The question comes first: read it, then press y")
        let answered = form.handle("y", in: context)
        #expect(answered == [.say(words)])
        #expect(form.submission.isEditing)
    }

    @Test func everyFormSaysBeforehandWhetherItAsks() {
        let context = Frames.context(Self.size)
        let note = FormScreen(NoteForm(.customer(People.zoe.id)))
        #expect(label(note, context) == "send")
        #expect(label(FormScreen(RevealForm(customer: People.zoe.id)), context) == "send")
        #expect(label(FormScreen(OrderForm(order: nil, chain: nil)), context) == "send")
        #expect(label(FormScreen(OpenTicketForm(People.zoe.id)), context) == "send")
        #expect(label(FormScreen(RevokeForm(Answers.grants[0])), context) == "send, then y")
        #expect(label(FormScreen(EraseForm(customer: People.zoe.id)), context) == "send, then y")
        for end in [TicketResolution.delivered, .credited, .madeGood] {
            let subject = ResolveSubject(ticket: Answers.ticket, expectedEnd: end, makeGood: nil)
            let form = FormScreen(ResolveForm(subject, role: .agent))
            #expect(label(form, context) == (end == .madeGood ? "send" : "send, then y"))
        }
        for form in TicketActForm.all where form.fields != nil {
            let subject = TicketActSubject(form: form, ticket: Answers.ticket)
            #expect(label(FormScreen(TicketWorkForm(subject, in: context)), context) == "send")
        }
    }

    private func label(_ form: FormScreen<some FormContent>, _ context: ConsoleContext) -> String? {
        form.keys(context).first { $0.id == "form.submit" }?.label
    }
}

/// The `y` of habit, by keys, on a store in memory.
@MainActor
struct HabitTests {
    private func desk() async throws -> Desk {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 120, rows: 40), role: .agent)
        await desk.type("<Esc>2")
        await desk.type("w")
        return desk
    }

    @Test func afterAFormThatAskedNothingItDoesNothing() async throws {
        let desk = try await desk()
        await desk.type("e<C-s>")
        await desk.type("y")
        #expect(desk.shows("Noted: the customer was contacted"))
        #expect(desk.shows("Nothing was asked: y did nothing"))
        #expect(!desk.shows("Esc leaves"))
        await desk.type("y")
        #expect(desk.shows("Esc leaves"), "the second one shows what can be copied")
    }

    /// What a lead was asked about is not given meanwhile by habit.
    @Test func enterOnALossWhoseEndWaitsForALeadOpensItsTicket() async throws {
        let store = try TicketStores.outage()
        #expect(try await afterEnter(on: store).shows("Make good for"))
        let end = TicketEnd(.refunded, note: "An invoice says so")
        _ = try store.act(
            .resolve(end), on: TicketID("1"), reference: "C-1", by: AgentName("ana"), at: Pages.now)
        let desk = try await afterEnter(on: store)
        #expect(desk.shows("› Ticket 1") && !desk.shows("Make good for"))
    }

    private func afterEnter(on store: Store) async throws -> Desk {
        let desk = Desk(store, size: Size(columns: 120, rows: 40), role: .agent)
        await desk.type("zoe@<Enter><Enter>")
        return desk
    }

    @Test func typedAtOnceItAnswersNothingEither() async throws {
        let desk = try await desk()
        // All of it before the store answered: the next ticket comes, and no letter is copied.
        await desk.type("z<C-s>yw")
        #expect(desk.terminal.copies.isEmpty)
        #expect(desk.shows("Ticket 2 is yours"))
        #expect(
            try desk.store.wholePage(of: TicketQuery(TicketID("1")), at: Pages.now)?.ticket.state == .waiting)
        #expect(
            try desk.store.wholePage(of: TicketQuery(TicketID("2")), at: Pages.now)?.ticket.claimedBy
                == AgentName("ana"))
    }

    @Test func keysWaitForTheTicketThatIsClaimed() async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 120, rows: 40), role: .agent)
        await desk.type("<Esc>2")
        // `c` is for the ticket that comes, which it gives back; not for the one selected in the queue.
        await desk.type("jwc")
        #expect(
            try desk.store.wholePage(of: TicketListQuery(), at: Pages.now).tickets.allSatisfy {
                $0.claimedBy == nil
            })
        #expect(desk.shows("Tickets › Ticket 1"))
    }

    @Test func whatIsTypedWhileAFormFailsIsNoText() async throws {
        let desk = Desk(try TicketStores.outage(), size: Size(columns: 240, rows: 40), role: .agent)
        await desk.type("<Esc>2")
        await desk.type("<Enter>")
        await desk.type("e")
        let end = TicketEnd(.writtenOff, note: "gone")
        _ = try desk.store.act(.resolve(end), on: TicketID("1"), by: AgentName("root"), at: Pages.now)
        await desk.type("<C-s>w")
        #expect(desk.shows("Typed too early, not done: w"))
        #expect(
            try desk.store.wholePage(of: TicketListQuery(), at: Pages.now).tickets.allSatisfy {
                $0.claimedBy == nil
            })
    }
}
