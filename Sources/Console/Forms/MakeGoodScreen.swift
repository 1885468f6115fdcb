import Persistence
import Purchases
import TerminalCore
import Widgets

/// The form that makes good: it shows access before and after, asks before it acts, and can still be stopped.
struct MakeGoodScreen: SubmittedScreen {
    /// Whom.
    let subject: MakeGoodSubject
    /// Makes sending twice the same as sending once.
    let key: String
    /// The fields; nil until the role is known.
    private(set) var form: MakeGoodForm?
    /// What the grant would do; nil while the form is not complete.
    private(set) var preview: GrantOutcome?
    /// Why the store would refuse it; nil when it would not.
    private(set) var refusal: String?
    /// How far the grant is on its way.
    private(set) var submission = Submission()
    private var previewed: GrantRequest?

    /// The form for a customer.
    init(_ subject: MakeGoodSubject, key: String) {
        (self.subject, self.key) = (subject, key)
    }

    var holdsTypedText: Bool { submission.isUnsent && form?.form.holdsTypedText == true }

    func title(_ context: ConsoleContext) -> String { "Make good" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        if form == nil { form = MakeGoodForm(subject, role: context.role, time: context.time) }
        previewed = nil
        return ask(context)
    }

    func submitRefusal(_ context: ConsoleContext) -> String? {
        if let reason = context.refusal { return reason }
        if let refusal { return refusal }
        if let excess = preview?.excess { return "\(excess); ask a lead to give it" }
        return submission.isEditing ? nil : "it is on its way"
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        switch submission.handle(key, context) {
        case .taken: return []
        case .cancelled: return [.say(MessageLine(.note, "Stopped: nothing was granted"))]
        case .unused: break
        }
        guard form?.handle(key) == true else { return nil }
        return ask(context)
    }

    mutating func submit(_ context: ConsoleContext) -> [Effect] {
        guard submission.isEditing, let form else { return [] }
        let problems = form.problems(context)
        guard problems.isEmpty else {
            self.form?.show(problems: problems)
            return []
        }
        guard let preview else { return [.say(MessageLine(.note, "The preview is not read yet"))] }
        submission.confirm(dialog(form, preview, context))
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        guard submission.isEditing, form?.paste(text) == true else { return nil }
        return ask(context)
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        switch (answer, request.isWrite) {
        case (.granted(let outcome), _):
            // What was made good is done with: below its ticket lies the queue, one shorter, or the customer.
            return [.closeSaying(news(outcome, context), levels: subject.levels)]
        case (.preview(let outcome, let policy), _):
            (preview, refusal) = (outcome, nil)
            form?.offer(policy.reasons)
            form?.ask(addsNothing: outcome.gained == .zero)
        case (.failed(let failure), true) where failure.isConflict && form?.loss != nil:
            return [.closeSaying(failure.tooLate("nothing was granted", context))]
        case (.failed, true): submission.reopen()
        case (.failed(let failure), false):
            (preview, refusal) = (nil, context.time.humanized(failure.text))
        default: break
        }
        return []
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        guard submission.isDue(context), let request = form?.request else { return [] }
        return [.ask(.grant(request, key: key, at: context.now))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        guard let form else { return }
        MakeGoodView(
            form: form.form, subject: subject, loss: form.loss, preview: preview, refusal: refusal,
            context: context
        ).draw(in: &canvas, theme: theme)
        submission.draw(in: &canvas, theme: theme, verb: "Granting", context)
    }

    /// Asks what the grant would do, when that may have changed.
    private mutating func ask(_ context: ConsoleContext) -> [Effect] {
        guard let request = form?.request else {
            (preview, refusal, previewed) = (nil, nil, nil)
            return []
        }
        guard request != previewed else { return [] }
        previewed = request
        return [.ask(.previewGrant(request, at: context.now))]
    }

    private func dialog(_ form: MakeGoodForm, _ preview: GrantOutcome, _ context: ConsoleContext) -> Dialog {
        let name = form.form.value("entitlement")
        let end = preview.grant.endsAt.map { "until \(context.time.moment($0)) UTC" } ?? "without end"
        let gained = preview.gained.map { TimeText.length($0) } ?? "time without end"
        let missing = preview.missing.flatMap { $0 == .zero ? nil : $0 }
        let adds: TextSpan =
            if preview.gained == .zero {
                TextSpan("Adds nothing: access lasts longer.", .warning)
            } else if let missing {
                TextSpan("Adds \(gained), \(TimeText.length(missing)) less than was lost.", .warning)
            } else {
                TextSpan(
                    preview.owed?.lost == nil
                        ? "Adds \(gained) of access." : "Adds \(gained): all that was lost.")
            }
        let warnings = preview.warnings.map { StyledLine(Self.words($0, context), .warning) }
        return Dialog(
            title: "Make good",
            lines: [
                [TextSpan(subject.name, .strong), TextSpan(" (\(subject.customer))")],
                [TextSpan("gets \(name) \(form.lengthWords), \(end).")],
                [adds], [TextSpan("Reason: \(form.form.value("reason")).")],
            ] + warnings + (form.loss.map(lossLines) ?? []),
            answers: [.init("yes", "grant", key: "y"), .init("no", "change", key: "n")])
    }

    /// What should be known before it is given, with ages that a person can judge.
    static func words(_ warning: GrantWarning, _ context: ConsoleContext) -> String {
        switch warning {
        case .openTicket(let owed): "Ticket \(owed.ticket) waits for just this and stays open."
        case .recentGrant(let grant):
            "\(grant.grantedBy == context.agent ? "You" : grant.grantedBy.rawValue) granted this \(TimeText.length(context.now - grant.grantedAt)) ago\(grant.revokedAt == nil ? "" : ", and it was taken back")."
        }
    }

    /// What happens to the ticket, and whose work that is.
    private func lossLines(_ loss: MakeGoodSubject.Loss) -> [StyledLine] {
        let holder = loss.holder.map { StyledLine("\($0) works on this ticket: talk first.", .warning) }
        return [holder, "Ticket \(loss.ticket) is resolved with it."].compactMap { $0 }
    }

    private func news(_ outcome: GrantOutcome, _ context: ConsoleContext) -> MessageLine {
        let end = outcome.grant.endsAt.map { "until \(context.time.moment($0))" } ?? "without end"
        let replayed = outcome.isReplay ? " (it had been granted before)" : ""
        if let ticket = outcome.grant.ticket {
            return MessageLine(
                .success,
                "Ticket \(ticket) is made good: \(subject.name) has \(outcome.after.entitlement) \(end)\(replayed)"
            )
        }
        return MessageLine(
            .success, "Granted: \(subject.name) has \(outcome.after.entitlement) \(end)\(replayed)")
    }
}
