/// A page of customers.
struct PeoplePage: Equatable, Sendable {
    /// The rows.
    let rows: [PersonRow]
    /// Where the next page begins; nil at the end.
    let next: PeopleCursor?
    /// How many there are, capped, for example `312` or `10 000+`; nil when not counted.
    let total: String?
}
