import Purchases

/// A customer, an ownerless chain or a ticket in a list.
struct CustomerRow: Hashable, Sendable, Identifiable {
    /// What a row leads to.
    enum Subject: Hashable, Sendable {
        /// A customer.
        case customer(AppUserID)
        /// A chain that is nobody's.
        case chain(OriginalTransactionID)
        /// A ticket.
        case ticket(TicketID)

        /// How the list names it.
        var text: String {
            switch self {
            case .customer(let id): id.rawValue
            case .chain(let id): id.rawValue
            case .ticket(let id): "ticket \(id)"
            }
        }

        /// The screen that a row leads to.
        var destination: Route {
            switch self {
            case .customer(let id): .customer(id, asOf: nil)
            case .chain(let id): .chain(id, nil, asOf: nil)
            case .ticket(let id): .ticket(id)
            }
        }
    }

    /// What the row leads to.
    let subject: Subject
    /// What is known of the person.
    let values: CustomerValues
    /// Whether any entitlement holds; nil when not known here.
    let hasAccess: Bool?
    /// What the chain bought last is; nil when there is none or it is not known here.
    var status: ChainStatus?
    /// What was bought, of a chain; nil for a person.
    var product: ProductID?
    /// Which field matched, in words; empty in lists that are not searched.
    var matchedOn = ""
    /// The text that matched.
    var matchedText = ""

    /// Rows are known by what they lead to.
    var id: Subject { subject }
}
