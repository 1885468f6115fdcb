/// Which tickets a list shows, as it is typed: `group:3 age>2d cause:21005 agent:none`.
public struct TicketFilter: Hashable, Sendable {
    /// Who works on a ticket.
    public enum Holder: Hashable, Sendable {
        /// Nobody.
        case nobody
        /// An agent.
        case agent(AgentName)
    }

    /// The group; any when nil.
    public var group: ErrorGroup?
    /// The state; any when nil.
    public var state: TicketState?
    /// Whether only tickets that are still in a queue are shown.
    public var isUnresolvedOnly = false
    /// How it ended; any when nil.
    public var resolution: TicketResolution?
    /// The cause; any when nil.
    public var cause: TicketCause?
    /// The product; any when nil.
    public var product: ProductID?
    /// The customer; any when nil.
    public var customer: AppUserID?
    /// The app's version; any when nil.
    public var appVersion: String?
    /// Who works on it; anybody when nil.
    public var holder: Holder?
    /// Only tickets that wait longer.
    public var olderThan: TimeLength?
    /// Only tickets that wait less long.
    public var youngerThan: TimeLength?
    /// Only tickets that wait since this moment or later.
    public var since: Instant?
    /// Only tickets that waited before this moment.
    public var until: Instant?
    /// Only tickets whose open transaction blocks buying again, or only others.
    public var blocksRepurchase: Bool?
    /// Only tickets after whose make-good the money or the goods came after all.
    public var isAftermathOnly = false

    /// Every ticket.
    public init() {}
}

extension TicketFilter {
    /// What is wrong with a filter as it was typed.
    public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The part that makes no sense.
        public let part: String

        /// What is wrong and what to do.
        public var description: String {
            "\(part) filters nothing: use \(TicketFilter.syntax)"
        }
    }

    /// Everything that can be typed.
    public static let syntax =
        "group:1|2|3, state:S, cause:C, product:P, customer:U, version:V, agent:NAME|none, age>2d, age<6h, "
        + "since:3d-ago, until:2021-08-11, "
        + "blocks:yes|no, resolution:R, after:made_good"

    /// Reads a filter as it is typed at `now`, parts separated by blanks; an empty one shows every ticket.
    ///
    /// - Throws: ``Problem`` for the first part that makes no sense.
    public init(parsing text: String, at now: Instant) throws(Problem) {
        self.init()
        for part in text.split(whereSeparator: \.isWhitespace) { try take(String(part), at: now) }
    }

    private mutating func take(_ part: String, at now: Instant) throws(Problem) {
        guard let mark = part.firstIndex(where: { ":<>".contains($0) }) else { throw Problem(part: part) }
        let (key, value) = (part[..<mark].lowercased(), String(part[part.index(after: mark)...]))
        guard !value.isEmpty else { throw Problem(part: part) }
        if key == "age", part[mark] != ":" {
            guard let age = TicketFilter.age(value) else { throw Problem(part: part) }
            if part[mark] == ">" { olderThan = age } else { youngerThan = age }
            return
        }
        guard part[mark] == ":", takeWord(key, value: value, at: now) else { throw Problem(part: part) }
    }

    private mutating func takeWord(_ key: String, value: String, at now: Instant) -> Bool {
        switch key {
        case "group":
            group = Int(value).flatMap(ErrorGroup.init)
            return group != nil
        case "state": return takeState(value)
        case "resolution":
            resolution = TicketResolution(rawValue: value)
            return resolution != nil
        case "blocks": return takeBlocks(value)
        case "since":
            since = TimePhrase(value)?.instant(at: now)
            return since != nil
        case "until":
            until = TimePhrase(value)?.instant(at: now)
            return until != nil
        case "after":
            isAftermathOnly = value == TicketResolution.madeGood.rawValue
            return isAftermathOnly
        default: return takeName(key, value: value)
        }
    }

    private mutating func takeName(_ key: String, value: String) -> Bool {
        switch key {
        case "cause": cause = TicketCause(value)
        case "product": product = ProductID(value)
        case "customer": customer = AppUserID(value)
        case "version": appVersion = value
        case "agent": holder = value == "none" ? .nobody : .agent(AgentName(value))
        default: return false
        }
        return true
    }

    private mutating func takeState(_ value: String) -> Bool {
        isUnresolvedOnly = value == "unresolved"
        state = TicketState(rawValue: value)
        return isUnresolvedOnly || state != nil
    }

    private mutating func takeBlocks(_ value: String) -> Bool {
        guard value == "yes" || value == "no" else { return false }
        blocksRepurchase = value == "yes"
        return true
    }

    /// Reads an age such as `90m`, `6h`, `2d` or `3w`; nil for anything else.
    private static func age(_ text: String) -> TimeLength? {
        guard let unit = text.last, let count = Int64(text.dropLast()), (0...100_000).contains(count) else {
            return nil
        }
        switch unit {
        case "m": return .seconds(count * 60)
        case "h": return .hours(count)
        case "d": return .days(count)
        case "w": return .days(count * 7)
        default: return nil
        }
    }
}
