import Purchases
import TerminalCore
import TerminalTesting
import Testing
import Widgets

@testable import Console
@testable import Persistence

/// Screens as values: keys in, effects out.
struct StateTests {
    private let context = Frames.context(Size(columns: 80, rows: 24))

    @Test func everyKeystrokeAsksAndEchoes() {
        var screen = CustomersScreen()
        let got1 = screen.handle("z", in: context)
        #expect(got1 == [.ask(.read(SearchQuery("z"), at: Pages.now))])
        let got2 = screen.handle("o", in: context)
        #expect(got2 == [.ask(.read(SearchQuery("zo"), at: Pages.now))])
        let got3 = screen.handle(" ", in: context)
        #expect(got3 == [])
        #expect(screen.box.query == "zo")
    }

    @Test func answersToOlderTextsAreDropped() {
        var screen = CustomersScreen()
        _ = screen.handle("z", in: context)
        _ = screen.handle("o", in: context)
        let old = Answers.found(Answers.people())
        _ = screen.take(old, of: SearchQuery("z"), in: context)
        #expect(screen.list.rows.isEmpty)
    }

    @Test func enterBeforeTheAnswerOpensTheOnlyRow() {
        var screen = CustomersScreen()
        _ = screen.handle("z", in: context)
        let got4 = screen.perform("open", in: context)
        #expect(got4 == [])
        let found = Answers.found([People.zoe])
        let effects = screen.take(found, of: SearchQuery("z"), in: context)
        #expect(effects == [.remember("z"), .open(.customer(People.zoe.id, asOf: nil))])
    }

    @Test func ofTwoCandidatesTheAgentChooses() {
        var screen = CustomersScreen()
        _ = screen.handle("z", in: context)
        _ = screen.perform("open", in: context)
        let found = Answers.found(Answers.people())
        let got5 = screen.take(found, of: SearchQuery("z"), in: context)
        #expect(got5 == [.remember("z")])
        #expect(!screen.isTyping)
    }

    @Test func furtherPagesAreReadNearTheEnd() {
        var screen = CustomersScreen()
        let page = CustomerListPage(
            lines: Answers.lines(Answers.people()), next: "7", count: CappedCount(10_001))
        let asked = CustomersQuery(CustomersFilter(), limit: 100)
        _ = screen.take(.customers(page, ofNobody: nil), of: asked, in: context)
        _ = screen.perform("search.rows", in: context)
        let got6 = screen.handle("j", in: context)
        let further = CustomersQuery(CustomersFilter(), after: "7", limit: 100)
        #expect(got6 == [.ask(.read(further, at: Pages.now))])
        let got7 = screen.handle("j", in: context)
        #expect(got7 == [])
    }

    @Test func readersAreToldWhyTheyCannotChangeAnything() {
        var options = Frames.options
        options.isReadOnly = true
        let reader = Frames.context(Size(columns: 80, rows: 24), options: options)
        let viewer = Frames.context(Size(columns: 80, rows: 24), role: .viewer)
        let screen = CustomerScreen(People.zoe.id)
        #expect(screen.refusal(of: "grant.make", reader) == "this console is read-only")
        #expect(screen.refusal(of: "grant.make", viewer) == "a viewer may only read")
    }

    @Test func nothingIsSentBeforeTheMomentToStopHasPassed() {
        var submission = Submission()
        submission.confirm(Dialog(title: "?", lines: [], answers: [.init("yes", "yes", key: "y")]))
        let got8 = submission.handle(.enter, in: context)
        #expect(got8 == .taken && submission.isEditing)
        submission.confirm(Dialog(title: "?", lines: [], answers: [.init("yes", "yes", key: "y")]))
        let got9 = submission.handle("y", in: context)
        #expect(got9 == .taken)
        var later = context
        later.now = context.now + TimeLength(2999)
        let isEarly = submission.isDue(later)
        #expect(!isEarly)
        later.now = context.now + .seconds(3)
        let isDue = submission.isDue(later)
        #expect(isDue)
        #expect(submission.phase == .sending)
    }

    @Test func aDateIsAskedForAndCheckedBeforeItCounts() {
        var screen = CustomerScreen(People.zoe.id)
        _ = screen.perform("as-of", in: context)
        for key in KeyScript("30 Feb<Enter>").keys { _ = screen.handle(key, in: context) }
        #expect(screen.asOf.prompt?.problem != nil)
        for key in KeyScript("<C-u>2021-08-01").keys { _ = screen.handle(key, in: context) }
        let moment = Pages.moment("2021-08-01T00:00:00Z")
        let got10 = screen.handle(.enter, in: context)
        #expect(got10 == [.ask(.read(CustomerQuery(People.zoe.id), at: moment))])
    }

    @Test(arguments: [("yesterday", "2021-08-13T00:00:00Z"), ("1 May", "2021-05-01T00:00:00Z")])
    func aDateMayBeWords(_ words: String, _ moment: String) {
        var screen = CustomerScreen(People.zoe.id)
        _ = screen.perform("as-of", in: context)
        for character in words { _ = screen.handle(.character(character), in: context) }
        let effects = screen.handle(.enter, in: context)
        #expect(effects == [.ask(.read(CustomerQuery(People.zoe.id), at: Pages.moment(moment)))])
    }

    @Test func aDeedIsHeardOfAfterItsFormWasLeft() {
        var state = Frames.state(Size(columns: 80, rows: 24))
        let note = StoreRequest.Write.keepCustomer(People.zoe.id, .note("x"))
        _ = state.receive(.done, to: .write(note, at: Pages.now), layer: 99)
        #expect(state.message == MessageLine(.success, "The note is saved"))
    }
}

extension Screen {
    /// Why a command of the screen is not possible; nil when it is.
    fileprivate func refusal(of id: CommandID, _ context: ConsoleContext) -> String? {
        keys(context).first { $0.id == id }?.disabledReason
    }
}
