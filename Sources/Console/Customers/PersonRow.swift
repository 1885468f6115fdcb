import Purchases

/// A customer or an ownerless chain in a list.
struct PersonRow: Hashable, Sendable, Identifiable {
    /// What a row leads to.
    enum Subject: Hashable, Sendable {
        /// A customer.
        case customer(AppUserID)
        /// A chain that is nobody's.
        case chain(OriginalTransactionID)
    }

    /// What the row leads to.
    let subject: Subject
    /// What is known of the person.
    let values: CustomerValues
    /// Whether any entitlement holds; nil when not known here.
    let hasAccess: Bool?
    /// What the chain bought last is; nil when there is none or it is not known here.
    var status: ChainStatus?
    /// Which field matched, in words; empty in lists that are not searched.
    var matchedOn = ""
    /// The text that matched.
    var matchedText = ""

    /// Rows are known by what they lead to.
    var id: Subject { subject }
}
