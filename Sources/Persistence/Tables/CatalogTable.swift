import Purchases
import Synchronization

/// The product catalogue as its tables keep it.
enum CatalogTable {
    /// The catalogue read last, by the digest of its content: a page would spend more on reading it than on the rest.
    private static let newest = Mutex<(digest: String, catalog: Catalog)?>(nil)

    /// Reads the catalogue; one that was never replaced has no digest.
    static func read(_ db: Connection) throws -> Catalog {
        guard let digest = try StoreState.catalogDigest.read(db) else { return try readRows(db) }
        if let known = newest.withLock({ $0 }), known.digest == digest { return known.catalog }
        let catalog = try readRows(db)
        newest.withLock { $0 = (digest, catalog) }
        return catalog
    }

    private static func readRows(_ db: Connection) throws -> Catalog {
        let entitlements = Dictionary(
            grouping: try db.map(
                "SELECT product_id, entitlement FROM product_entitlements ORDER BY product_id, position"
            ) { row in (product: try row[0] as ProductID, entitlement: try row[1] as EntitlementID) },
            by: \.product)
        return Catalog(
            try db.map(
                "SELECT product_id, kind, period, subscription_group, level, prices, names FROM products"
            ) {
                row in
                let id: ProductID = try row[0]
                return Product(
                    id: id, kind: row[1] ?? .unknown,
                    entitlements: entitlements[id]?.map(\.entitlement) ?? [],
                    period: (row[2] as String?).flatMap(CalendarPeriod.init), group: row[3], level: row[4],
                    prices: try row.json(5) ?? [:], names: try row.json(6) ?? [:])
            })
    }

    /// Puts a catalogue in place of the one kept, of which those products changed; what that changes is worked out by
    /// ``CatalogUpdate``.
    static func write(_ catalog: Catalog, changed: Set<ProductID>, in db: Connection) throws {
        for id in changed.sorted() {
            // With what it unlocks.
            try db.run("DELETE FROM products WHERE product_id = ?", [id.rawValue])
            if let product = catalog.products[id] { try insert(product, in: db) }
        }
        let products = catalog.products.values.sorted { $0.id < $1.id }
        try StoreState.catalogDigest.set(ColumnText.digest(of: ColumnText.json(products)), in: db)
    }

    private static func insert(_ product: Product, in db: Connection) throws {
        try db.run(
            """
            INSERT INTO products (product_id, kind, period, subscription_group, level, prices, names)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                product.id.rawValue, product.kind.rawValue, product.period?.description,
                product.group?.rawValue,
                product.level, try ColumnText.json(product.prices), try ColumnText.json(product.names),
            ])
        for (position, entitlement) in product.entitlements.enumerated() {
            try db.run(
                "INSERT INTO product_entitlements (product_id, entitlement, position) VALUES (?, ?, ?)",
                [product.id.rawValue, entitlement.rawValue, position])
        }
    }
}
