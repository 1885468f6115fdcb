import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that answers Apple about a refund that a customer asked for, or says why nothing is answered.
struct RefundForm: FormContent {
    /// The refund as it was seen, and what becomes of it.
    let subject: RefundSubject
    var form: Form
    /// The answer as it would be given.
    private var prepared: PreparedConsumption?

    /// The form for a refund.
    init(_ subject: RefundSubject) {
        self.subject = subject
        prepared = subject.page.prepared
        let why = FormField("why", "Because", placeholder: "for the log")
        form = Form(subject.work == .answer ? RefundForm.choices(subject.page) + [why] : [why])
    }

    private static let facts = "facts"
    private static let unsaid = "unsaid"

    private static func choices(_ page: RefundPage) -> [FormField] {
        let statuses = ConsumptionAnswer.DeliveryStatus.allCases.map {
            ChoiceField.Option($0.rawValue, $0.title)
        }
        let wishes = ConsumptionAnswer.RefundPreference.allCases.map {
            ChoiceField.Option($0.rawValue, $0.title)
        }
        let said = page.prepared?.deliveryStatus?.title ?? "choose: the facts do not say"
        let wish = page.prepared?.refundPreference?.title ?? "nothing said"
        return [
            FormField("delivery", "It was", of: [.init(facts, "as the facts say: \(said)")] + statuses),
            FormField(
                "wish", "We prefer",
                of: [.init(facts, "as the facts say: \(wish)")] + wishes
                    + [.init(unsaid, "nothing said")]),
        ]
    }

    private var id: RefundRequestID { subject.page.task.id }

    private var choice: ConsumptionChoice {
        let wish = form.value("wish")
        return ConsumptionChoice(
            deliveryStatus: ConsumptionAnswer.DeliveryStatus(rawValue: form.value("delivery")),
            preference: wish == RefundForm.unsaid
                ? .unsaid : ConsumptionAnswer.RefundPreference(rawValue: wish).map { .said($0) } ?? .byFacts)
    }

    var title: String { subject.work == .answer ? "Answer Apple" : "Leave out" }
    var verb: String { subject.work == .answer ? "Answering" : "Leaving out" }
    let stopped = "nothing was answered"

    /// What was left out can be answered later.
    var regret: TimeLength { subject.work == .answer ? Submission.window : .zero }

    func refusal(_ context: ConsoleContext) -> String? { context.refundRefusal }

    var about: FormSubject? { subject.page.task.customer.map { FormSubject(customer: $0) } }

    var preview: (any StoreQuery)? {
        subject.work == .answer ? RefundPreviewQuery(id, choice) : nil
    }

    mutating func take(preview answer: Answer, in context: ConsoleContext) {
        if let page = answer.page(of: RefundPreviewQuery.self) { prepared = page?.prepared }
    }

    /// What is to be done; nil while the reason is missing.
    private var act: RefundAct? {
        switch subject.work {
        case .answer: .answer(choice, reason: form.words("why"))
        case .skip: form.words("why").map { .skip(because: $0) }
        }
    }

    var write: StoreRequest.Write? { act.map { .answerRefund(id, $0) } }

    func submit(_ context: ConsoleContext) -> FormStep {
        switch subject.work {
        case .skip:
            return form.words("why") == nil ? .correct(["why": "Say why"]) : .confirm(skipping(context))
        case .answer:
            guard let answer = prepared?.answer else {
                return prepared?.wish == .notTaken
                    ? .correct(["wish": "Apple takes a part of the money only with a share that was used"])
                    : .correct(["delivery": "Choose: nothing tells whether it was delivered"])
            }
            guard choice.isByFacts || form.words("why") != nil else {
                return .correct(["why": "Say why it is otherwise than the facts say"])
            }
            return .confirm(answering(answer, context))
        }
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        let task = subject.page.task
        return [
            TextSpan("\(title): ", .title), TextSpan(task.request.product?.rawValue ?? "a purchase", .strong),
            TextSpan(" of \(task.customer?.rawValue ?? "nobody")"),
        ]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        guard subject.work == .answer else {
            return [StyledLine("Apple is told nothing, and decides alone.", .dim)]
        }
        guard let prepared else { return [StyledLine("Nobody was charged: Apple gets no answer.", .warning)] }
        let room = max(20, context.body.columns - 6)
        return PreparedText(prepared, for: context.reader).rows.flatMap {
            RefundText.row($0.name, $0.value, because: $0.because).wrapped(to: room, indent: 14)
        }
    }

    private func answering(_ answer: ConsumptionAnswer, _ context: ConsoleContext) -> Dialog {
        let task = subject.page.task
        return Danger(
            title: "Answer Apple",
            what: [
                "About \(task.request.product?.rawValue ?? "the purchase") of \(task.customer?.rawValue ?? "nobody"):",
                StyledLine(answer.words, .strong),
            ],
            howLong: "The server sends it at once. Apple takes one answer, and decides.", verb: "answer",
            otherwise: "change"
        ).dialog(context)
    }

    private func skipping(_ context: ConsoleContext) -> Dialog {
        let task = subject.page.task
        return Danger(
            title: "Leave it unanswered",
            what: ["Apple is told nothing about refund request \(task.id.rawValue)."],
            howLong: StyledLine(
                "It can be answered after all to \(context.reader.moment(task.request.dueAt))."),
            verb: "leave it", otherwise: "change"
        ).dialog(context)
    }
}

/// The form that notes whether a customer agrees that Apple is told what was consumed.
struct ConsentForm: FormContent {
    let customer: AppUserID
    var form: Form

    /// The form for a customer, who agreed before or did not.
    init(_ customer: AppUserID, isGiven: Bool) {
        self.customer = customer
        form = Form([
            FormField("consent", "Agrees", of: [.init("yes"), .init("no")], selected: isGiven ? "no" : "yes")
        ])
    }

    let title = "Consent"
    let asks = false
    let stopped = "nothing was noted"
    let regret = TimeLength.zero

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    var about: FormSubject? { FormSubject(customer: customer) }

    var write: StoreRequest.Write? { .keepCustomer(customer, .consent(form.value("consent") == "yes")) }

    func submit(_ context: ConsoleContext) -> FormStep { .send }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [TextSpan("Consent of ", .title), TextSpan(customer.rawValue, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        let words =
            "Whether the customer agrees that Apple is told how much of a purchase was consumed, when a refund is asked for. Without it nothing is answered; ^S notes it."
        return StyledLine(words, .dim).wrapped(to: max(20, context.body.columns - 6))
    }
}
