import Purchases

/// Reads everything that a customer's access depends on.
enum CustomerFactsReading {
    /// The facts of a customer; nil when there is no customer of that name.
    static func facts(_ id: AppUserID, in db: Connection) throws -> CustomerFacts? {
        guard let row = try CustomerTable.find(id, in: db) else { return nil }
        let chains = try StoredChain.all(ofCustomer: row.rowID, in: db).map(\.chain)
        return CustomerFacts(
            customer: row.customer, chains: chains, grants: try GrantTable.all(of: id, in: db),
            owed: try OwedPurchases.all(ofCustomer: row.rowID, in: db))
    }
}

/// Checks that what a request names exists, and finds the nearest names when it does not. Here, since it begins with
/// the reading above.
enum NameSuggestions {
    /// The facts of a customer; refuses one who is unknown.
    static func facts(of id: AppUserID, in db: Connection) throws -> CustomerFacts {
        guard let facts = try CustomerFactsReading.facts(id, in: db) else {
            throw try unknownCustomer(id, in: db)
        }
        return facts
    }

    /// The failure to find a customer, with the nearest names.
    static func unknownCustomer(_ id: AppUserID, in db: Connection) throws -> StoreError {
        StoreError.unknown(.customer(id, near: try near(id, in: db)))
    }

    /// The customers who may be meant by a name that no customer has: those whose address, token or name it is, as
    /// a search finds them, else those of nearly that id.
    static func near(_ id: AppUserID, in db: Connection) throws -> [String] {
        let called = try called(SearchNeedle(id.rawValue), in: db)
        guard called.isEmpty else { return called }
        // Compared are ids with the same first two letters, and no more than 2,000 of them†.
        let key = SearchKey.of(id.rawValue)
        let start = String(key.prefix(2))
        let neighbours: [String] = try db.values(
            "SELECT app_user_id FROM customers WHERE app_user_id_key >= ? AND app_user_id_key < ? LIMIT 2000",
            [start, SearchRange.end(of: start)])
        return EditDistance.nearest(to: id.rawValue, among: neighbours)
    }

    /// How many are named by an address or a name that several have.
    private static let mostCalled = 3

    private static func called(_ needle: SearchNeedle, in db: Connection) throws -> [String] {
        let columns: [(String, String?)] = [
            ("email_key", needle.address), ("app_account_token", needle.uuid), ("name_key", needle.key),
        ]
        for (column, text) in columns {
            guard let text, !text.isEmpty else { continue }
            let found: [String] = try db.values(
                "SELECT app_user_id FROM customers WHERE \(column) = ? ORDER BY app_user_id LIMIT ?",
                [text, mostCalled])
            guard found.isEmpty else { return found }
        }
        return []
    }

    /// Refuses an entitlement that the catalogue, the chains and a product that was paid for do not know.
    static func check(
        _ entitlement: EntitlementID, of access: CustomerAccess, orOf product: ProductID?, in db: Connection
    ) throws {
        let catalog = access.rules.catalog
        // Nearly always: the rest is worked out only for whoever mistyped.
        if catalog.products.values.contains(where: { $0.entitlements.contains(entitlement) }) { return }
        let ofProduct = product.map { catalog.entitlements(of: $0) } ?? []
        let known = Set(catalog.products.values.flatMap(\.entitlements)).union(access.entitlements())
        guard !known.contains(entitlement), !ofProduct.contains(entitlement),
            try !isUncatalogued(entitlement, catalog: catalog, in: db)
        else { return }
        let products: [String] = try db.values(
            "SELECT DISTINCT product_id FROM chains WHERE product_id IS NOT NULL LIMIT 500")
        let unlisted = products.filter { catalog.products[ProductID($0)] == nil }
        let names = Set(known.map(\.rawValue) + unlisted)
        throw StoreError.unknown(
            .entitlement(
                entitlement, near: EditDistance.nearest(to: entitlement.rawValue, among: names.sorted())))
    }

    /// A product that the catalogue lacks unlocks an entitlement named like itself.
    private static func isUncatalogued(
        _ entitlement: EntitlementID, catalog: Catalog, in db: Connection
    ) throws -> Bool {
        guard catalog.products[ProductID(entitlement.rawValue)] == nil else { return false }
        return try db.exists("SELECT 1 FROM chains WHERE product_id = ?", [entitlement.rawValue])
    }
}
