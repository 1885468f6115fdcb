import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that attaches a chain to a customer, with what that changes.
struct AttachForm: FormContent {
    /// Which chain.
    let chain: ChainID
    var form = Form([
        FormField("customer", "Customer id", .text(TextField(placeholder: "the app_user_id, exactly"))),
        reasonField(GrantPolicy.defaultReasons, selected: "not_delivered"),
    ])
    /// What it would do; nil while no such customer is named.
    private var attachment: Loaded<Attachment>?
    /// Why the store would refuse it; nil when it would not.
    private var problem: String?

    /// The form for a chain.
    init(_ chain: ChainID) { self.chain = chain }

    let title = "Attach"
    let verb = "Attaching"
    let stopped = "nothing was attached"

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    /// What is described; nil while no customer is named.
    private var request: AttachRequest? {
        let name = form.value("customer").filter { !$0.isWhitespace }
        guard !name.isEmpty else { return nil }
        return AttachRequest(
            chain.original, in: chain.environment, to: AppUserID(name), reason: form.value("reason"))
    }

    var preview: StoreRequest.Read? { request.map { .attachPreview($0) } }

    var write: StoreRequest.Write? { request.map { .attach($0) } }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        switch answer {
        case .attachPreview(let found):
            (attachment, problem) = (Loaded(page: found, number: (attachment?.number ?? 0) + 1), nil)
        case .failed(let failure): (attachment, problem) = (nil, failure.text(context))
        default: break
        }
    }

    mutating func forgetPreview() { (attachment, problem) = (nil, nil) }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard let request else { return .correct(["customer": "Name the customer"]) }
        guard let preview = attachment?.page else {
            return .correct(["customer": problem ?? "The preview is not read yet"])
        }
        let from = preview.from.map { "It leaves \($0), whose access may end." } ?? "It is nobody's now."
        let made = preview.createsCustomer ? [StyledLine(newcomer(request.customer), .warning)] : []
        let danger = Danger(
            title: "Attach the chain",
            what: [StyledLine("Chain \(chain.original) becomes \(request.customer)'s."), StyledLine(from)],
            howLong: "It stays so until somebody attaches it back.", warnings: made, verb: "attach",
            otherwise: "change")
        return .confirm(danger.dialog(context))
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        guard case .attached(let attachment) = answer else { return [] }
        return [.closeSaying(MessageLine(.success, "Attached: the chain is \(attachment.to)'s now"))]
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        StyledLine(
            [TextSpan("Attach chain ", .title), TextSpan(chain.original.rawValue, .strong)]
                + (chain.environment == .production
                    ? [] : [TextSpan("  \(chain.environment.rawValue)", .warning)]))
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        if let problem { return [[TextSpan("\(glyphs.bad) ", .error), TextSpan(problem)]] }
        guard let preview = attachment?.page, let request else {
            return [StyledLine("Name a customer to see what it does", .dim)]
        }
        let from = preview.from.map { "Now the chain is \($0)'s." } ?? "Now the chain is nobody's."
        let after = (preview.after[request.customer] ?? []).map { verdict in
            StyledLine("After, \(request.customer):  ", .dim)
                + VerdictText(verdict: verdict, time: context.time).headline(glyphs)
        }
        let made =
            preview.createsCustomer
            ? [StyledLine("\(glyphs.alert) \(newcomer(request.customer))", .warning)] : []
        return made + [StyledLine(from)] + after
    }

    /// That there is nobody of a name yet, which is also what a mistyped name looks like.
    private func newcomer(_ name: AppUserID) -> String {
        "There is nobody of that name: attaching creates the customer \(name)."
    }
}
