import Purchases
import TerminalCore
import Testing
import Widgets
import Wording

@testable import Console
@testable import Persistence

/// The queues, tickets and their forms as values: keys in, effects out.
struct TicketStateTests {
    private let context = Frames.context(Size(columns: 80, rows: 24))

    @Test func aQueueAsksForWhatIsStillToBeDone() {
        var screen = TicketsScreen()
        var filter = TicketFilter()
        (filter.group, filter.isUnresolvedOnly) = (.lossOfFunds, true)
        let asked = screen.load(context)
        #expect(
            asked == [
                .ask(.read(TicketListQuery(filter, limit: 100), at: Pages.now)),
                .ask(.read(QueueIncidentQuery(in: .lossOfFunds), at: Pages.now)),
            ])
        filter.group = .undelivered
        let next = screen.perform("pane.next", in: context)
        #expect(next?.first == .ask(.read(TicketListQuery(filter, limit: 100), at: Pages.now)))
    }

    @Test func whatEndedIsShownWhenItIsAskedFor() throws {
        let query = try TicketsFilter("state:resolved  cause:21005", at: Pages.now)
        #expect(query.text == "state:resolved cause:21005")
        #expect(!query.filter(of: .lossOfFunds).isUnresolvedOnly)
        #expect(throws: TicketFilter.Problem.self) { try TicketsFilter("colour:red", at: Pages.now) }
    }

    @Test func furtherTicketsAreReadNearTheEnd() {
        var screen = TicketsScreen()
        let filter = TicketsFilter().filter(of: .lossOfFunds)
        let page = TicketListPage(tickets: [Answers.ticket], next: "7")
        _ = screen.take(page, of: TicketListQuery(filter, limit: 100), in: context)
        let further = screen.handle("j", in: context)
        #expect(further == [.ask(.read(TicketListQuery(filter, after: "7", limit: 100), at: Pages.now))])
        let again = screen.handle("j", in: context)
        #expect(again == [])
    }

    @Test func answersToOtherQueuesAreDropped() {
        var screen = TicketsScreen()
        let filter = TicketsFilter().filter(of: .undelivered)
        _ = screen.take(
            TicketListPage(tickets: [Answers.ticket], next: nil),
            of: TicketListQuery(filter, limit: 100), in: context)
        #expect(screen.list.rows.isEmpty)
    }

    @Test func claimingOnesOwnTicketGivesItBack() {
        var mine = Answers.ticket
        mine.claimedBy = context.agent
        for (ticket, work) in [
            (Answers.ticket, TicketAct.claim), (mine, .release),
        ] {
            var screen = TicketsScreen()
            _ = screen.take(
                TicketListPage(tickets: [ticket], next: nil),
                of: TicketListQuery(TicketsFilter().filter(of: .lossOfFunds), limit: 100), in: context)
            let effects = screen.perform("ticket.claim", in: context)
            #expect(effects == [.ask(.write(.act(work, on: mine.id), at: Pages.now))])
        }
    }

    @Test func onlyALeadWritesALossOff() {
        var form = resolving(nil)
        _ = form.handle(.left)
        #expect(form.resolution == .writtenOff && form.reservation == "only a lead writes a loss off")
        #expect(form.problems["resolution"] != nil)
        var lead = resolving(nil, .lead)
        _ = lead.handle(.left)
        #expect(lead.reservation == nil && lead.problems.keys.sorted() == ["note"])
    }

    @Test func anEndIsSentWithTheVersionThatWasSeen() {
        var screen = FormScreen(resolving(.delivered))
        _ = screen.load(context)
        _ = screen.perform("form.submit", in: context)
        _ = screen.handle("y", in: context)
        var later = context
        later.now = context.now + .seconds(3)
        let effects = screen.tick(later)
        #expect(
            effects == [
                .ask(
                    .write(
                        .act(.resolve(TicketEnd(.delivered)), on: TicketID("118"), version: 1), at: later.now)
                )
            ])
    }

    @Test func anEndIsPreselectedAsTheAdviceSaysIt() {
        for end in [TicketResolution.credited, .delivered, .notCharged, .madeGood] {
            #expect(resolving(end).resolution == end)
        }
        #expect(
            resolving(.credited).form.fields.contains { $0.id == "quantity" })
    }

    @Test func noEndIsProposedWhereTheAdviceNamesNone() {
        var form = resolving(nil, of: .undelivered)
        #expect(
            form.resolution == nil && form.end == nil && form.problems.keys.sorted() == ["resolution"])
        _ = form.handle(.right)
        #expect(form.resolution == .delivered && form.problems.keys.sorted() == ["note"])
    }

    @Test func callingALossDeliveredTakesAWord() {
        var form = resolving(.madeGood)
        _ = form.handle(.right)
        #expect(form.resolution == .delivered && form.problems.keys.sorted() == ["note"])
        _ = form.handle(.tab)
        for key in "seen" { _ = form.handle(.character(key)) }
        #expect(form.problems.keys.sorted() == ["note"], "nobody has asked the customer")
        var contacted = resolving(.madeGood, contactedAt: Pages.now)
        for key in [Key.right, .tab] { _ = contacted.handle(key) }
        for key in "seen" { _ = contacted.handle(.character(key)) }
        #expect(contacted.problems.isEmpty)
    }

    /// Whether the facts show it is said before it is sent, and so is that a lead is asked.
    @Test func whatNoFactShowsIsAskedOfALead() {
        var form = resolving(nil)
        for _ in 0..<4 { _ = form.handle(.right) }
        #expect(form.resolution == .duplicate)
        #expect(form.problems.keys.sorted() == ["note", "other", "reference"])
        #expect(text(form).contains("^S asks a lead"))
        var seen = ResolveForm(
            ResolveSubject(
                ticket: Answers.ticket, expectedEnd: .refunded, makeGood: nil,
                facts: EndingFacts(isRefundedInFull: true)), role: .agent)
        #expect(seen.resolution == .refunded && seen.problems.isEmpty && !text(seen).contains("asks"))
        for _ in 0..<2 { _ = seen.handle(.right) }
        #expect(seen.resolution == .notCharged && text(seen).contains("^S asks a lead"))
        let lead = ResolveForm(seen.subject, role: .lead)
        #expect(!text(lead).contains("asks"))
    }

    private func text(_ form: ResolveForm) -> String {
        form.lines(context, glyphs: context.options.glyphs).map(\.text).joined(separator: " ")
    }

    @Test func everyReasonIsThePolicysToSay() {
        offers(FormScreen(RevokeForm(Answers.grants[0])), ["mistake"])
        offers(FormScreen(MakeGoodForm(subject, key: "key", in: context)))
    }

    /// A form that asks for a reason reads the policy, and offers what that allows.
    private func offers(_ form: FormScreen<some FormContent>, _ more: [String] = []) {
        var form = form
        #expect(form.load(context).contains(.ask(.read(GrantPolicyQuery(), at: context.now))))
        let allowed = GrantPolicy(reasons: ["apology", "other"])
        _ = form.take(allowed, of: GrantPolicyQuery(), in: context)
        #expect(form.content.offeredReasons == ["apology", "other"] + more)
    }

    private var subject: MakeGoodSubject {
        MakeGoodSubject(
            customer: People.zoe.id, name: "Zoë", losses: [.init(owed: Answers.owed(), reason: "late")])
    }

    @Test func aDoubtfulReceiptIsLookedAtBeforeItIsMadeGood() {
        let owed = Answers.owed(isAuthentic: false)
        var form = MakeGoodForm(
            MakeGoodSubject(
                customer: People.zoe.id, name: "Zoë", losses: [.init(owed: owed, reason: "late")]),
            key: "key", in: context)
        #expect(form.problems(context).keys.sorted() == ["doubt"])
        form.form.show(problems: form.problems(context))
        _ = form.handle(.right)
        #expect(form.problems(context).isEmpty)
    }

    @Test func makingGoodIsChosenHereAndDoneInItsOwnForm() {
        let subject = MakeGoodSubject(
            customer: People.zoe.id, name: "Zoë", losses: [.init(owed: Answers.owed(), reason: "late")],
            levels: 2)
        var screen = FormScreen(resolving(.madeGood, makingGood: subject))
        _ = screen.load(context)
        var further = subject
        further.levels = 3
        #expect(screen.perform("form.submit", in: context) == [.open(.makeGood(further))])
    }

    @Test func aFormForALossIsFilledInForExactlyThat() {
        let lost = Span(
            from: Pages.moment("2021-08-11T18:04:00Z"), until: Pages.moment("2021-09-11T18:04:00Z"))
        let form = form(.agent, losing: lost)
        #expect(form.request?.term == .lost && form.request?.ticket == TicketID("118"))
        #expect(form.request?.start == .after && form.request?.reason == "late")
        #expect(form.lengthWords == "for the lost 31\u{A0}d" && form.form.focusedID == "length")
        let endless = self.form(.agent, losing: lost.flatMap { Span(from: $0.from, until: nil) })
        #expect(endless.request?.term == .lost && endless.lengthWords == "for the lost time")
        #expect(self.form(.agent, losing: nil).form.value("length") == "7d")
    }

    @Test func withoutALossNothingIsOfferedAsLost() {
        let form = MakeGoodForm(
            MakeGoodSubject(
                customer: People.zoe.id, name: "Zoë", entitlements: [EntitlementID("premium")]),
            key: "key", in: Frames.context(Size(columns: 80, rows: 24), role: .lead))
        #expect(form.request?.term == GrantLength("7d").map { .init($0) } && form.request?.start == .now)
        #expect(form.request?.ticket == nil && !form.form.fields.contains { $0.id == "ticket" })
        #expect(form.request?.reason == "goodwill")
    }

    @Test func fromTheCustomersPageTheOpenTicketIsOfferedFirst() {
        var form = MakeGoodForm(
            MakeGoodSubject(
                customer: People.zoe.id, name: "Zoë",
                entitlements: [EntitlementID("extras"), EntitlementID("premium")],
                losses: [.init(owed: Answers.owed(), reason: "late")]), key: "key", in: context)
        #expect(form.request?.ticket == TicketID("118") && form.request?.entitlement.rawValue == "premium")
        _ = form.handle(.backtab)
        _ = form.handle(.backtab)
        #expect(form.form.focusedID == "ticket" && form.handle(.right))
        #expect(form.request?.ticket == nil && form.request?.entitlement.rawValue == "extras")
        #expect(form.request?.start == .now && form.request?.term != .lost)
        #expect(form.request?.reason == "goodwill")
    }

    @Test func whatAddsNothingNeedsAnActOfItsOwn() {
        var form = form(.agent, losing: nil)
        form.ask(addsNothing: true)
        #expect(form.problems(context)["anyway"] != nil && form.request?.evenIfNothingIsGained == false)
        form.form.show(problems: form.problems(context))
        _ = form.handle(.right)
        #expect(form.problems(context).isEmpty && form.request?.evenIfNothingIsGained == true)
        form.ask(addsNothing: false)
        #expect(
            !form.form.fields.contains { $0.id == "anyway" } && form.request?.evenIfNothingIsGained == false)
    }

    private func resolving(
        _ end: TicketResolution?, _ role: Role = .agent, of group: ErrorGroup = .lossOfFunds,
        makingGood subject: MakeGoodSubject? = nil, contactedAt: Instant? = nil
    ) -> ResolveForm {
        var ticket = Answers.ticket
        (ticket.group, ticket.contactedAt) = (group, contactedAt)
        let facts = EndingFacts(isDelivered: end == .delivered, isConsumable: end == .credited)
        return ResolveForm(
            ResolveSubject(ticket: ticket, expectedEnd: end, makeGood: subject, facts: facts), role: role)
    }

    private func form(_ role: Role, losing lost: Span?) -> MakeGoodForm {
        MakeGoodForm(
            MakeGoodSubject(
                customer: People.zoe.id, name: "Zoë",
                losses: [.init(owed: Answers.owed(lost: lost), reason: "late")]),
            key: "key", in: Frames.context(Size(columns: 80, rows: 24), role: role))
    }

    @Test func agesAreSaidInTheirGreatestUnit() {
        let examples: [(TimeLength, String)] = [
            (.days(11) + .hours(5), "11\u{A0}d"), (.hours(5) + .seconds(60), "5\u{A0}h"),
            (.seconds(60 * 40), "40\u{A0}min"), (.seconds(3), "0\u{A0}min"),
        ]
        for (length, words) in examples { #expect(TimeText.age(length) == words) }
    }

    @Test func everyCodeOfAReportIsSaidInWords() {
        let events: [(PurchaseEvent, String?)] = [
            (
                PurchaseEvent(at: Pages.now, step: .verify, receiptStatus: 21005, text: ""),
                "21005, receipt server"
            ),
            (PurchaseEvent(at: Pages.now, step: .verify, receiptStatus: 0, text: ""), nil),
            (PurchaseEvent(at: Pages.now, step: .verify, httpStatus: 503, text: ""), "503"),
            (
                PurchaseEvent(
                    at: Pages.now, step: .failed, error: ReportedError(domain: "SKErrorDomain", code: "2"),
                    text: ""), "payment"
            ),
        ]
        for (event, words) in events {
            let text = TicketEventText(
                event: TicketEvent(
                    happenedAt: event.at, learnedAt: event.at,
                    content: .reported(event, attempt: AttemptID("a"))), time: TimeText(now: Pages.now))
            #expect((text.code == nil) == (words == nil))
            if let words { #expect(text.said.text.lowercased().contains(words)) }
        }
    }
}
