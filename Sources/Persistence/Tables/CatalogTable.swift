import Purchases
import Synchronization

/// The product catalogue as its tables keep it (`products`, `product_entitlements`) and this process remembers it.
enum CatalogTable {
    /// The catalogues read last, by the digest of their content, the newest first: a page would spend more on reading one than
    /// on the rest. A process with several stores has several.
    private static let kept = Mutex<[(digest: String, catalog: Catalog)]>([])
    /// How many are kept; a process of the product's has one.
    private static let most = 16

    /// Reads the catalogue; one that was never replaced has no digest.
    static func read(_ db: Connection) throws -> Catalog {
        guard let digest = try StoreState.catalogDigest.read(db) else { return try readRows(db) }
        if let known = kept.withLock({ kept in kept.first { $0.digest == digest } }) { return known.catalog }
        let catalog = try readRows(db)
        kept.withLock { kept in
            guard !kept.contains(where: { $0.digest == digest }) else { return }
            kept = [(digest, catalog)] + kept.prefix(most - 1)
        }
        return catalog
    }

    private static func readRows(_ db: Connection) throws -> Catalog {
        let entitlements = Dictionary(
            grouping: try ProductEntitlement.table.rows("ORDER BY product_id, position", in: db),
            by: \.product)
        return Catalog(
            try ProductRow.table.rows(in: db).map { row in
                row.product(unlocking: entitlements[row.id]?.map(\.entitlement) ?? [])
            })
    }

    /// Puts a catalogue in place of the one kept, of which those products changed; what that changes is worked out by
    /// ``CatalogUpdate``.
    static func write(_ catalog: Catalog, changed: Set<ProductID>, in db: Connection) throws {
        for id in changed.sorted() {
            // With what it unlocks.
            try ProductRow.table.delete(id, in: db)
            if let product = catalog.products[id] { try insert(product, in: db) }
        }
        let products = catalog.products.values.sorted { $0.id < $1.id }
        try StoreState.catalogDigest.set(ColumnText.digest(of: ColumnText.json(products)), in: db)
    }

    private static func insert(_ product: Product, in db: Connection) throws {
        try ProductRow.table.insert(ProductRow(product), in: db)
        let unlocked = product.entitlements.enumerated().map { position, entitlement in
            ProductEntitlement(product: product.id, entitlement: entitlement, position: position)
        }
        try ProductEntitlement.table.insert(unlocked, in: db)
    }
}

/// A product without what it unlocks.
struct ProductRow: TableRow {
    static let table = Table<ProductRow>("products", key: "product_id")
    static let unread = ProductRow(Product(id: ProductID(""), kind: .unknown))

    var id: ProductID
    var kind: ProductKind?
    /// The period as its text.
    var period: String?
    var group: SubscriptionGroupID?
    var level: Int?
    var prices: [String: Int64]
    var names: [String: String]

    init(_ product: Product) {
        (id, kind, period) = (product.id, product.kind, product.period?.description)
        (group, level) = (product.group, product.level)
        (prices, names) = (product.prices, product.names)
    }

    /// The product with what it unlocks.
    func product(unlocking entitlements: [EntitlementID]) -> Product {
        Product(
            id: id, kind: kind ?? .unknown, entitlements: entitlements,
            period: period.flatMap { CalendarPeriod($0) }, group: group, level: level, prices: prices,
            names: names)
    }

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("product_id", &id)
        columns.visit("kind", &kind)
        columns.visit("period", &period)
        columns.visit("subscription_group", &group)
        columns.visit("level", &level)
        columns.visit("prices", requiredJSON: &prices)
        columns.visit("names", requiredJSON: &names)
    }
}

/// What a product unlocks, in the order of the catalogue.
struct ProductEntitlement: TableRow {
    static let table = Table<ProductEntitlement>("product_entitlements", key: "product_id", "entitlement")
    static let unread = ProductEntitlement(
        product: ProductID(""), entitlement: EntitlementID(""), position: 0)

    var product: ProductID
    var entitlement: EntitlementID
    var position: Int

    mutating func visit(_ columns: inout some ColumnVisitor) {
        columns.visit("product_id", &product)
        columns.visit("entitlement", &entitlement)
        columns.visit("position", &position)
    }
}
