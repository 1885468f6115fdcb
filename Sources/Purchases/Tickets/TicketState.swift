/// How far the work on a ticket is.
public enum TicketState: String, Hashable, Codable, Sendable, CaseIterable {
    /// For the record: nobody was charged and nobody has to act.
    case recorded
    /// The purchase is paid and verification is still tried.
    case retrying
    /// Money is lost and nobody works on it.
    case open
    /// Somebody works on it.
    case claimed
    /// Somebody waits for an answer.
    case waiting
    /// It ended, and the resolution says how.
    case resolved
}
