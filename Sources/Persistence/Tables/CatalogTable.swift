import GRDB
import Purchases
import Synchronization

/// The product catalogue as its tables keep it.
enum CatalogTable {
    /// The catalogue read last, by the digest of its content: a page would spend more on reading it than on the rest.
    private static let newest = Mutex<(digest: String, catalog: Catalog)?>(nil)

    /// Reads the catalogue; one that was never replaced has no digest.
    static func read(_ db: Database) throws -> Catalog {
        guard let digest = try StoreState.catalogDigest.read(db) else { return try readRows(db) }
        if let known = newest.withLock({ $0 }), known.digest == digest { return known.catalog }
        let catalog = try readRows(db)
        newest.withLock { $0 = (digest, catalog) }
        return catalog
    }

    private static func readRows(_ db: Database) throws -> Catalog {
        let entitlements = Dictionary(
            grouping: try db.map(
                "SELECT product_id, entitlement FROM product_entitlements ORDER BY product_id, position"
            ) { row in (product: row[0] as String, entitlement: EntitlementID(row[1])) }, by: \.product)
        let products = try db.map("SELECT \(Column.selection()) FROM products") { row in
            let row = Columns<Column>(row)
            let id: String = row[.productId]
            return Product(
                id: ProductID(id), kind: ProductKind(rawValue: row[.kind]) ?? .unknown,
                entitlements: entitlements[id]?.map(\.entitlement) ?? [],
                period: (row[.period] as String?).flatMap(CalendarPeriod.init),
                group: row.identifier(.subscriptionGroup), level: row[.level],
                prices: try row.json(.prices) ?? [:])
        }
        return Catalog(products)
    }

    private enum Column: Int, ColumnList {
        case productId, kind, period, subscriptionGroup, level, prices
    }

    /// Puts a catalogue in place of the one kept; what it changes is worked out by ``CatalogUpdate``.
    static func write(_ catalog: Catalog, _ db: Database) throws {
        try db.run("DELETE FROM product_entitlements")
        try db.run("DELETE FROM products")
        let products = catalog.products.values.sorted { $0.id < $1.id }
        for product in products { try insert(product, db) }
        try StoreState.catalogDigest.set(ColumnText.digest(of: ColumnText.json(products)), db)
    }

    private static func insert(_ product: Product, _ db: Database) throws {
        try db.run(
            "INSERT INTO products (product_id, kind, period, subscription_group, level, prices) VALUES (?, ?, ?, ?, ?, ?)",
            [
                product.id.rawValue, product.kind.rawValue, product.period?.description,
                product.group?.rawValue,
                product.level, try ColumnText.json(product.prices),
            ])
        for (position, entitlement) in product.entitlements.enumerated() {
            try db.run(
                "INSERT INTO product_entitlements (product_id, entitlement, position) VALUES (?, ?, ?)",
                [product.id.rawValue, entitlement.rawValue, position])
        }
    }
}
