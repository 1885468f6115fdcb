import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// A form on its way from the first field to the store's answer: filled in, checked, asked about, held back, sent.
///
/// What is special about one form is its ``FormContent``; everything that all forms have in common is here. A new form
/// also needs a ``Route``.
struct FormScreen<Content: FormContent>: Screen, Submitting {
    /// What the form is about, with its fields.
    private(set) var content: Content
    /// How far it is on its way.
    private(set) var submission: Submission
    /// What was asked last to show what sending would do.
    private var previewed: AnyQuery?
    /// What was answered last of that: something else while an answer is on its way.
    private var shown: AnyQuery?
    /// Whether it is to be submitted as soon as it is known what that does.
    private var isAwaited = false
    /// Whether it was not sent because of its fields, and no key was typed since: the `y` of habit is no text then.
    private var isRefused = false
    /// What has changed about what it is about; nil for a form about neither a ticket nor a customer.
    private(set) var watch: FormWatch?

    /// A form as it opens.
    init(_ content: Content) {
        self.content = content
        watch = content.about.map { FormWatch($0) }
        submission = Submission(window: content.regret)
    }

    var isTyping: Bool { true }

    var awaited: Awaited? { submission.isHeldBack || !submission.isUnsent ? .next : nil }

    var holdsTypedText: Bool { submission.isUnsent && content.form.holdsTypedText }

    func title(_ context: ConsoleContext) -> String { content.title }

