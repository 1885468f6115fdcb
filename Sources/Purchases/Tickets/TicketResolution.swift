/// How a ticket ended.
public enum TicketResolution: String, Hashable, Codable, Sendable, CaseIterable {
    /// The customer got what was paid for.
    case delivered
    /// A grant made it good.
    case madeGood = "made_good"
    /// A lost consumable was credited in the app's own system.
    case credited
    /// Apple gave the money back.
    case refunded
    /// The customer bought the same product soon after.
    case superseded
    /// It is the same charge as another ticket.
    case duplicate
    /// It turned out that nobody was charged.
    case notCharged = "not_charged"
    /// A lead decided that it ends here.
    case writtenOff = "written_off"

    /// The resolution in words.
    public var title: String {
        switch self {
        case .delivered: "delivered"
        case .madeGood: "made good"
        case .credited: "credited in the app"
        case .refunded: "refunded by Apple"
        case .superseded: "superseded by a later purchase"
        case .duplicate: "a duplicate"
        case .notCharged: "not charged"
        case .writtenOff: "written off"
        }
    }

    /// Those that a person may choose; a grant with the ticket makes good, and the rest the rules find themselves.
    public static let choices: [TicketResolution] = [
        .delivered, .credited, .refunded, .duplicate, .notCharged, .writtenOff,
    ]
}
