import Persistence
import Purchases

/// The panes of a chain.
enum ChainPane: Int, CaseIterable, Hashable, Sendable {
    /// Its transactions.
    case transactions
    /// Renewal, commission, lapses, history.
    case facts
    /// Whose it is, and who says so.
    case claims
    /// The notifications received.
    case notifications

    /// The pane's name with its number of things.
    func title(_ page: ChainPage) -> String {
        switch self {
        case .transactions: "Transactions \(page.chain.transactions.count)"
        case .facts: "Facts"
        case .claims: "Claims \(page.claims.count)"
        case .notifications: "Notifications \(page.notifications.count)"
        }
    }

    /// The pane that many steps on, round and round.
    func moved(by steps: Int) -> ChainPane {
        let count = ChainPane.allCases.count
        return ChainPane.allCases[((rawValue + steps) % count + count) % count]
    }
}
