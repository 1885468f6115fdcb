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

/// What a search found.
struct SearchFindings: Equatable, Sendable {
    /// The rows.
    let rows: [PersonRow]
    /// What the text was taken for, in words.
    let reading: String
    /// Whether there is more than is shown.
    let isTruncated: Bool
}

/// A page of customers.
struct PeoplePage: Equatable, Sendable {
    /// The rows.
    let rows: [PersonRow]
    /// Where the next page begins; nil at the end.
    let next: PeopleCursor?
    /// How many there are, capped, for example `312` or `10 000+`; nil when not counted.
    let total: String?
}

/// Where a page of customers begins.
struct PeopleCursor: Hashable, Sendable {
    /// The store's own word for the place.
    let text: String
}
