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

    /// Puts a catalogue in place of the one kept, and rewrites the periods of the chains that it changes; answers the
    /// attempts to look at anew.
    static func replace(with catalog: Catalog, _ db: Database) throws -> Set<Int64> {
        let before = try read(db)
        try db.run("DELETE FROM product_entitlements")
        try db.run("DELETE FROM products")
        let products = catalog.products.values.sorted { $0.id < $1.id }
        for product in products { try insert(product, db) }
        try StoreState.catalogDigest.set(AuditHash.hex(ColumnText.json(products)), db)
        let changed = Set(before.products.keys).union(catalog.products.keys).filter {
            changesPeriods(before.products[$0], catalog.products[$0])
        }
        var owners = ChainOwnershipUpdate()
        for product in changed.sorted() {
            let chains: [Int64] = try db.values(
                "SELECT DISTINCT chain_id FROM transactions WHERE product_id = ?", [product.rawValue])
            for chain in chains { try owners.decide(chain, db) }
        }
        try owners.recompute(catalog, db)
        return try owners.attempts(db).union(attempts(before, catalog, db))
    }

    /// What a product is decides whether the app's word counts; its price changes only what tickets say.
    private static func attempts(
        _ before: Catalog, _ after: Catalog, _ db: Database
    ) throws -> [Int64] {
        let changed = Set(before.products.keys).union(after.products.keys).filter {
            before.products[$0] != after.products[$0]
        }
        return try changed.flatMap { product in
            let isKindKept = !changesPeriods(before.products[product], after.products[product])
            return try db.values(
                "SELECT id FROM attempts WHERE product_id = ?1 AND (?2 = 0 OR ticket_id IS NOT NULL)",
                [product.rawValue, isKindKept]) as [Int64]
        }
    }

    /// Only what a product is, how long it lasts and its group decide when it gives access; what it unlocks is joined.
    private static func changesPeriods(_ before: Product?, _ after: Product?) -> Bool {
        before?.kind != after?.kind || before?.period != after?.period || before?.group != after?.group
            || unlocks(before) != unlocks(after)
    }

    /// A product that the catalogue lacks unlocks an entitlement named like itself.
    private static func unlocks(_ product: Product?) -> Bool { product?.entitlements.isEmpty != true }

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
