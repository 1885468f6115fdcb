import Widgets

/// Why the store did not do what it was asked.
struct StoreFailure: Equatable, Sendable {
    /// What happened and what to do, in words.
    let text: String
    /// Whether rules refused it; nothing is broken then.
    let isRefusal: Bool
    /// Whether somebody else was faster.
    var isConflict = false

    /// What somebody else did first, and that therefore nothing was done.
    func tooLate(_ nothing: String, _ context: ConsoleContext) -> MessageLine {
        let what = context.time.humanized(text)
        return MessageLine(.warning, "\(what.prefix(1).uppercased())\(what.dropFirst()): \(nothing)")
    }
}
