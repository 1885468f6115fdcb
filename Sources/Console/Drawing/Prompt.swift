import Purchases
import TerminalCore
import Widgets
import Wording

/// A question for one line of text, asked at the foot of a screen: for a filter, a moment, the name of a view, or words
/// for marked tickets.
struct Prompt: Hashable, Sendable {
    /// What it is asked for.
    let id: String
    /// What is asked.
    let label: String
    var field: TextField
    /// What is wrong with what was typed; nil when nothing is.
    var problem: String?
    /// The words that can be typed, where it is made of words.
    var words: [FilterWord] = []
    /// Which of the ways to go on is chosen.
    private var choice = 0

    /// What a key led to.
    enum Outcome: Hashable, Sendable {
        /// The text was given.
        case answered(String)
        /// The person wants to go back.
        case cancelled
        /// The question stays open.
        case editing
    }

    init(
        _ id: String, _ label: String, text: String = "", placeholder: String, words: [FilterWord] = []
    ) {
        (self.id, self.label, self.words) = (id, label, words)
        // A filter that is changed is continued after a blank.
        let start = text.isEmpty || words.isEmpty ? text : text + " "
        field = TextField(start, placeholder: placeholder)
    }

    /// Takes any key: Enter answers, Escape leaves, Tab and the arrow behind the text complete, the arrows up and down
    /// choose with what, everything else edits.
    mutating func handle(_ key: Key) -> Outcome {
        let completion = completion
        switch key {
        case .enter: return .answered(field.text)
        case .escape: return .cancelled
        case .tab where !words.isEmpty, .right where completion != nil: complete(completion)
        case .down where completion != nil: choose(1, of: completion)
        case .up where completion != nil: choose(-1, of: completion)
        default:
            guard field.handle(key) else {
                problem = "\(key.label) does nothing here: Enter goes on, Esc leaves"
                break
            }
            (problem, choice) = (field.fullness, 0)
        }
        return .editing
    }

    /// The ways to go on from the end of the text; nil where there are none, or the cursor is elsewhere.
    private var completion: Completion? {
        guard !words.isEmpty, !field.isWhole, field.cursor == field.text.count else { return nil }
        let completion = Completion(of: field.text, among: words)
        return completion.choices.isEmpty ? nil : completion
    }

    private mutating func complete(_ completion: Completion?) {
        guard let completion, completion.choices.indices.contains(choice) else { return }
        field.set(completion.text(taking: completion.choices[choice]))
        (problem, choice) = (nil, 0)
    }

    private mutating func choose(_ step: Int, of completion: Completion?) {
        guard let count = completion?.choices.count else { return }
        (problem, choice) = (nil, (choice + step + count) % count)
    }

    /// Takes a pasted text.
    mutating func paste(_ text: String) {
        field.paste(text)
        problem = field.fullness
    }

    /// Draws the question over the last rows of the region.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let problem = problem.map {
            StyledLine("\(canvas.glyphs.bad) \($0)", .error).wrapped(to: canvas.size.columns - 2, indent: 2)
        }
        let rows = min(2 + (problem?.count ?? 1), canvas.size.rows)
        let room = Rectangle(
            column: 0, row: canvas.size.rows - rows, columns: canvas.size.columns, rows: rows)
        canvas.within(room) { box in
            box.fill(style: theme.style(.dialog))
            box.drawRule(row: 0, theme: theme, .focusedBorder)
            let used = box.draw(
                "\(label) ", at: Position(column: 1, row: 1), theme: theme, .fieldLabel,
                limit: box.size.columns / 2)
            let field = Rectangle(
                column: used + 1, row: 1, columns: box.size.columns - used - 2, rows: 1)
            box.within(field) { self.field.draw(in: &$0, theme: theme, isFocused: true) }
            if let problem {
                _ = box.draw(problem, from: 2, until: rows, theme: theme)
            } else if let completion {
                let columns = box.size.columns - 2
                let keys = StyledLine("  Tab takes it", .dim)
                let line = completion.line(
                    choosing: choice, columns: columns - keys.columns, glyphs: box.glyphs)
                box.draw(line, at: Position(column: 1, row: 2), theme: theme, limit: columns)
                if line.columns + keys.columns <= columns {
                    box.draw(keys, at: Position(column: 1 + line.columns, row: 2), theme: theme)
                }
            } else {
                box.draw("Enter goes on, Esc leaves", at: Position(column: 1, row: 2), theme: theme, .dim)
            }
        }
    }
}

/// The moment that a page shows when it is not the present one, and the question for it. A customer's and a chain's
/// page have it.
struct AsOf: Hashable, Sendable {
    /// The moment; nil for the present.
    var instant: Instant?
    /// The question, while it is asked.
    var prompt: Prompt?

    /// Shows the present, or a moment.
    init(_ instant: Instant? = nil) {
        self.instant = instant
    }

    /// Asks for the moment.
    mutating func ask() {
        prompt = Prompt(
            "asOf", "As of", text: instant.map(AsOf.typed) ?? "",
            placeholder: "yesterday, 1 May, 2021-08-10; empty for now")
    }

    /// Takes a key while the question is asked: true when the moment changed, nil when no question is asked.
    mutating func handle(_ key: Key, at now: Instant) -> Bool? {
        guard var asked = prompt else { return nil }
        let outcome = asked.handle(key)
        prompt = asked
        switch outcome {
        case .editing: return false
        case .cancelled:
            prompt = nil
            return false
        case .answered(let text): return answer(text, at: now)
        }
    }

    /// Takes a pasted text while the question is asked.
    mutating func paste(_ text: String) -> Bool {
        guard prompt != nil else { return false }
        prompt?.paste(text)
        return true
    }

    /// What stands in the head of a page that shows another moment.
    func banner(_ time: TimeText) -> StyledLine? {
        instant.map { [TextSpan(" AS OF \(time.moment($0)) UTC ", .readOnlyBanner)] }
    }

    private mutating func answer(_ text: String, at now: Instant) -> Bool {
        let typed = text.filter { !$0.isWhitespace }.lowercased()
        if typed.isEmpty || typed == "now" {
            (instant, prompt) = (nil, nil)
            return true
        }
        guard let phrase = TimePhrase(text) else {
            prompt?.problem = "Type a day or a moment as \(TimePhrase.examples)"
            return false
        }
        (instant, prompt) = (phrase.instant(at: now), nil)
        return true
    }

    private static func typed(_ instant: Instant) -> String {
        let text = instant.description
        return text.hasSuffix("T00:00:00Z") ? TimeText.date(instant) : text
    }
}
