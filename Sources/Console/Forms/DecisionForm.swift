import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The form that decides what an agent asked for, or takes one's own request back.
struct DecisionForm: FormContent {
    /// The request as it was seen, and what becomes of it.
    let subject: DecisionSubject
    var form: Form

    /// The form for a request.
    init(_ subject: DecisionSubject) {
        self.subject = subject
        let hint =
            subject.decision == .decline
            ? "why, for the agent who asked" : "for the agent who asked, if you like"
        form = Form(
            subject.decision == .withdraw
                ? [] : [FormField("note", "Note", placeholder: hint)])
    }

    private var request: ApprovalRequest { subject.page.request }

    var title: String {
        switch subject.decision {
        case .approve: "Approve"
        case .decline: "Decline"
        case .withdraw: "Take back"
        }
    }

    var verb: String {
        switch subject.decision {
        case .approve: "Approving"
        case .decline: "Declining"
        case .withdraw: "Taking back"
        }
    }

    let stopped = "nothing was decided"

    /// What was given can be cancelled afterwards, the other decisions stand.
    var regret: TimeLength {
        subject.decision == .approve && request.wish.end == nil ? .zero : Submission.window
    }

    func refusal(_ context: ConsoleContext) -> String? { context.refusal }

    /// What is to be done; nil while the note is missing.
    private var act: RequestAct? {
        switch subject.decision {
        case .approve: .approve(seen: subject.page.digest, note: form.words("note"))
        case .decline: form.words("note").map { .decline(note: $0) }
        case .withdraw: .withdraw
        }
    }

    var write: StoreRequest.Write? { act.map { .decideRequest(request.id, $0) } }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard write != nil else { return .correct(["note": "Declining needs a note"]) }
        return .confirm(question(context))
    }

    func leaving(after answer: Answer, to request: StoreRequest, in context: ConsoleContext) -> [Effect] {
        guard let news = request.news(answer) else { return [] }
        // What changed stands on the page below, which is read again.
        if case .decided(.changed) = answer { return [.closeSaying(MessageLine(.warning, news))] }
        return [.closeSaying(MessageLine(.success, news), levels: 2)]
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        [
            TextSpan("\(title) request \(request.id) ", .title), TextSpan(wish(context), .strong),
            TextSpan(" for \(subject.name)"),
        ]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        let text = ApprovalText(
            page: subject.page, context: context, columns: max(20, context.body.columns - 6), glyphs: glyphs)
        switch subject.decision {
        case .approve: return text.changes + [""] + text.now
        case .decline: return [StyledLine("^S declines; \(request.askedBy) sees the note.", .dim)]
        case .withdraw: return [StyledLine("^S takes it back; no lead decides it any more.", .dim)]
        }
    }

    private func wish(_ context: ConsoleContext) -> String {
        context.reader.what(of: request.wish)
    }

    /// How many a batch is for, behind a comma.
    private var people: String {
        subject.page.batch.map { ", \(Counting.of($0.customers, "customer"))" } ?? ""
    }

    private func question(_ context: ConsoleContext) -> Dialog {
        let who: StyledLine = [
            TextSpan(subject.name, .strong),
            TextSpan(request.wish.customer.map { " (\($0))" } ?? people),
        ]
        let not = StyledLine(
            request.wish.end != nil
                ? "there is no \(wish(context)), as \(request.askedBy) asked."
                : request.wish.bulk == nil
                    ? "does not get \(wish(context)), as \(request.askedBy) asked."
                    : "do not get \(wish(context)), as \(request.askedBy) asked.")
        let note = [form.words("note").map { StyledLine("Note: \($0)") }].compactMap { $0 }
        let danger =
            switch subject.decision {
            case .approve:
                Danger(
                    title: "Approve", what: [who], howLong: gives(context),
                    warnings: [request.wish.ticket.map { StyledLine("Ticket \($0) is resolved with it.") }]
                        .compactMap { $0 } + losers + note
                        + subject.page.changes.map { StyledLine(context.reader.words(of: $0), .warning) },
                    verb: request.wish.end == nil ? "give it" : "resolve it", otherwise: "change")
            case .decline:
                Danger(
                    title: "Decline", what: [who, not],
                    howLong: "This is final: it can only be asked for again.",
                    warnings: note, verb: "decline", otherwise: "change")
            case .withdraw:
                Danger(
                    title: "Take the request back", what: [who, not],
                    howLong: "No lead decides it any more: it can only be asked for again.",
                    verb: "take back",
                    otherwise: "keep it")
            }
        return danger.dialog(context)
    }

    /// Who loses access by the move of a chain.
    private var losers: [StyledLine] {
        (subject.page.move?.attachment?.losers ?? []).map { StyledLine("\($0) loses access.", .warning) }
    }

    private func gives(_ context: ConsoleContext) -> StyledLine {
        if let batch = subject.page.batch {
            return StyledLine(
                "get it \(context.reader.length(of: batch.plan.length)), as \(request.askedBy) asked.")
        }
        if request.wish.end != nil {
            return StyledLine("\(wish(context)), as \(request.askedBy) asked; no fact shows it.")
        }
        let end = subject.page.outcome.map { ", \(context.reader.term(until: $0.grant.endsAt))" } ?? ""
        return StyledLine("gets \(wish(context))\(end), as \(request.askedBy) asked.")
    }
}