    func attention(_ context: ConsoleContext) -> Attention? {
        content.about.map { Attention(.edits, ticket: $0.ticket, customer: $0.customer) }
    }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        previewed = nil
        // Which reasons there are is the policy's to say.
        let policy =
            content.offeredReasons == nil ? [] : [Effect.ask(.read(GrantPolicyQuery(), at: context.now))]
        return policy + preview(context) + look(context)
    }

    /// What ^S leads to is said before it is pressed.
    func commands(_ context: ConsoleContext) -> Commands {
        guard content.asks else { return Self.commands }
        return Self.commands.map { $0.command.id == "form.submit" ? $0.labelled("send, then y") : $0 }
    }

    /// What can be done with every form.
    static var commands: Commands {
        Binding.section(
            "Form",
            [
                Binding(
                    "form.submit", "Send the form; y answers the question where the footer names it",
                    keys: [.control("s")], label: "send", footer: 1,
                    unless: {
                        $0.watch?.obstacle($1) ?? $0.content.refusal($1)
                            ?? ($0.submission.isEditing ? nil : "it is on its way")
                    }
                ) { $0.submit($1) },
                Binding(
                    "form.next", "Next field, previous field", keys: [.tab, .backtab, .down, .up],
                    label: "field", footer: 2
                ) { $0.handle(.tab, in: $1) ?? [] },
                Binding(
                    "form.choose", "Choose in a field of choices; letters choose what begins with them",
                    keys: [.right, .left], label: "choose",
                    footer: 3
                ) { $0.handle(.right, in: $1) ?? [] },
                Binding(
                    "back", "Leave the form; nothing is sent", keys: [.escape], label: "leave", footer: 4
                ) { _, _ in [.close] },
            ])
    }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        switch submission.handle(key, in: context) {
        case .taken: return tick(context)
        case .cancelled: return [.say(MessageLine(.note, "Stopped: \(content.stopped)"))]
        case .unused:
            // An answer to a question that nobody has read yet is none, and no text either.
            if isAwaited, content.asks, key == Dialog.yes {
                return [.say(MessageLine(.warning, "The question comes first: read it, then press y"))]
            }
            defer { isRefused = false }
            if isRefused, key == Dialog.yes {
                return [.say(MessageLine(.warning, "Nothing was sent: fill in what is marked, then ^S"))]
            }
            guard content.handle(key) else { return nil }
            isAwaited = false
            return preview(context) + lookElsewhere(context)
        }
    }

    private mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard submission.isEditing else { return [] }
        if let watch, !watch.isTold, watch.news != nil {
            tell(watch)
            return [.say(MessageLine(.warning, "Not sent: read what changed; ^S sends it all the same"))]
        }
        isAwaited = content.preview.map { AnyQuery($0) } != shown
        guard !isAwaited else { return [] }
        switch content.submit(context) {
        case .correct(let problems):
            content.form.show(problems: problems)
            isRefused = true
        case .confirm(let question): submission.confirm(question)
        case .lead(let effect): return [effect]
        case .send:
            submission.send()
            return write(context)
        }
        return []
    }

    mutating func paste(_ text: String, in context: ConsoleContext) -> [Effect]? {
        guard submission.isEditing, content.form.paste(text) else { return nil }
        isAwaited = false
        return preview(context)
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect]
    {
        if let policy = answer.page(of: GrantPolicyQuery.self) {
            content.offer(Content.reasons(of: policy))
            return preview(context)
        }
        if let found = answer.answered(SubjectSnapshotQuery.self) {
            guard found.query.ticket == watch?.subject.ticket,
                found.query.customer == watch?.subject.customer
            else { return [] }
            return take(found.page, in: context)
        }
        switch (request, answer) {
        case (.read(let query, _), _):
            guard AnyQuery(query) == previewed else { return [] }
            shown = previewed
            content.take(preview: answer, in: context)
            // What was found may be what the next question is about.
            if content.asksOn, content.preview.map({ AnyQuery($0) }) != shown { return preview(context) }
            return isAwaited ? submit(context) : stopIfItDiffers(context)
        case (.write, .failed(let failure)):
            // What was typed stays, whatever somebody else did first: it may be what the next one wants to know.
            submission.reopen()
            guard failure.isConflict else { return [] }
            return [.say(failure.tooLate(content.stopped, in: context))] + look(context)
        case (.write, _): return content.leaving(after: answer, to: request, in: context)
        }
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        submission.isDue(context) ? write(context) : []
    }

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let notices = (watch?.notices(context, glyphs: canvas.glyphs) ?? []).flatMap {
            $0.wrapped(to: canvas.size.columns - 4, indent: 2)
        }
        let size = canvas.size
        let rows = min(notices.count, max(1, size.rows / 3))
        canvas.within(Rectangle(column: 0, row: 0, columns: size.columns, rows: size.rows - rows)) {
            content.draw(in: &$0, theme: theme, context: context)
        }
        _ = canvas.draw(notices, from: size.rows - rows, until: size.rows, theme: theme, column: 2)
        submission.draw(in: &canvas, theme: theme, verb: content.verb, context: context)
    }

    private func write(_ context: ConsoleContext) -> [Effect] {
        content.write.map { [.ask(.write($0, at: context.now))] } ?? []
    }

    /// Asks where its subject stands.
    private func look(_ context: ConsoleContext) -> [Effect] {
        watch.map { [.ask(.read($0.question, at: context.now))] } ?? []
    }

    /// Begins to watch something else when a field chose it.
    private mutating func lookElsewhere(_ context: ConsoleContext) -> [Effect] {
        guard let about = content.about, about.ticket != watch?.subject.ticket else { return [] }
        watch = FormWatch(about)
        return look(context)
    }

    /// Takes where its subject stands: news stop what was about to be sent.
    private mutating func take(_ found: SubjectSnapshot, in context: ConsoleContext) -> [Effect] {
        guard watch?.take(found) == true else {
            if watch?.news == nil, let ticket = found.ticket { content.see(ticket) }
            return []
        }
        guard submission.asked != nil else { return [] }
        submission.reopen()
        if let watch { tell(watch) }
        return [.say(MessageLine(.warning, "Stopped, \(content.stopped): read what changed"))]
    }

    /// Notes that the agent was told of the news: what is sent next is sent over them.
    private mutating func tell(_ told: FormWatch) {
        watch = told
        watch?.tell()
        if let ticket = told.ticket { content.see(ticket) }
    }

    /// Takes the question back when sending would now do something else than it says.
    private mutating func stopIfItDiffers(_ context: ConsoleContext) -> [Effect] {
        guard let asked = submission.asked, content.submit(context) != .confirm(asked) else { return [] }
        submission.reopen()
        return [.say(MessageLine(.warning, "What it does has changed. Stopped: \(content.stopped)"))]
    }

    /// Asks what sending would do, when that may have changed.
    private mutating func preview(_ context: ConsoleContext) -> [Effect] {
        guard let question = content.preview else {
            content.forgetPreview()
            (previewed, shown) = (nil, nil)
            return []
        }
        guard AnyQuery(question) != previewed else { return [] }
        previewed = AnyQuery(question)
        return [.ask(.read(question, at: context.now))]
    }
}

/// What is special about a form: its fields, what is wrong with them, and what they ask of the store.
protocol FormContent: Equatable, Sendable {
    /// The fields as they are filled in.
    var form: Form { get set }

    /// What the form is called in the breadcrumbs.
    var title: String { get }

    /// Whether a question follows when it is sent: what gives or takes money or access, or cannot be undone, is asked
    /// about. The footer says so beforehand.
    var asks: Bool { get }

    /// How long Escape still stops it after the question; zero for what can be undone afterwards.
    var regret: TimeLength { get }

    /// What is said of sending it while Escape still stops that, for example "Attaching".
    var verb: String { get }

    /// What stopping it means, for example "nothing was attached".
    var stopped: String { get }

    /// Why it cannot be sent, whatever is filled in; nil when it can.
    func refusal(_ context: ConsoleContext) -> String?

    /// Takes a key; false when it has no use for it.
    mutating func handle(_ key: Key) -> Bool

