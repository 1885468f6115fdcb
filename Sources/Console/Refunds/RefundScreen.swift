import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// One refund that a customer asked Apple for: the answer that stands ready, and why it says what it says.
struct RefundScreen: SubjectScreen {
    typealias Question = RefundQuery

    let id: RefundRequestID
    var reading = Reading<RefundPage>()
    /// How far the text is scrolled.
    private(set) var text = ScrollView([], indent: 14)

    init(_ id: RefundRequestID) { self.id = id }

    func title(_ context: ConsoleContext) -> String { "Refund request \(id)" }

    var question: Question { Question(id) }

    var absence: String { "There is no refund request \(id)" }

    mutating func tick(_ context: ConsoleContext) -> [Effect] { loadMinutely(since: page?.at, in: context) }

    mutating func handle(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard Navigation(key) != nil else { return nil }
        guard let page else { return [] }
        text.lines = RefundText(page: page, context: context).lines
        return text.handle(key, in: context.body) ? [] : nil
    }

    mutating func receive(
        other answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect] {
        if case .failed = answer { load(context) } else { [] }
    }

    func draw(_ page: RefundPage, in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        canvas.draw(RefundText(page: page, context: context).lines, in: text, theme: theme)
    }
}

/// Says everything about a refund that a customer asked for.
struct RefundText {
    let page: RefundPage
    /// Who reads it.
    let context: ConsoleContext

    private var reader: Reader { context.reader }
    private var task: RefundTask { page.task }

    /// What to do first, then the answer with its reasons, what was sent, and the facts.
    var lines: [StyledLine] {
        [head, StyledLine(reader.words(of: page), standingStyle), ""] + asked
            + [""] + answer + sent + [""] + facts
    }

    private var standingStyle: StyleName? {
        switch page.standing {
        case .open, .noConsent: task.request.dueAt - page.at < .hours(2) ? .error : .warning
        case .answered, .sending: .success
        default: nil
        }
    }

    private var head: StyledLine {
        let what = [task.request.product?.rawValue, page.money.map(reader.price)].compactMap { $0 }
        return [
            TextSpan("Refund request \(task.id)  ", .title),
            TextSpan(task.customer?.rawValue ?? "no customer", .strong),
            TextSpan("  " + what.joined(separator: "  ")),
        ]
    }

    private var asked: [StyledLine] {
        let request = task.request
        let charged = page.chargedAt.map { ", charged \(reader.moment($0))" } ?? ""
        return [
            Self.row("why", request.why + (request.reason.map { " (\($0))" } ?? "")),
            Self.row(
                "asked",
                "\(request.asked(reader.moment)), answer by \(reader.moment(request.dueAt))"
            ),
            Self.row("of", "transaction \(request.transaction)\(charged)"),
            Self.row(
                "consent",
                task.hasConsent
                    ? "the customer agrees that Apple is told"
                    : "the customer did not agree: Apple gets no answer"),
        ]
    }

    private var answer: [StyledLine] {
        guard task.said == nil || page.canAnswer, let prepared = page.prepared else { return [] }
        return [StyledLine("The prepared answer", .title)]
            + PreparedText(prepared, for: reader).rows.map(Self.row)
    }

    /// What was given to be sent, and how far that is.
    private var sent: [StyledLine] {
        guard let asked = task.answer, let said = task.said else { return [] }
        let words = AskedText(asked)
        return ["", StyledLine("The answer that was given", .title)]
            + [
                Self.row(
                    "answer", said.words,
                    because: "\(asked.request.askedBy), \(reader.moment(asked.request.askedAt))"),
                Self.row("state", words.state(reader.moment), because: words.answer ?? ""),
            ]
    }

    private var facts: [StyledLine] {
        let facts = [("charged", page.facts.charged), ("delivered", page.facts.extended)]
        let rows = facts.map { name, fact in
            Self.row(name, fact.value ? "yes" : "no", because: reader.words(of: fact.evidence))
        }
        let ticket =
            page.ticket.map { [Self.row("ticket", "\($0.id)", because: $0.title.lowercased())] } ?? []
        return [StyledLine("The facts", .title)] + rows + ticket
    }

    /// A fact of a refund, and why it is so.
    static func row(_ name: String, _ value: String, because: String = "") -> StyledLine {
        CellText.fitted(StyledLine(name, .fieldLabel), to: 14) + StyledLine(value, .strong)
            + StyledLine(because.isEmpty ? "" : "  \(because)", .dim)
    }
}

extension RefundScreen {
    /// What can be done about a refund, once it is read.
    static let commands: Commands = Binding.section(
        "Refund request",
        [
            onPage(
                "refund.answer", "Answer Apple: a form shows what it is told", keys: ["a"], label: "answer",
                footer: 1, unless: answerRefusal
            ) { page, _ in [.open(.answerRefund(RefundSubject(page: page, work: .answer)))] },
            onPage(
                "refund.skip", "Leave it unanswered, and say why", keys: ["x"], label: "leave out", footer: 2,
                unless: { page, context in
                    context.refundRefusal
                        ?? (page.standing.isOpen || page.standing == .sending ? nil : closed(page))
                }
            ) { page, _ in [.open(.answerRefund(RefundSubject(page: page, work: .skip)))] },
            onPage(
                "refund.consent", "Note whether the customer agrees that Apple is told", keys: ["y"],
                label: "consent", footer: 3,
                unless: { page, context in
                    context.refusal ?? (page.task.customer == nil ? "no customer is known for it" : nil)
                }
            ) { page, _ in
                page.task.customer.map { [.open(.consent($0, isGiven: page.task.hasConsent))] } ?? []
            },
            onPage(
                "open", "Open the ticket, or the chain where there is none", keys: [.enter], label: "ticket",
                footer: 4,
                unless: { page, _ in
                    page.ticket == nil && page.task.request.chain == nil ? "nothing is behind it" : nil
                }
            ) { page, _ in
                if let ticket = page.ticket { return [.open(.ticket(ticket.id))] }
                return page.task.request.chain.map {
                    [.open(.chain($0, page.task.request.environment, asOf: nil))]
                } ?? []
            },
            onPage(
                "refund.customer", "Go to the customer", keys: ["p"], label: "customer", footer: 5,
                unless: { page, _ in page.task.customer == nil ? "no customer is known for it" : nil }
            ) { page, _ in page.task.customer.map { [.open(.customer($0, asOf: nil))] } ?? [] },
        ])

    @Sendable private static func answerRefusal(_ page: RefundPage, in context: ConsoleContext) -> String? {
        if let refusal = context.refundRefusal { return refusal }
        return page.canAnswer ? nil : closed(page)
    }

    private static func closed(_ page: RefundPage) -> String {
        switch page.standing {
        case .noConsent: "the customer did not agree: y notes it"
        case .sending: "the answer is on its way"
        case .answered: "Apple has the answer"
        case .unanswered: "Apple takes no more answers"
        case .decided: "Apple has decided"
        case .open, .skipped: "it was left out"
        }
    }
}
