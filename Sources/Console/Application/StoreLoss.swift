import Persistence
import Purchases
import TerminalCore
import Widgets
import Wording

/// What a console says when another file took the place of the store that it shows: nothing is read or written any more,
/// and one key opens what stands there now, with everything that was typed.
struct StoreLoss: Equatable, Sendable {
    /// What a key led to.
    enum Outcome: Equatable, Sendable {
        /// What stands there now is to be opened.
        case open
        /// The person looks at what is here first.
        case look
        /// The question stays open.
        case stay
    }

    /// Why it is lost.
    let failure: StoreFailure
    let dialog: Dialog

    /// The question about a loss; whether words are typed that were not sent.
    init(_ failure: StoreFailure, typed: Bool, in context: ConsoleContext) {
        self.failure = failure
        let kept = "What you typed stays in its form: look at it again before you send it."
        dialog = Dialog(
            title: StoreLoss.title(of: failure.error, in: context.options.place),
            lines: [
                StyledLine(
                    "\(Counting.capitalized(ErrorText.console(failure.error, at: context.now).what))."),
                StyledLine("You still see the former store. Nothing is written any more."),
            ] + (typed ? [StyledLine(kept)] : []),
            answers: [.init("open", "open the store that is there now", key: "o")])
    }

    /// Whether an error says that the store is lost to this console.
    static func isMeant(by error: StoreError) -> Bool {
        if case .file(_, .restored) = error { return true }
        return false
    }

    /// What is said once the other store is open.
    static func opened(typed: Bool) -> MessageLine {
        typed
            ? MessageLine(.warning, "Opened again; what you typed is kept: look at it before you send it")
            : MessageLine(.note, "Opened again")
    }

    /// Takes any key.
    func handle(_ key: Key) -> Outcome {
        switch dialog.handle(key) {
        case .answered: .open
        case .cancelled: .look
        case .ignored: .stay
        }
    }

    private static func title(of error: StoreError, in place: String) -> String {
        isMeant(by: error) ? "\(place) was restored" : "\(place) was replaced"
    }
}
