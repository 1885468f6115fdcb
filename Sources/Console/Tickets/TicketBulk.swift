import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// An act on all marked tickets, one after the other, each as a write of its own.
struct BulkAct: Equatable, Sendable {
    /// What is done to each.
    let act: TicketAct
    /// What is asked before it is done, of so many tickets: `Claim 3 tickets?`.
    let question: String
    /// For how long it stands.
    let howLong: String
    /// The words that are kept with it, shown in the question; nil for none.
    var words: String?

    /// The write for one ticket; an end is written only if the ticket is as it was last seen.
    func write(_ ticket: Ticket) -> StoreRequest.Write {
        if case .resolve = act {
            .act(act, on: ticket.id, version: ticket.version)
        } else {
            .act(act, on: ticket.id)
        }
    }
}

/// An act on marked tickets, from the choice to the last answer. ``TicketsScreen`` keeps it, and gives it keys and
/// answers, below.
struct TicketBulk: Equatable, Sendable {
    /// How far it is.
    enum Stage: Equatable, Sendable {
        /// Which act is asked.
        case choosing
        /// Words for it are asked: how the tickets end, or a note.
        case wording(Prompt)
        /// Whether it is to be done is asked.
        case confirming(BulkAct)
        /// It is being done.
        case running
    }

    /// What a key led to.
    enum Outcome: Equatable, Sendable {
        /// It goes on.
        case open
        /// Nothing is to be done.
        case cancelled
        /// This is to be done.
        case confirmed(BulkAct)
    }

    /// How far it is.
    private(set) var stage = Stage.choosing
    private let count: Int
    private let role: Role
    /// Those to whom tickets can be handed, as far as they are known.
    var agents: [AgentName]
    /// The tickets whose answers have not come.
    private var open: Set<TicketID> = []
    /// The tickets to which it was done.
    private(set) var done: Set<TicketID> = []
    /// How many of these a lead is asked about.
    private var asked = 0
    private var failures: [String] = []

    /// An act on so many tickets, by somebody of a role.
    init(on count: Int, role: Role, agents: [AgentName] = []) {
        (self.count, self.role, self.agents) = (count, role, agents)
    }

    /// Takes a key until it is being done; then keys are the list's again.
    mutating func handle(_ key: Key, in context: ConsoleContext) -> Outcome {
        switch stage {
        case .choosing: return choose(key)
        case .wording(var prompt):
            let outcome = prompt.handle(key)
            stage = .wording(prompt)
            switch outcome {
            case .editing: return .open
            case .cancelled: return .cancelled
            case .answered(let text): return word(text, for: prompt)
            }
        case .confirming(let act):
            switch danger(act).dialog(context).handle(key) {
            case .answered("yes"): return .confirmed(act)
            case .answered, .cancelled: stage = .choosing
            case .ignored: break
            }
            return .open
        case .running: return .open
        }
    }

    /// Takes a pasted text where words are asked for.
    mutating func paste(_ text: String) {
        guard case .wording(var prompt) = stage else { return }
        prompt.paste(text)
        stage = .wording(prompt)
    }

    /// Begins: from now on answers come.
    mutating func begin(_ tickets: [Ticket]) { (stage, open) = (.running, Set(tickets.map(\.id))) }

    /// Takes an answer; whether it was the last one.
    mutating func take(_ answer: Answer, of ticket: TicketID, in context: ConsoleContext) -> Bool {
        guard open.remove(ticket) != nil else { return false }
        if case .failed(let failure) = answer {
            failures.append("ticket \(ticket): \(failure.text(context))")
        } else {
            done.insert(ticket)
            if case .filed = answer { asked += 1 }
        }
        return open.isEmpty
    }

    /// Whether a ticket's answer is awaited.
    func awaits(_ ticket: TicketID) -> Bool { open.contains(ticket) }

