import GRDB
import Purchases

/// Reads everything that a customer's access depends on.
enum CustomerFactsReading {
    /// The facts of a customer; nil when there is no customer of that name.
    static func facts(_ id: AppUserID, _ db: Database) throws -> CustomerFacts? {
        guard let row = try CustomerTable.find(id, db) else { return nil }
        let chains = try StoredChain.all(ofCustomer: row.rowID, db).map(\.chain)
        return CustomerFacts(
            customer: row.customer, chains: chains, grants: try GrantTable.all(of: id, db),
            owed: try OwedPurchases.all(ofCustomer: row.rowID, db))
    }
}
