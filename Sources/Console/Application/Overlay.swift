import TerminalCore
import Widgets

/// What lies over all screens and takes every key.
enum Overlay: Equatable, Sendable {
    /// The keys of the place below, or what the message line said so far; beside those of all panels these keys close it.
    case text(TextPanel, closedBy: [Key])
    /// The commands of the place below.
    case palette(Palette)
    /// What can be copied from the screen below.
    case copy(CopyMenu)
    /// Whether typed words may be lost.
    case leaving(Leaving)
    /// The kept views of the list below.
    case views(ViewMenu)
    /// That the store below is no longer the one that stands there.
    case lost(StoreLoss)

    /// Draws it over the body.
    func draw(in canvas: inout Canvas, theme: Theme) {
        switch self {
        case .text(let panel, _): panel.draw(in: &canvas, theme: theme)
        case .palette(let palette): palette.draw(in: &canvas, theme: theme)
        case .copy(let menu): menu.draw(in: &canvas, theme: theme)
        case .leaving(let question): question.dialog.draw(in: &canvas, theme: theme)
        case .views(let menu): menu.draw(in: &canvas, theme: theme)
        case .lost(let loss): loss.dialog.draw(in: &canvas, theme: theme)
        }
    }
}

/// The menu of what can be copied: a key for each, or arrows and Enter.
struct CopyMenu: Hashable, Sendable {
    /// What a key led to.
    enum Outcome: Hashable, Sendable {
        case open
        /// This is to be copied.
        case chosen(CopyItem)
        /// The person wants to go back.
        case cancelled
    }

    /// What can be copied.
    let items: [CopyItem]
    private var cursor = ListCursor<Int>()

    /// A menu of things.
    init(_ items: [CopyItem]) {
        self.items = items
        cursor.update(Array(items.indices))
    }

    /// Takes any key.
    mutating func handle(_ key: Key) -> Outcome {
        if let item = items.first(where: { $0.key == key }) { return .chosen(item) }
        switch key {
        case .escape, "q": return .cancelled
        case .enter: return cursor.selectedID.map { .chosen(items[$0]) } ?? .cancelled
        default:
            _ = cursor.handle(key, page: items.count)
            return .open
        }
    }

    /// Draws the menu in the middle, each thing with the beginning of what it says.
    func draw(in canvas: inout Canvas, theme: Theme) {
        let size = Size(
            columns: min(72, canvas.size.columns), rows: min(items.count + 4, canvas.size.rows))
        canvas.within(canvas.bounds.centered(size)) { box in
            box.fill(style: theme.style(.dialog))
            box.drawBox(title: "Copy", trailing: "Esc leaves", theme: theme, .focusedBorder)
            let rows = min(items.count, box.size.rows - 2)
            let first = (box.size.rows - rows) / 2
            let room = Rectangle(column: 1, row: first, columns: box.size.columns - 2, rows: rows)
            box.within(room) { list in
                cursor.draw(in: &list, theme: theme, rowsPerItem: 1, empty: "There is nothing to copy") {
                    [line(items[$0])]
                }
            }
        }
    }

    private func line(_ item: CopyItem) -> StyledLine {
        let head: StyledLine = [TextSpan(item.key.label, .key), TextSpan(" ")]
        let label = CellText.fitted(item.label, to: CopyMenu.labelWidth)
        let text = TextSpan(
            item.refusal.map { "not now: \($0)" } ?? item.line, item.refusal == nil ? .dim : .disabled)
        return head + label + [text]
    }

    private static let labelWidth = 16
}

/// The question before typed words are lost: by leaving a form, or Makegood with a form open.
struct Leaving: Equatable, Sendable {
    /// What a key led to.
    enum Outcome: Equatable, Sendable {
        /// The words may go: the command is done.
        case leave
        /// The form stays.
        case stay
        /// The question stays open.
        case open
    }

    /// What was about to be done.
    let command: CommandID
    let dialog: Dialog

    /// The commands that close a screen, or everything.
    private static let closing: [CommandID] = [.back, .close, .quit]

    /// The question before a command; nil when it loses nothing: neither on the screen in front nor, for what ends the
    /// console, on any other.
    init?(
        before command: CommandID, front: (any Screen)?, all screens: [any Screen], in context: ConsoleContext
    ) {
        guard Leaving.closing.contains(command) else { return nil }
        let endangered = command == .quit ? screens : [front].compactMap { $0 }
        guard endangered.contains(where: \.holdsTypedText) else { return nil }
        self.command = command
        let question =
            command == .quit
            ? "Leave Makegood and lose what you typed?" : "Leave and lose what you typed?"
        dialog = Danger(
            title: "Not sent", what: [StyledLine(question)],
            howLong: StyledLine("What you typed will be lost.", .dim),
            verb: "leave", otherwise: "stay"
        ).dialog(context)
    }

    /// Takes any key.
    func handle(_ key: Key) -> Outcome {
        switch dialog.handle(key) {
        case .answered(let answer): answer == "yes" ? .leave : .stay
        case .cancelled: .stay
        case .ignored: .open
        }
    }
}
