/// The three groups of failed purchases.
///
/// Source: the error groups of the commission; Kirillov's three criteria (charged, extended, finished).
public enum ErrorGroup: Int, Hashable, Codable, Comparable, Sendable, CaseIterable {
    /// No payment: nobody lost money.
    case notCharged = 1
    /// Paid, not delivered yet: verification is retried a limited number of times.
    case undelivered = 2
    /// Loss of funds: the money is taken and nothing will be delivered by itself.
    case lossOfFunds = 3

    /// The group in words.
    public var title: String {
        switch self {
        case .notCharged: "No payment"
        case .undelivered: "Paid, not delivered yet"
        case .lossOfFunds: "Loss of funds"
        }
    }

    /// The state of a ticket of this group that nobody works on.
    public var initialState: TicketState {
        switch self {
        case .notCharged: .recorded
        case .undelivered: .retrying
        case .lossOfFunds: .open
        }
    }

    /// Orders groups, the worst last.
    public static func < (left: ErrorGroup, right: ErrorGroup) -> Bool { left.rawValue < right.rawValue }
}
