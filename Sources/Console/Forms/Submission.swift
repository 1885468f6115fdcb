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
        /// It will be sent, unless Escape is pressed.
        case holding(since: Instant)
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

    /// How long Escape still cancels after the confirmation.
    static let window = TimeLength.seconds(3)

    /// How far it is.
    private(set) var phase = Phase.editing

    /// Whether the form can be filled in.
    var isEditing: Bool { phase == .editing }

    /// Whether nothing is on its way to the store yet.
    var isUnsent: Bool { phase != .sending }

    /// Asks.
    mutating func confirm(_ dialog: Dialog) { phase = .confirming(dialog) }

    /// Back to the form, for example after a refusal.
    mutating func reopen() { phase = .editing }

    /// Notes that it is on its way.
    mutating func send() { phase = .sending }

    /// Takes any key unless the form is being filled in.
    mutating func handle(_ key: Key, _ context: ConsoleContext) -> Outcome {
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
            case .answered(let answer): phase = answer == "yes" ? .holding(since: context.now) : .editing
            }
            return .taken
        }
    }

    /// Whether the moment to change one's mind has passed; then it counts as sent.
    mutating func isDue(_ context: ConsoleContext) -> Bool {
        guard case .holding(let since) = phase, context.now - since >= Submission.window else { return false }
        phase = .sending
        return true
    }

    /// Draws the question over the form, or how much time is left.
    func draw(in canvas: inout Canvas, theme: Theme, verb: String, _ context: ConsoleContext) {
        switch phase {
        case .editing: break
        case .confirming(let dialog): dialog.draw(in: &canvas, theme: theme)
        case .holding(let since):
            let left = Submission.window - (context.now - since)
            let seconds = max(1, (left.count + 999) / 1000)
            drawNotice("\(verb) in \(seconds) s: Esc cancels", in: &canvas, theme)
        case .sending: drawNotice("Sent; waiting for the store", in: &canvas, theme)
        }
    }

    private func drawNotice(_ text: String, in canvas: inout Canvas, _ theme: Theme) {
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

/// Draws a form below its title, and lines about what it would do below that.
struct FormView {
    /// What it does.
    let title: StyledLine
    /// The fields.
    let form: Form
    /// What it would do.
    let lines: [StyledLine]

    /// Draws everything; where there is no room the lines give way.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = canvas.size
        canvas.draw(title, at: Position(column: 1, row: 0), theme: theme, limit: size.columns - 2)
        let first = size.rows >= 14 ? 2 : 1
        let rows = min(form.rows, size.rows - first)
        canvas.within(Rectangle(column: 1, row: first, columns: size.columns - 2, rows: rows)) {
            form.draw(in: &$0, theme: theme)
        }
        let below = first + rows + (size.rows >= 14 ? 1 : 0)
        let wrapped = lines.flatMap { $0.wrapped(to: size.columns - 4, indent: 2) }
        _ = canvas.draw(wrapped, from: below, until: size.rows, theme: theme, column: 2)
    }
}

/// A screen whose fields are filled in and sent.
protocol SubmittedScreen: Screen {
    /// Why it cannot be sent now; nil when it can.
    func submitRefusal(_ context: ConsoleContext) -> String?

    /// Sends it, asks first, or says beside the fields what is wrong.
    mutating func submit(_ context: ConsoleContext) -> [Effect]
}

extension SubmittedScreen {
    var isTyping: Bool { true }

    func commands(_ context: ConsoleContext) -> Commands { Self.formCommands }

    /// What can be done with every form.
    static var formCommands: Commands {
        Binding.section(
            "Form",
            [
                Binding(
                    "form.submit", "Send the form; a question follows", keys: [.control("s")], label: "send",
                    footer: 1, unless: { $0.submitRefusal($1) }
                ) { $0.submit($1) },
                Binding(
                    "form.next", "Next field, field before", keys: [.tab, .backtab, .down, .up],
                    label: "field", footer: 2
                ) { $0.handle(.tab, $1) ?? [] },
                Binding(
                    "form.choose", "Choose in a field of choices", keys: [.right, .left], label: "choose",
                    footer: 3
                ) { $0.handle(.right, $1) ?? [] },
                Binding(
                    "back", "Leave the form; nothing is sent", keys: [.escape], label: "leave", footer: 4
                ) { _, _ in [.close] },
            ])
    }
}
