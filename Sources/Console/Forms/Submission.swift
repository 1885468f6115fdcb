import Purchases
import TerminalCore
import Widgets

/// The way of a form to the store: asked, held back for a moment in which Escape still cancels, sent.
struct Submission: Hashable, Sendable {
    /// How far it is.
    enum Phase: Hashable, Sendable {
        /// The form is filled in.
        case editing
        /// The question is asked.
        case confirming(Dialog)
        /// The question was answered with yes: it will be sent, unless Escape is pressed.
        case holding(Dialog, since: Instant)
        /// It was sent, and the answer is awaited.
        case sending
    }

    /// What a key led to.
    enum Outcome: Hashable, Sendable {
        /// The form gets the key.
        case unused
        /// The key was taken.
        case taken
        /// The person changed their mind.
        case cancelled
    }

    /// How long Escape still cancels after the confirmation where nothing undoes what was sent.
    static let window = TimeLength.seconds(3)

    /// How long it is held back after the confirmation; zero for what can be undone afterwards.
    let window: TimeLength
    /// How far it is.
    private(set) var phase = Phase.editing

    /// The way of a form that is held back for so long.
    init(window: TimeLength = Submission.window) { self.window = window }

    /// Whether the form can be filled in.
    var isEditing: Bool { phase == .editing }

    /// The question that was asked about what is not sent yet; nil when none was.
    var asked: Dialog? {
        switch phase {
        case .confirming(let dialog), .holding(let dialog, _): dialog
        case .editing, .sending: nil
        }
    }

    /// Whether it is held back for a moment in which it can be stopped.
    var isHeldBack: Bool { if case .holding = phase { true } else { false } }

    /// Whether nothing is on its way to the store yet.
    var isUnsent: Bool { phase != .sending }

    /// Asks.
    mutating func confirm(_ dialog: Dialog) { phase = .confirming(dialog) }

    /// Back to the form, for example after a refusal.
    mutating func reopen() { phase = .editing }

    /// Notes that it is on its way.
    mutating func send() { phase = .sending }

    /// Takes any key unless the form is being filled in.
    mutating func handle(_ key: Key, in context: ConsoleContext) -> Outcome {
        switch phase {
        case .editing: return .unused
        case .sending: return key == .escape ? .unused : .taken
        case .holding:
            guard key == .escape || key == .control("c") else { return .taken }
            phase = .editing
            return .cancelled
        case .confirming(let dialog):
            switch dialog.handle(key) {
            case .ignored: break
            case .cancelled: phase = .editing
            case .answered(let answer):
                phase = answer == "yes" ? .holding(dialog, since: context.now) : .editing
            }
            return .taken
        }
    }

    /// Whether the moment to change one's mind has passed; then it counts as sent.
    mutating func isDue(_ context: ConsoleContext) -> Bool {
        guard case .holding(_, let since) = phase, context.now - since >= window else { return false }
        phase = .sending
        return true
    }

    /// Draws the question over the form, or how much time is left.
    func draw(in canvas: inout Canvas, theme: Theme, verb: String, context: ConsoleContext) {
        switch phase {
        case .editing: break
        case .confirming(let dialog): dialog.draw(in: &canvas, theme: theme)
        case .holding(_, let since):
            let left = window - (context.now - since)
            let seconds = max(1, (left.count + 999) / 1000)
            drawNotice("\(verb) in \(seconds) s: Esc cancels", in: &canvas, theme: theme)
        case .sending: drawNotice("Sent; waiting for the store", in: &canvas, theme: theme)
        }
    }

    private func drawNotice(_ text: String, in canvas: inout Canvas, theme: Theme) {
        let columns = min(canvas.size.columns, DisplayText.columns(of: text) + 6)
        let room = canvas.bounds.centered(Size(columns: columns, rows: 3))
        canvas.within(room) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(theme: theme, .focusedBorder)
            box.draw(text, at: Position(column: 3, row: 1), theme: theme, .warning)
            box.placeCursor(at: Position(column: 3, row: 1))
        }
    }
}

/// A screen that sends what was filled in, by way of a question.
protocol Submitting {
    /// How far that is.
    var submission: Submission { get }
}
