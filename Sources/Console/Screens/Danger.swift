import TerminalCore
import Widgets

/// Something that is asked about before it is done: a dialog says of each of them whom it concerns, what is done, for
/// how long, and in which store.
struct Danger: Equatable, Sendable {
    /// What it is called, for example "Make good".
    let title: String
    /// Whom it concerns, and what is done.
    let what: [StyledLine]
    /// For how long, or whether it can be undone.
    let howLong: StyledLine
    /// What should be known before it is done.
    var warnings: [StyledLine] = []
    /// What doing it is called beside its key, for example "grant".
    let verb: String
    /// What not doing it is called, for example "change".
    let otherwise: String

    /// The question, for whoever sits at a console.
    func dialog(_ context: ConsoleContext) -> Dialog {
        Dialog(
            title: "\(title) in \(context.options.place)", lines: what + [howLong] + warnings,
            answers: [.init("yes", verb, key: Dialog.yes), .init("no", otherwise, key: "n")])
    }
}

extension ConsoleOptions {
    /// The store as a question names it.
    var place: String { "\(storeName)\(isPractice ? " (practice)" : "")" }
}
