import TerminalCore
import Widgets

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

    /// The commands that close a screen, or everything.
    private static let closing: [CommandID] = [.back, .close, .quit]

    /// The question before a command; nil when it loses nothing: neither on the screen in front nor, for what ends the
    /// console, on any other.
    init?(before command: CommandID, front: (any Screen)?, all screens: [any Screen]) {
        guard Leaving.closing.contains(command) else { return nil }
        let endangered = command == .quit ? screens : [front].compactMap { $0 }
        guard endangered.contains(where: \.holdsTypedText) else { return nil }
        self.command = command
    }

    /// The question itself; Enter answers nothing.
    var dialog: Dialog {
        let question =
            command == .quit
            ? "Leave Makegood and lose what you typed?" : "Leave and lose what you typed?"
        return Dialog(
            title: "Not sent yet", lines: [StyledLine(question)],
            answers: [.init("leave", "leave", key: "y"), .init("stay", "stay", key: "n")])
    }

    /// Takes any key; whoever pressed `^C` to leave Makegood and presses it again means it.
    func handle(_ key: Key) -> Outcome {
        if key == .control("c"), command == .quit { return .leave }
        return switch dialog.handle(key) {
        case .answered(let answer): answer == "leave" ? .leave : .stay
        case .cancelled: .stay
        case .ignored: .open
        }
    }
}
