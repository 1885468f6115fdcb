import Purchases
import TerminalCore
import Widgets

/// The form that takes a grant back.
struct RevokeScreen: SubmittedScreen {
    /// Which grant.
    let grant: Grant
    /// The fields.
    private(set) var form = Form([
        FormField(
            "reason", "Reason",
            .choice(ChoiceField(MakeGoodForm.options(GrantPolicy.defaultReasons), selected: "other"))),
        FormField("note", "Note", .text(TextField(placeholder: "why, for colleagues"))),
    ])
    /// How far it is on its way.
    private(set) var submission = Submission()

    /// The form for a grant.
    init(_ grant: Grant) { self.grant = grant }

    var holdsTypedText: Bool { submission.isUnsent && form.holdsTypedText }

    func title(_ context: ConsoleContext) -> String { "Take back" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { [] }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        context.refusal ?? (submission.isEditing ? nil : "it is on its way")
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        switch submission.handle(key, context) {
        case .taken: return []
        case .cancelled: return [.say(MessageLine(.note, "Stopped: nothing was taken back"))]
        case .unused: return form.handle(key) ? [] : nil
        }
    }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard submission.isEditing else { return [] }
        guard form.value("reason") != "other" || note != nil else {
            form.show(problems: ["note": "“other” needs a note"])
            return []
        }
        let lines: [StyledLine] = [
            "\(grant.entitlement.rawValue) of \(grant.customer.rawValue), given by \(grant.grantedBy.rawValue),",
            "ends now. It cannot be given back, only granted anew.",
        ]
        submission.confirm(
            Dialog(
                title: "Take the grant back", lines: lines,
                answers: [.init("yes", "take back", key: "y"), .init("no", "keep it", key: "n")]))
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        submission.isEditing && form.paste(text) ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        submission.reopen()
        guard case .done(let text) = answer else { return [] }
        return [.closeSaying(MessageLine(.success, text))]
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        guard submission.isDue(context) else { return [] }
        let draft = RevokeDraft(grant: grant.id, reason: form.value("reason"), note: note)
        return [.ask(.revoke(draft, at: context.now))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let end = grant.endsAt.map { "until \(context.time.moment($0))" } ?? "without end"
        let title: StyledLine = [
            TextSpan("Take back ", .title), TextSpan("\(grant.entitlement) \(end)", .strong),
            TextSpan(" of \(grant.customer)", .dim),
        ]
        let hint = "Access from this grant ends at once; the entry stays in the log."
        FormView(title: title, form: form, lines: [StyledLine(hint, .dim)]).draw(in: &canvas, theme: theme)
        submission.draw(in: &canvas, theme: theme, verb: "Taking back", context)
    }

    private var note: String? {
        let text = form.value("note").split(separator: " ").joined(separator: " ")
        return text.isEmpty ? nil : text
    }
}
