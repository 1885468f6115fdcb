/// A page of customers.
struct CustomersPage: Equatable, Sendable {
    /// The rows.
    let rows: [CustomerRow]
    /// Where the next page begins; nil at the end.
    let next: CustomersCursor?
    /// How many there are, capped, for example `312` or `10 000+`; nil when not counted.
    let total: String?
    /// How many chains are nobody's and how they are shown, in words; nil when none are, and on further pages.
    var ofNobody: String?

    /// This page after another: only the first one counts.
    func continuing(_ before: CustomersPage?) -> CustomersPage {
        CustomersPage(rows: rows, next: next, total: total ?? before?.total, ofNobody: before?.ofNobody)
    }
}
