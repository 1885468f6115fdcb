import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// The forms in which a lead shapes an incident: name it, merge it, take it out again, cut it, end it, take it up again.
///
/// None changes money or access, and each is undone by its opposite.
struct IncidentForm: FormContent {
    /// Which incident, and what is done.
    let subject: IncidentSubject
    var form: Form
    /// The present when the form was opened, for times that are typed.
    private let now: Instant

    /// The form for an incident.
    init(_ subject: IncidentSubject, at now: Instant) {
        (self.subject, self.now) = (subject, now)
        form = Form(IncidentForm.fields(subject, cut: Cut.time.rawValue))
    }

    /// By what it is cut.
    private enum Cut: String {
        case time, version, cause
    }

    private var incident: Incident { subject.incident }

    private static func fields(_ subject: IncidentSubject, cut: String) -> [FormField] {
        switch subject.work {
        case .name:
            return [
                FormField(
                    "name", "Name", subject.incident.name ?? "",
                    placeholder: "the name that people use; empty for none")
            ]
        case .merge(let other):
            return [FormField("other", "Into incident", other?.rawValue ?? "", placeholder: "its number")]
        case .separate, .close, .reopen: return []
        case .split:
            let ways: [ChoiceField.Option] =
                [.init(Cut.time.rawValue, "from a moment on")]
                + (subject.versions.count > 1
                    ? [.init(Cut.version.rawValue, "one version of the app")] : [])
                + (subject.causes.count > 1 ? [.init(Cut.cause.rawValue, "one cause")] : [])
            let by = FormField("by", "What goes", of: ways, selected: cut)
            switch Cut(rawValue: cut) {
            case .version?: return [by, choice("version", "Version", of: subject.versions)]
            case .cause?: return [by, choice("cause", "Cause", of: subject.causes)]
            case .time?, nil:
                let example = "3 Aug 18:00, or 2026-08-03T18:00:00Z"
                return [by, FormField("at", "From", placeholder: example)]
            }
        }
    }

    private static func choice(_ id: String, _ label: String, of values: [String]) -> FormField {
        FormField(id, label, of: values.map { .init($0, $0.isEmpty ? "not told" : $0) })
    }

    mutating func rearrange(after before: Form) {
        guard subject.work == .split, form.value("by") != before.value("by") else { return }
        arrange(IncidentForm.fields(subject, cut: form.value("by"))) { $0.id == "by" }
    }

    var title: String {
        switch subject.work {
        case .name: "Name"
        case .merge: "Merge"
        case .separate: "Separate"
        case .split: "Split"
        case .close: "Close"
        case .reopen: "Reopen"
        }
    }

    let stopped = "the incident is as it was"

    var asks: Bool { subject.work != .name }

    var regret: TimeLength { .zero }

    func refusal(_ context: ConsoleContext) -> String? { context.shapeRefusal }

    /// What is to be done; nil while something is missing.
    private var act: IncidentAct? {
        switch subject.work {
        case .name: .name(form.words("name"))
        case .merge: form.words("other").map { .merge(into: IncidentID($0)) }
        case .separate: .separate
        case .split: cut.map { .split($0) }
        case .close: .close
        case .reopen: .reopen
        }
    }

    private var cut: IncidentCut? {
        switch Cut(rawValue: form.value("by")) {
        case .version?: .version(form.value("version"))
        case .cause?: .cause(TicketCause(form.value("cause")))
        case .time?, nil: TimePhrase(form.value("at")).map { .from($0.instant(at: now)) }
        }
    }

    var write: StoreRequest.Write? {
        act.map { .shapeIncident(incident.id, $0, version: incident.version) }
    }

    func submit(_ context: ConsoleContext) -> FormStep {
        guard let act else {
            return .correct(
                subject.work == .split
                    ? ["at": "Type a moment: 3 Aug 18:00"] : ["other": "Type the other incident's number"])
        }
        return question(act, context).map { .confirm($0.dialog(context)) } ?? .send
    }

    func heading(_ context: ConsoleContext) -> StyledLine {
        let text = IncidentText(incident: incident, time: context.time)
        return [TextSpan("\(title) incident \(incident.id) ", .title), TextSpan(text.name, .strong)]
    }

    func lines(_ context: ConsoleContext, glyphs: Glyphs) -> [StyledLine] {
        let what =
            switch subject.work {
            case .name: "^S keeps the name; everybody sees it in place of the cause."
            case .merge: "^S merges: the other incident has all the tickets then. Separating it undoes that."
            case .separate:
                "^S takes it out of incident \(incident.mergedInto?.rawValue ?? "") again, with its tickets."
            case .split:
                "^S cuts it in two; what goes becomes an incident of its own. Merging it back undoes that."
            case .close: "^S ends it: later failures do not join it. Reopening it undoes that."
            case .reopen: "^S reopens it: new failures join it, and raise alarms."
            }
        return [StyledLine(what, .dim)]
    }

    /// What is asked before it is done; nothing for a name.
    private func question(_ act: IncidentAct, _ context: ConsoleContext) -> Danger? {
        let text = IncidentText(incident: incident, time: context.time)
        let which: StyledLine = [
            TextSpan("Incident \(incident.id) "), TextSpan(text.name, .strong),
            TextSpan(": \(Counting.of(incident.figures.tickets, "ticket"))"),
        ]
        let (what, undone, verb): (String, String, String)
        switch act {
        case .name: return nil
        case .merge(let other):
            (what, undone, verb) = ("goes into incident \(other).", "Separating it undoes this.", "merge")
        case .separate:
            (what, undone, verb) = ("is separate again.", "Merging it undoes this.", "separate")
        case .split(let cut):
            (what, undone, verb) = ("loses \(words(cut, context)).", "Merging both undoes this.", "split")
        case .close:
            (what, undone, verb) = (
                "is over; nothing joins it any more.", "Reopening it undoes this.", "close"
            )
        case .reopen:
            (what, undone, verb) = (
                "is open again; new failures join it.", "Closing it undoes this.", "reopen"
            )
        }
        return Danger(
            title: title, what: [which, StyledLine(what)], howLong: StyledLine(undone),
            warnings: [StyledLine("The rule that found it no longer changes it.", .dim)], verb: verb,
            otherwise: "change")
    }

    private func words(_ cut: IncidentCut, _ context: ConsoleContext) -> String {
        switch cut {
        case .from(let moment): "what was charged from \(context.time.moment(moment)) on"
        case .version(let version): "what was bought with version \(version)"
        case .cause(let cause): "what failed for \(cause)"
        }
    }
}