    /// What came of it: how many were done, and why others were not.
    var news: MessageLine {
        let leads = asked == 0 ? "" : ", \(asked) asked of a lead"
        let total = Counting.of(done.count - asked, "ticket done", "tickets done")
        guard !failures.isEmpty else { return MessageLine(.success, total + leads) }
        return MessageLine(
            .warning,
            "\(done.count - asked) done\(leads), \(failures.count) not: \(failures.joined(separator: "; "))")
    }

    private var tickets: String { Counting.of(count, "ticket") }

    private mutating func choose(_ key: Key) -> Outcome {
        switch key {
        case "c":
            stage = .confirming(
                BulkAct(
                    act: .claim, question: "Claim \(tickets)?",
                    howLong: "Until you give them back, or your claims lapse."))
        case "g":
            stage = .confirming(
                BulkAct(
                    act: .release, question: "Give \(tickets) back to their queues?",
                    howLong: "Until somebody claims them."))
        case "r":
            let ends = TicketBulk.ends.map {
                FilterWord(name: $0.rawValue, signs: [FilterWord.alone], explanation: $0.title.lowercased())
            }
            stage = .wording(
                Prompt(
                    "resolve", "Resolve as", placeholder: "delivered, and why in words", words: ends))
        case "a":
            let known = agents.map {
                FilterWord(name: $0.rawValue, signs: [FilterWord.alone], explanation: "may use the store")
            }
            stage = .wording(Prompt("assign", "Hand to", placeholder: "an agent's login", words: known))
        case "n":
            stage = .wording(Prompt("note", "Note", placeholder: "what all of them should know"))
        case .escape, "q", .enter: return .cancelled
        default: break
        }
        return .open
    }

    /// Takes the words for an act: asks whether to do it, or says what is wrong and leaves the prompt open.
    private mutating func word(_ text: String, for prompt: Prompt) -> Outcome {
        var prompt = prompt
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if prompt.id == "assign" {
            guard words.count != 1 else {
                stage = .confirming(
                    BulkAct(
                        act: .assign(to: AgentName(words[0])), question: "Hand \(tickets) to \(words[0])?",
                        howLong: "Until somebody hands them on."))
                return .open
            }
            prompt.problem = "One login, or leave with Esc"
        } else if prompt.id == "note" {
            guard words.isEmpty else {
                let note = words.joined(separator: " ")
                stage = .confirming(
                    BulkAct(
                        act: .note(note), question: "Keep the note on \(tickets)?",
                        howLong: "Notes are kept.", words: note))
                return .open
            }
            prompt.problem = "Write something, or leave with Esc"
        } else if let end = words.first.flatMap(TicketResolution.init(rawValue:)),
            TicketBulk.ends.contains(end)
        {
            let note = words.dropFirst().joined(separator: " ")
            if end == .writtenOff, !role.may(.writeOff) {
                prompt.problem = "Only a lead writes losses off"
            } else if end == .writtenOff, note.isEmpty {
                prompt.problem = "“\(end.title)” needs words: why"
            } else {
                let words = note.isEmpty ? nil : note
                stage = .confirming(
                    BulkAct(
                        act: .resolve(TicketEnd(end, note: FreeText(words))),
                        question: "Resolve \(tickets) as \(end.title.lowercased())?",
                        howLong: "Until somebody reopens them.", words: words))
                return .open
            }
        } else {
            prompt.problem = prompt.words.complaint(about: words.first ?? "Nothing")
        }
        stage = .wording(prompt)
        return .open
    }

    /// The ends that many can have alike: how many were credited, and of what it is a duplicate, is each ticket's own.
    private static let ends = TicketResolution.choices.filter { ![.credited, .duplicate].contains($0) }

    /// The keys of the acts, with what each does.
    private static let choices: [(key: Key, words: String)] = [
        ("c", "claim"), ("g", "give back"), ("a", "hand over"), ("r", "resolve"), ("n", "note"),
        ("m", "make good (leads)"),
    ]

