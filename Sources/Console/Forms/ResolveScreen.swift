import Persistence
import Purchases
import TerminalCore
import Widgets

/// A ticket to end, and what its advice says.
struct ResolveSubject: Hashable, Sendable {
    /// The ticket as it was seen.
    let ticket: Ticket
    /// How it ends when its advice is followed; nil when the advice is to wait, to look or to ask.
    let expectedEnd: TicketResolution?
    /// Whom making it good serves; nil where no grant can.
    let makeGood: MakeGoodSubject?
}

/// The form that ends a ticket; what its advice says is chosen already.
struct ResolveScreen: Screen {
    /// What is ended.
    let subject: ResolveSubject
    /// The fields; nil until the role is known.
    private(set) var form: ResolveForm?
    /// How far it is on its way.
    private(set) var submission = Submission()

    /// The form for a ticket.
    init(_ subject: ResolveSubject) { self.subject = subject }

    private var ticket: Ticket { subject.ticket }

    var place: KeyContext { .form }

    var holdsTypedText: Bool { submission.isUnsent && form?.form.holdsTypedText == true }

    func title(_ context: ConsoleContext) -> String { "Resolve" }

    mutating func load(_ context: ConsoleContext) -> [Effect] {
        if form == nil {
            form = ResolveForm(
                role: context.role, expectedEnd: subject.expectedEnd,
                isUndelivered: subject.ticket.group == .lossOfFunds && subject.expectedEnd != .delivered)
        }
        return []
    }

    func disabled(_ context: ConsoleContext) -> [CommandID: String] {
        if let reason = context.ticketRefusal ?? form?.refusal { return [.submit: reason] }
        return submission.isEditing ? [:] : [.submit: "it is on its way"]
    }

    mutating func handle(_ key: Key, _ context: ConsoleContext) -> [Effect]? {
        switch submission.handle(key, context) {
        case .taken: return []
        case .cancelled: return [.say(MessageLine(.note, "Stopped: the ticket stays as it is"))]
        case .unused: return form?.handle(key) == true ? [] : nil
        }
    }

    mutating func perform(_ command: CommandID, _ context: ConsoleContext) -> [Effect] {
        guard command == .submit, submission.isEditing, let form else { return [] }
        guard form.problems.isEmpty else {
            self.form?.show(problems: form.problems)
            return []
        }
        guard let resolution = form.resolution else { return [] }
        if resolution == .madeGood {
            guard var makeGood = subject.makeGood else { return [] }
            makeGood.levels += 1
            return [.open(.makeGood(makeGood))]
        }
        let lines: [StyledLine] = [
            [TextSpan("Ticket \(ticket.id) ends as "), TextSpan("\(resolution.title).", .strong)],
            "It leaves its queue, and access stays as it is.",
        ]
        submission.confirm(
            Dialog(
                title: "Resolve the ticket", lines: lines,
                answers: [.init("yes", "resolve", key: "y"), .init("no", "change", key: "n")]))
        return []
    }

    mutating func paste(_ text: String, _ context: ConsoleContext) -> [Effect]? {
        submission.isEditing && form?.paste(text) == true ? [] : nil
    }

    mutating func receive(_ answer: Answer, to request: StoreRequest, _ context: ConsoleContext) -> [Effect] {
        submission.reopen()
        switch answer {
        case .worked(_, let text): return [.closeSaying(MessageLine(.success, text), levels: 2)]
        case .failed(let failure) where failure.isConflict:
            return [.closeSaying(failure.tooLate("nothing was resolved", context))]
        default: return []
        }
    }

    mutating func tick(_ context: ConsoleContext) -> [Effect] {
        guard submission.isDue(context), let ending = form?.ending else { return [] }
        return [.ask(.work(.resolve(ticket.id, ending, version: ticket.version), at: context.now))]
    }

    func draw(in canvas: inout Canvas, theme: Theme, _ context: ConsoleContext) {
        guard let form else { return }
        let text = TicketText(ticket: ticket, context: context)
        let title: StyledLine = [
            TextSpan("Resolve ", .title), TextSpan(text.summary, .strong), " of ", text.who,
        ]
        FormView(title: title, form: form.form, lines: lines(form, canvas.glyphs)).draw(
            in: &canvas, theme: theme)
        submission.draw(in: &canvas, theme: theme, verb: "Resolving", context)
    }

    private func lines(_ form: ResolveForm, _ glyphs: Glyphs) -> [StyledLine] {
        if let refusal = form.refusal {
            return [[TextSpan("\(glyphs.alert) Needs a lead: ", .warning), TextSpan(refusal)]]
        }
        return [
            StyledLine(
                form.resolution.map(ResolveScreen.meaning)
                    ?? "The advice names no end: look before you choose.",
                .dim)
        ]
    }

    /// When a resolution is the right one.
    private static func meaning(_ resolution: TicketResolution) -> String {
        switch resolution {
        case .delivered: "The customer confirmed to have what was paid for."
        case .credited: "A consumable was credited by hand in the app's own system; say how many."
        case .refunded:
            "Apple gave the money back; a refund that the store hears of ends the ticket by itself."
        case .duplicate: "Another ticket speaks of the same charge; name it in the note."
        case .notCharged: "The customer's invoice shows that nobody was charged."
        case .writtenOff: "The loss stays, and the audit log keeps who decided so and why."
        case .madeGood: "A grant gives back what was lost: ^S leads to its form."
        case .superseded: ""
        }
    }
}
