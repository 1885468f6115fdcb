import Persistence

/// The panes of a ticket.
enum TicketPane: Int, CaseIterable, Hashable, Sendable {
    /// Everything that happened.
    case timeline
    /// The purchase attempts that the app reported.
    case attempts
    /// What agents wrote.
    case notes
    /// The moves between groups.
    case moves
    /// Facts, code and figures at full length.
    case why

    /// The pane's name with its number of things.
    func title(_ page: TicketPage) -> String {
        switch self {
        case .timeline: "Timeline \(page.events.count)"
        case .attempts: "Attempts \(page.attempts.count)"
        case .notes: "Notes \(page.notes.count)"
        case .moves: "Moves \(page.moves.count)"
        case .why: "Why"
        }
    }

    /// The pane that many steps on, round and round.
    func moved(by steps: Int) -> TicketPane {
        let count = TicketPane.allCases.count
        return TicketPane.allCases[((rawValue + steps) % count + count) % count]
    }
}
