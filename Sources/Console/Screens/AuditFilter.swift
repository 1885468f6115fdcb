import Persistence
import Purchases

/// Which entries of the audit log are asked for, as it was typed: `agent:ana action:grant about:u_1042 since:yesterday`.
struct AuditFilter: Hashable, Sendable {
    /// What is wrong with a filter as it was typed.
    struct Problem: Error, Hashable, CustomStringConvertible {
        /// The part that makes no sense.
        let part: String

        /// What is wrong and what to do.
        var description: String { "\(part) filters nothing: use \(AuditFilter.syntax)" }
    }

    /// Everything that can be typed.
    static let syntax =
        "agent:NAME, about:ID or ID alone (ticket:27, grant:5 where unclear), since:yesterday, action: with "
        + actions.joined(separator: ", ")

    /// The kinds of things that an entry may be about, where the name alone is not clear.
    static let kinds = ["customer", "chain", "ticket", "grant", "setting"]
    /// Every action, and before them the words that stand for several.
    static let actionNames: [String] = {
        let names = AuditAction.allCases.map(\.rawValue)
        return actions.filter { !names.contains($0) } + names
    }()

    /// Every action, and the words that stand for several.
    private static let actions: [String] = {
        let names = AuditAction.allCases.map(\.rawValue)
        let groups = names.compactMap { $0.split(separator: ".").first.map(String.init) }
        return Set(groups).sorted()
    }()

    /// Of this agent only.
    private(set) var agent: AgentName?
    /// This action only, or all of its kind.
    private(set) var action: String?
    /// About this only.
    private(set) var about: String?
    /// Since this moment only.
    private(set) var since: Instant?
    /// The filter as it is typed; empty when it lets everything through.
    private(set) var text = ""

    /// Every entry.
    init() {}

    /// Reads what was typed at `now`; a bare word is what the entries are about.
    init(_ typed: String, at now: Instant) throws(Problem) {
        let parts = typed.split(whereSeparator: \.isWhitespace).map(String.init)
        for part in parts {
            guard take(part, at: now) else { throw Problem(part: part) }
        }
        text = parts.joined(separator: " ")
    }

    private mutating func take(_ part: String, at now: Instant) -> Bool {
        let words = part.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard words.count == 2 else {
            about = part
            return true
        }
        let (key, value) = (words[0].lowercased(), words[1])
        guard !value.isEmpty else { return false }
        switch key {
        case "agent": agent = AgentName(value)
        case "about": about = value
        case "action": return takeAction(value)
        case "since":
            since = TimePhrase(value)?.instant(at: now)
            return since != nil
        case _ where AuditFilter.kinds.contains(key): about = "\(key):\(value)"
        default: return false
        }
        return true
    }

    private mutating func takeAction(_ value: String) -> Bool {
        guard AuditFilter.actions.contains(value) || AuditAction(rawValue: value) != nil else { return false }
        action = value
        return true
    }
}
