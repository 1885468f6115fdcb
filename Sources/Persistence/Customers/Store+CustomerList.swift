internal import GRDB
public import Purchases

extension Store {
    /// A page of the customers that pass a filter, in the order in which they came to the store.
    ///
    /// Errors: usage for an `after` that no page gave.
    public func customers(
        _ filter: CustomerFilter = CustomerFilter(), after: String? = nil, limit: Int = 50, at now: Instant
    ) throws -> CustomerListPage {
        let cursor = try after.map(CustomerCursor.init(text:))
        return try read { db in
            try CustomerListQuery(filter: filter, instant: now, db: db).page(after: cursor, limit: limit)
        }
    }
}
