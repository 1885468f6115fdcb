internal import GRDB
public import Purchases

extension Store {
    /// A page of the customers that pass a filter, in the order in which they came to the store.
    ///
    /// Errors: usage for an `after` that no page gave.
    public func customers(
        _ filter: CustomerFilter = CustomerFilter(), after: String? = nil, limit: Int = 50, at now: Instant
    ) throws -> CustomerListPage {
        guard let cursor = Int64(after ?? "0") else {
            throw StoreError(.usage, "\(after ?? "") is no cursor", remedy: "take it from the page before")
        }
        return try read { db in
            try CustomerListQuery(filter: filter, instant: now, db: db).page(after: cursor, limit: limit)
        }
    }
}
