/// Where a page of customers begins.
struct CustomersCursor: Hashable, Sendable {
    /// The store's own word for the place.
    let text: String
}
