internal import GRDB
public import Purchases

extension Store {
    /// Finds customers and chains by anything that names them: ids, orders, tokens, addresses, names, parts of these.
    ///
    /// An empty query finds nothing.
    public func search(_ query: String, limit: Int = 50, at now: Instant) throws -> SearchResults {
        try read { db in
            var search = Search(query, limit: limit, at: now, db)
            return try search.run()
        }
    }
}
