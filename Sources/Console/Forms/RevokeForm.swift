import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that takes a grant back.
struct RevokeForm: FormContent {
    let grant: Grant
    var form = Form([
        reasonField(GrantPolicy().revocationReasons, selected: "mistake"),
        FormField("note", "Note", placeholder: "why, for colleagues"),
    ])

    /// The form for a grant.
    init(_ grant: Grant) { self.grant = grant }

    let title = "Take back"
    let verb = "Taking back"
    let stopped = "nothing was taken back"

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    var about: FormSubject? { FormSubject(customer: grant.customer) }
    static func reasons(of policy: GrantPolicy) -> [String] { policy.revocationReasons }

    var write: StoreRequest.Write? {
        .revoke(grant.id, reason: form.value("reason"), note: form.words("note"))
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard form.value("reason") != "other" || form.words("note") != nil else {
            return .correct(["note": "“other” needs a note"])
        }
        let danger = Danger(
            title: "Take the grant back",
            what: [
                "\(grant.entitlement.rawValue) of \(grant.customer.rawValue), given by \(grant.grantedBy.rawValue),"
            ],
            howLong: "ends now. It cannot be given back, only granted again.", verb: "take back",
            otherwise: "keep it")
        return .confirm(danger.dialog(context))
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        let end = grant.endsAt.map { "until \(context.time.moment($0))" } ?? "without end"
        return [
            TextSpan("Take back ", .title), TextSpan("\(grant.entitlement) \(end)", .strong),
            TextSpan(" of \(grant.customer)", .dim),
        ]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        [StyledLine("Access from this grant ends at once; the entry stays in the log.", .dim)]
    }
}