    private func danger(_ act: BulkAct) -> Danger {
        Danger(
            title: "Act on marked tickets",
            what: [StyledLine(act.question, .strong)] + (act.words.map { [StyledLine($0)] } ?? []),
            howLong: StyledLine(act.howLong),
            verb: "do it", otherwise: "leave them")
    }

    /// Draws the choice, the question or the prompt.
    func draw(in canvas: inout Canvas, theme: Theme, context: ConsoleContext) {
        switch stage {
        case .choosing:
            canvas.hideCursor()
            drawChoices(in: &canvas, theme: theme)
        case .wording(let prompt): prompt.draw(in: &canvas, theme: theme)
        case .confirming(let act):
            canvas.hideCursor()
            danger(act).dialog(context).draw(in: &canvas, theme: theme)
        case .running: break
        }
    }

    private func drawChoices(in canvas: inout Canvas, theme: Theme) {
        let lines = TicketBulk.choices.map { choice -> StyledLine in
            [TextSpan(choice.key.label, .key), TextSpan(" \(choice.words)")]
        }
        let size = Size(columns: min(44, canvas.size.columns), rows: min(lines.count + 2, canvas.size.rows))
        canvas.within(canvas.bounds.centered(size)) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(
                title: StyledLine(Counting.of(count, "marked ticket")), trailing: "Esc leaves", theme: theme,
                .focusedBorder)
            for (row, line) in lines.prefix(max(0, box.size.rows - 2)).enumerated() {
                box.draw(line, at: Position(column: 3, row: row + 1), theme: theme, over: .dialog)
            }
            box.placeCursor(at: Position(column: 3, row: 1))
        }
    }
}

extension TicketsScreen {
    /// What can be done with marks.
    static let markingMany: Commands = Binding.section(
        "Marks",
        [
            marking("Mark the selected ticket, or take its mark away", footer: 11),
            markingAll("Mark all tickets loaded so far"),
            Binding(
                "mark.act",
                "Act on the marked tickets: claim, give back, hand over, resolve, note, make good",
                keys: ["A"],
                label: "act",
                unless: { screen, context in
                    context.ticketRefusal ?? (screen.marks.isEmpty ? "no ticket is marked: Space marks" : nil)
                }
            ) { screen, context in
                screen.bulk = TicketBulk(
                    on: screen.marks.rows.count, role: context.role, agents: screen.names.agents)
                return [.ask(.read(FilterNamesQuery(), at: context.now))]
            },
        ])

    /// Takes a key while an act on the marked tickets is asked for; nil when none is.
    mutating func actKey(_ key: Key, in context: ConsoleContext) -> [Effect]? {
        guard var asked = bulk, asked.stage != .running else { return nil }
        if asked.stage == .choosing, key == "m" {
            if let refusal = context.bulkRefusal {
                return [.say(MessageLine(.warning, "Not done: \(refusal)"))]
            }
            bulk = nil
            return [.open(.batchPreview(.tickets(marks.rows.map(\.id))))]
        }
        let outcome = asked.handle(key, in: context)
        bulk = asked
        switch outcome {
        case .open: return []
        case .cancelled:
            bulk = nil
            return []
        case .confirmed(let act):
            bulk?.begin(marks.rows)
            return marks.rows.map { .ask(.write(act.write($0), at: context.now)) }
        }
    }

    /// Takes the answer to one of the writes of an act; nil when it is none of them.
    mutating func actAnswer(
        _ answer: Answer, to request: StoreRequest, in context: ConsoleContext
    ) -> [Effect]? {
        guard case .write = request, let ticket = request.ticket, bulk?.awaits(ticket) == true else {
            return nil
        }
        guard bulk?.take(answer, of: ticket, in: context) == true, let ended = bulk else { return [] }
        marks.remove(ended.done)
        bulk = nil
        return load(context) + [.say(ended.news)]
    }
}
