import Purchases
import TerminalCore
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// What the screens of failed purchases say agrees with what the store holds.
struct TicketWordTests {
    private let context = Frames.context(Size(columns: 80, rows: 24))
    private let ana = AgentName("ana")
    private let first = TicketID("1")

    @Test func anEmptyQueueIsNotPraisedAboveSilentLosses() {
        var told = context
        told.ticketCounts = Answers.counts
        told.silentLosses = Answers.silentLosses
        #expect(emptyQueue(context).contains("Nothing is lost: every charge"))
        #expect(emptyQueue(told).contains("No ticket waits here"))
        #expect(!emptyQueue(told).contains("Nothing is lost"))
        #expect(emptyQueue(told).contains("Silent losses: 12 charges"))
    }

    @Test func anAlarmIsSaidAsFarAsItCame() throws {
        let store = try TicketStores.outage()
        #expect(try alarm(store) == "not sent yet")
        let taken = try #require(try store.takeAlarm(by: ana, at: Pages.now))
        #expect(taken.ticket == first)
        #expect(try alarm(store) == "being sent")
        try store.settleAlarm(taken, as: .failed("exit 3"), by: ana, at: Pages.now)
        let again = context.time.moment(Pages.now + .seconds(30))
        #expect(try alarm(store) == "not sent: exit 3; tried again from \(again) on")
        try store.settleAlarm(taken, as: .delivered, by: ana, at: Pages.now)
        #expect(try alarm(store) == "sent \(context.time.moment(Pages.now))")
    }

    @Test func anAlarmThatNobodyIsCalledForIsOnTheLog() throws {
        let store = try TicketStores.outage()
        let raised = try store.wholePage(of: TicketQuery(first), at: Pages.now)?.alarm?.at ?? .earliest
        let told = try store.takeUnheardAlarms(by: ana, at: Pages.now)
        #expect(told.count == 0 && told.incidents.count == 1, "they are one incident")
        #expect(try alarm(store) == "recorded \(context.time.moment(raised)), nobody is set up to be called")
    }

    /// Whatever else the top line leaves out in a narrow terminal, it says that alarms wait.
    @Test(arguments: [120, 80, 40])
    func theTopLineSaysThatAlarmsWait(_ columns: Int) throws {
        let store = try TicketStores.outage()
        let size = Size(columns: columns, rows: 24)
        #expect(try top(store, size).contains("alarm") == false, "what goes out by itself is no news")
        let taken = try #require(try store.takeAlarm(by: ana, at: Pages.now))
        try store.settleAlarm(taken, as: .failed("exit 3"), by: ana, at: Pages.now)
        let line = try top(store, size)
        #expect(line.contains("▲ 1 alarm waits") && line.contains("PRACTICE"), "\(line)")
        let real = try top(store, size, ConsoleOptions(storeName: "store.sqlite", tickMilliseconds: nil))
        #expect(real.contains("makegood") && real.contains("▲ 1 alarm waits"), "\(real)")
    }

    private func top(
        _ store: Store, _ size: Size, _ options: ConsoleOptions = Frames.options
    ) throws -> String {
        var state = Frames.state(size, options: options)
        state.context.ticketCounts = try store.wholePage(of: TicketCountsQuery(), at: Pages.now)
        return Frames.draw(state, size).grid.lines[0]
    }

    @Test func narrowTimelinesSayTheDayUnlessItIsToday() {
        let examples = [
            ("2021-08-14T03:37:00Z", 36, "03:37 "), ("2021-05-02T03:37:00Z", 35, "2\u{A0}May "),
            ("2020-05-02T03:37:00Z", 36, "2\u{A0}May\u{A0}2020 "),
            ("2021-05-02T03:37:00Z", 45, "2\u{A0}May\u{A0}03:37 "),
        ]
        for (moment, columns, words) in examples {
            let at = Pages.moment(moment)
            let event = PurchaseEvent(at: at, step: .purchasing, text: "")
            let text = TicketEventText(
                event: TicketEvent(
                    happenedAt: at, learnedAt: at, content: .reported(event, attempt: AttemptID("a"))),
                time: context.time)
            let line = text.lines(rows: 1, columns: columns, glyphs: .unicode).first?.text
            #expect(line == "\(words)the payment is under way")
        }
    }

    private func emptyQueue(_ context: ConsoleContext) -> String {
        var screen = TicketsScreen()
        _ = screen.take(
            TicketListPage(tickets: [], next: nil),
            of: TicketListQuery(TicketsFilter().filter(of: .lossOfFunds), limit: 100), in: context)
        var canvas = Canvas(size: context.body, glyphs: .unicode)
        screen.draw(in: &canvas, theme: Theme(name: "", entries: [:]), context: context)
        return canvas.grid.lines.joined(separator: "\n")
    }

    /// The line about the alarm of the first ticket.
    private func alarm(_ store: Store) throws -> String? {
        let page = try #require(try store.wholePage(of: TicketQuery(first), at: Pages.now))
        return TicketSummary(page: page, context: context).whole(columns: 200, glyphs: .unicode).map(\.text)
            .first { $0.hasPrefix("  alarm") }.map { $0.dropFirst(11) }.map(String.init)
    }
}
