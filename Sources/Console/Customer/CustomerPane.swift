import Persistence
import Purchases

/// The panes of a customer.
enum CustomerPane: Int, CaseIterable, Hashable, Sendable {
    /// The customer's chains.
    case chains
    /// The failed purchases.
    case tickets
    /// The make-goods.
    case grants
    /// What agents wrote.
    case notes
    /// Everything that happened.
    case timeline
    /// The whole walk to every verdict.
    case why

    /// The pane's name with its number of things.
    func title(_ page: CustomerPage) -> String {
        switch self {
        case .chains: "Chains \(page.chains.count)"
        case .tickets: "Tickets \(page.tickets.count)"
        case .grants: "Grants \(page.grants.count)"
        case .notes: "Notes \(page.notes.count)"
        case .timeline: "Timeline \(page.events.count)"
        case .why: "Why"
        }
    }

    /// The pane that many steps on, round and round.
    func moved(by steps: Int) -> CustomerPane {
        let count = CustomerPane.allCases.count
        return CustomerPane.allCases[((rawValue + steps) % count + count) % count]
    }
}
