import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that attaches a chain to a customer, with what that changes.
struct AttachScreen: SubmittedScreen {
    /// Which chain.
    let chain: ChainID
    /// The fields.
    private(set) var form = Form([
        FormField("customer", "Customer id", .text(TextField(placeholder: "the app_user_id, exactly"))),
        FormField(
            "reason", "Reason",
            .choice(ChoiceField(MakeGoodForm.options(GrantPolicy.defaultReasons), selected: "not_delivered"))),
    ])
    /// What it would do; nil while no such customer is named.
    private(set) var reading: Reading<Attachment>?
    /// Why the store would refuse it; nil when it would not.
    private(set) var refusal: String?
    /// How far it is on its way.
    private(set) var submission = Submission()

    /// The form for a chain.
    init(_ chain: ChainID) { self.chain = chain }

    var holdsTypedText: Bool { submission.isUnsent && form.holdsTypedText }

    func title(_ context: ConsoleContext) -> String { "Attach" }

    mutating func load(_ context: ConsoleContext) -> [Effect] { ask(context) }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        context.refusal ?? (submission.isEditing ? nil : "it is on its way")
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        switch submission.handle(key, context) {
        case .taken: return []
        case .cancelled: return [.say(MessageLine(.note, "Stopped: nothing was attached"))]
        case .unused: break
        }
        let before = draft
        guard form.handle(key) else { return nil }
        return draft == before ? [] : ask(context)
    }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard submission.isEditing else { return [] }
        guard let draft else {
            form.show(problems: ["customer": "Name the customer"])
            return []
        }
        guard let preview = reading?.page else {
            form.show(problems: ["customer": refusal ?? "The preview is not read yet"])
            return []
        }
        let from = preview.from.map { "It leaves \($0), whose access may end." } ?? "It is nobody's now."
        let made = preview.createsCustomer ? [StyledLine(newcomer(draft.customer), .warning)] : []
        submission.confirm(
            Dialog(
                title: "Attach the chain",
                lines: [StyledLine("Chain \(chain.original) becomes \(draft.customer)'s."), StyledLine(from)]
                    + made,
                answers: [.init("yes", "attach", key: "y"), .init("no", "change", key: "n")]))
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        guard submission.isEditing, form.paste(text) else { return nil }
        return ask(context)
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        switch (answer, request.isWrite) {
        case (.attach, true):
            let name = draft?.customer.rawValue ?? ""
            return [.closeSaying(MessageLine(.success, "Attached: the chain is \(name)'s now"))]
        case (.attach(let outcome), false):
            (reading, refusal) = (Reading(page: outcome, number: (reading?.number ?? 0) + 1), nil)
        case (.failed, true): submission.reopen()
        case (.failed(let failure), false): (reading, refusal) = (nil, failure.text)
        default: break
        }
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        guard submission.isDue(context), let draft else { return [] }
        return [.ask(.attach(draft, at: context.now))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        let title = StyledLine(
            [TextSpan("Attach chain ", .title), TextSpan(chain.original.rawValue, .strong)]
                + (chain.environment == .production
                    ? [] : [TextSpan("  \(chain.environment.rawValue)", .warning)]))
        FormView(title: title, form: form, lines: lines(context, canvas.glyphs)).draw(
            in: &canvas, theme: theme)
        submission.draw(in: &canvas, theme: theme, verb: "Attaching", context)
    }

    private var draft: AttachDraft? {
        let name = form.value("customer").filter { !$0.isWhitespace }
        guard !name.isEmpty else { return nil }
        return AttachDraft(chain: chain, customer: AppUserID(name), reason: form.value("reason"))
    }

    private mutating func ask(_ context: ConsoleContext) -> [Effect] {
        guard let draft else {
            (reading, refusal) = (nil, nil)
            return []
        }
        return [.ask(.previewAttach(draft, at: context.now))]
    }

    private func lines(_ context: ConsoleContext, _ glyphs: Glyphs) -> [StyledLine] {
        if let refusal { return [[TextSpan("\(glyphs.bad) ", .error), TextSpan(refusal)]] }
        guard let preview = reading?.page, let draft else {
            return [StyledLine("Name a customer to see what it does", .dim)]
        }
        let from = preview.from.map { "Now the chain is \($0)'s." } ?? "Now the chain is nobody's."
        let after = (preview.after[draft.customer] ?? []).map { verdict in
            StyledLine("After, \(draft.customer):  ", .dim)
                + VerdictText(verdict: verdict, time: context.time).headline(glyphs)
        }
        let made =
            preview.createsCustomer
            ? [StyledLine("\(glyphs.alert) \(newcomer(draft.customer))", .warning)] : []
        return made + [StyledLine(from)] + after
    }

    /// That there is nobody of a name yet, which is also what a mistyped name looks like.
    private func newcomer(_ name: AppUserID) -> String {
        "There is nobody of that name: attaching creates the customer \(name)."
    }
}
