import Purchases
import TerminalCore
import Testing
import Widgets

@testable import Console
@testable import Persistence

/// Whom the attach form means: somebody who exists and was chosen, and nobody by accident.
struct AttachFormTests {
    private let context = Frames.context(Size(columns: 80, rows: 24))
    private let chain = ChainID(OriginalTransactionID("2000000900000001"), in: .production)

    /// A form into whose first field a text was typed.
    private func filled(_ text: String, finding people: [Customer]) -> AttachForm {
        var form = AttachForm(chain)
        for key in text { _ = form.handle(.character(key)) }
        form.take(preview: .page(Answers.found(people, for: text), of: SearchQuery(text)), in: context)
        return form
    }

    private func wish(_ form: AttachForm) -> AttachRequest? {
        guard case .attach(let wish) = form.write else { return nil }
        return wish
    }

    private func isCorrected(_ form: AttachForm) -> Bool {
        if case .correct = form.submit(context) { true } else { false }
    }

    @Test func whatIsTypedIsLookedFor() {
        var form = AttachForm(chain)
        #expect(form.preview == nil)
        for key in "zo" { _ = form.handle(.character(key)) }
        #expect(form.preview as? SearchQuery == SearchQuery("zo") && form.write == nil)
    }

    @Test func aPartOfANameNamesNobodyBeforeSomebodyIsChosen() {
        var form = filled("o", finding: [People.zoe, People.jose])
        #expect(form.write == nil && isCorrected(form))
        _ = form.handle(.down)
        _ = form.handle(.enter)
        #expect(form.form.value("customer") == People.jose.id.rawValue)
        #expect(wish(form)?.customer == People.jose.id && wish(form)?.createsCustomer == false)
        #expect(wish(form)?.reason == "wrong_account")
    }

    @Test func aWholeIDNamesItsCustomer() {
        let form = filled(People.zoe.id.rawValue, finding: [People.zoe])
        #expect(wish(form)?.customer == People.zoe.id)
        #expect(wish(form).map { AttachPreviewQuery($0) } == form.preview as? AttachPreviewQuery)
    }

    @Test func nobodyIsMadeUnlessThatIsChosen() {
        var form = filled("u_99", finding: [])
        #expect(form.write == nil && isCorrected(form))
        _ = form.handle(.tab)
        _ = form.handle(.tab)
        _ = form.handle(.right)
        #expect(wish(form)?.customer == AppUserID("u_99") && wish(form)?.createsCustomer == true)
    }

    @Test func theReasonsAreThoseOfAttaching() {
        var screen = FormScreen(AttachForm(chain))
        _ = screen.take(GrantPolicy(reasons: ["apology"]), of: GrantPolicyQuery(), in: context)
        #expect(screen.content.offeredReasons == TakingRule.attachReasons)
    }

    @Test(arguments: [(Role.agent, true), (.lead, false)])
    func anAgentIsToldThatALeadDecides(_ role: Role, _ asks: Bool) throws {
        let context = Frames.context(Size(columns: 80, rows: 24), role: role)
        var form = filled(People.jose.id.rawValue, finding: [People.jose])
        let grant = Grant(
            id: GrantID("9"), customer: People.zoe.id, entitlement: EntitlementID("premium"),
            startsAt: Pages.now - .days(1), endsAt: nil, reason: "late", note: nil, ticket: nil,
            reference: nil, grantedBy: AgentName("ana"), grantedAt: Pages.now - .days(1),
            isRestitution: false)
        let held = Answers.zoe().access.adding(grant).verdict(for: grant.entitlement, at: Pages.now)
        let attachment = Attachment(
            chain: chain, from: People.zoe.id, to: People.jose.id, createsCustomer: false,
            before: [People.zoe.id: [held], People.jose.id: []],
            after: [People.zoe.id: [], People.jose.id: [held]])
        let asked = AttachPreviewQuery(try #require(wish(form)))
        form.take(preview: .page(attachment, of: asked), in: context)
        let text = form.lines(context, glyphs: .unicode).map(\.text).joined(separator: "\n")
        #expect(text.contains("^S asks a lead") == asks)
        #expect(text.contains("Before, \(People.zoe.id)") && text.contains("After, \(People.jose.id)"))
    }
}