    /// Lets fields come and go after a key changed one of them.
    mutating func rearrange(after before: Form)

    /// What is read to show what sending would do; nil where nothing is, or not yet.
    var preview: (any StoreQuery)? { get }

    /// Whether an answer may lead to another question: first who is meant, then what sending would do.
    var asksOn: Bool { get }

    /// Takes what sending would do, or why it would fail.
    mutating func take(preview answer: Answer, in context: ConsoleContext)

    /// Forgets what sending would do: the fields do not say any more what is sent.
    mutating func forgetPreview()

    /// What it is about, which others see and whose news stop it; nil for neither a ticket nor a customer.
    var about: FormSubject? { get }

    /// Takes the ticket as the agent knows it now, for what is sent with its version.
    mutating func see(_ ticket: Ticket)

    /// What the command that submits leads to.
    func submit(_ context: ConsoleContext) -> FormStep

    /// What is written; nil while something is missing.
    var write: StoreRequest.Write? { get }

    /// The reasons that a policy has for it.
    static func reasons(of policy: GrantPolicy) -> [String]

    /// How the form is left when it was carried out.
    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect]

    /// What stands above the fields.
    func heading(_ context: ConsoleContext) -> StyledLine

    /// What stands below the fields: what sending does.
    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine]

    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext)
}

/// What submitting a form leads to.
enum FormStep: Equatable {
    /// Something is wrong with fields, by their ids.
    case correct([String: String])
    /// It is asked about, and sent a moment after that.
    case confirm(Dialog)
    /// It is sent at once.
    case send
    /// Something else is done in its place.
    case lead(Effect)
}

/// What most forms do not have.
extension FormContent {
    var asks: Bool { true }
    var regret: TimeLength { Submission.window }
    var verb: String { "Sending" }
    var stopped: String { "nothing was sent" }
    var preview: (any StoreQuery)? { nil }
    var asksOn: Bool { false }
    var about: FormSubject? { nil }

    mutating func see(_ ticket: Ticket) {}

    static func reasons(of policy: GrantPolicy) -> [String] { policy.reasons }

    mutating func rearrange(after before: Form) {}

    mutating func take(preview answer: Answer, in context: ConsoleContext) {}

    mutating func forgetPreview() {}

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        request.news(answer).map { [.closeSaying(MessageLine(.success, $0))] } ?? []
    }
}

extension FormField {
    /// The field for the helpdesk's case.
    static var reference: FormField {
        FormField("reference", "Case", placeholder: "the helpdesk's number")
    }
}

/// What all forms do in the same way.
extension FormContent {
    mutating func handle(_ key: Key) -> Bool { fill(key) }

    /// Gives a key to the fields, which may come and go with it; false when they have no use for it.
    mutating func fill(_ key: Key) -> Bool {
        let before = form
        guard form.handle(key) else { return false }
        rearrange(after: before)
        return true
    }

    /// The field for the reason, offering some.
    static func reasonField(_ reasons: [String], selected: String?) -> FormField {
        FormField(
            "reason", "Reason", of: reasons.map { .init($0, CodeText.words($0)) }, selected: selected)
    }

    /// Offers the reasons that the policy allows.
    mutating func offer(_ allowed: [String]) {
        guard let offeredReasons, allowed != offeredReasons, !allowed.isEmpty else { return }
        let field = Self.reasonField(allowed, selected: form.value("reason"))
        form.update("reason") { $0.content = field.content }
    }

    /// The reasons that its field offers.
    var offeredReasons: [String]? {
        guard let field = form.fields.first(where: { $0.id == "reason" }),
            case .choice(let choice) = field.content
        else { return nil }
        return choice.options.map(\.id)
    }

    /// Fields in place of those that are there; those with an id that is kept stay as they are filled in.
    mutating func arrange(_ fields: [FormField], keeping isKept: (FormField) -> Bool) {
        let focused = form.focusedID
        form = Form(
            fields.map { field in
                isKept(field) ? form.fields.first { $0.id == field.id } ?? field : field
            })
        if let focused { form.focus(on: focused) }
    }

    /// Draws the heading, the fields below it and the lines below these; where there is no room the lines give way.
    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        let size = canvas.size
        canvas.draw(
            heading(context), at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        let first = size.rows >= 14 ? 2 : 1
        let rows = min(form.rows, size.rows - first)
        canvas.within(Rectangle(column: 1, row: first, columns: size.columns - 2, rows: rows)) {
            form.draw(in: &$0, theme: theme)
        }
        let below = first + rows + (size.rows >= 14 ? 1 : 0)
        let wrapped = lines(context, glyphs: canvas.glyphs).flatMap {
            $0.wrapped(to: size.columns - 4, indent: 2)
        }
        _ = canvas.draw(wrapped, from: below, until: size.rows, theme: theme, column: 2)
    }
}
