import TerminalCore
import Widgets

/// Keys that were typed before the page or the next screen was there that they were meant for.
///
/// `ConsoleState` keeps them and gives them on when it comes. Where it does not come they are dropped with a message,
/// and never become keys of another screen.
struct TypeAhead: Equatable, Sendable {
    /// The screen on which they were typed.
    let layer: Int
    /// What they wait for.
    let awaited: Awaited
    /// What was said when the first of them was typed; nil for nothing.
    let said: MessageLine?
    /// The keys, oldest first.
    private(set) var keys: [Key] = []

    /// So many keys wait: nobody types further without looking.
    private static let most = 64

    /// Keeps a key; false when there are too many.
    mutating func keep(_ key: Key) -> Bool {
        guard keys.count < TypeAhead.most else { return false }
        keys.append(key)
        return true
    }

    /// What is said while they wait.
    var waiting: MessageLine {
        let until = awaited == .page ? "until the page is read" : "until it is done"
        let words = "\(Self.words(keys)) waits \(until)"
        return MessageLine(said?.kind ?? .note, said.map { "\($0.text). \(words)" } ?? words)
    }

    /// What is said of keys that were dropped, before whatever else is to be said.
    static func dropped(_ keys: [Key], before message: MessageLine?) -> MessageLine {
        let dropped = "Typed too early, not done: \(words(keys))"
        guard let message else { return MessageLine(.warning, dropped) }
        return MessageLine(message.kind == .error ? .error : .warning, "\(message.text) (\(dropped))")
    }

    /// The keys as people read them; of many only how many they are.
    private static func words(_ keys: [Key]) -> String {
        keys.count > 8 ? "\(keys.count) keys" : keys.map(\.label).joined(separator: " ")
    }
}

extension CommandID {
    /// Sends a form.
    static let submit: CommandID = "form.submit"
    /// All keys of a place.
    static let help: CommandID = "help"
    /// Stops for a while.
    static let suspend: CommandID = "suspend"

    /// What means the same wherever it is typed, and is never kept waiting.
    static let everywhereTheSame = Set(
        ConsoleTab.allCases.map(\.command) + [.help, .suspend, .quit, .takeBack])
}

extension StoreRequest {
    /// Whether another screen takes the place of the one that asked, once it is done.
    var leadsOn: Bool { if case .write(.claimNext, _) = self { true } else { false } }
}
