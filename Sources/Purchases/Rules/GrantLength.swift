/// How long a grant is to last.
public enum GrantLength: Hashable, Sendable, CustomStringConvertible {
    /// Days or calendar months.
    case period(CalendarPeriod)
    /// For ever.
    case lifetime
    /// As long as what the ticket's customer lost, without end for a product without end.
    case lost

    /// The lengths offered by name, in order.
    public static let presets = ["3d", "7d", "14d", "1m", "3m", "6m", "1y", "lifetime", "lost"]

    /// Reads a preset's name or an ISO 8601 duration; nil for anything else.
    public init?(_ text: String) {
        switch text {
        case "lifetime": self = .lifetime
        case "lost": self = .lost
        default:
            let isPreset = GrantLength.presets.contains(text)
            guard let period = CalendarPeriod(isPreset ? "P" + text.uppercased() : text) else { return nil }
            self = .period(period)
        }
    }

    /// The length as it is written.
    public var description: String {
        switch self {
        case .period(let period): period.description
        case .lifetime: "lifetime"
        case .lost: "lost"
        }
    }
}
